# A run in which nothing could be measured: every line says so, with its reason.
assay report -f quickbench "$TESTS/documents/failed.json" | sed -n '/CPU loop/,$p'
assay quickbench --replay "$TESTS/documents/failed.json" >/dev/null
echo "exit $?"
