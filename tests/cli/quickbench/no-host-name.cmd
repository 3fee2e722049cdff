# The name is in the stored result, and in none of these.
assay quickbench --replay "$TESTS/documents/sample.json" -o r.json >r.txt
echo "exit $?"
grep -c validator-07 "$TESTS/documents/sample.json"
grep -c validator-07 r.json r.txt
