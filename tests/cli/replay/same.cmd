# A replay gives the same document every time, on every machine; and a stored result
# prints as the run that stored it did.
full=$TESTS/documents/full.json
assay run --replay "$full" --json >first.json
echo "= $?"
assay run --replay first.json --json >second.json
cmp first.json second.json
assay run --replay "$full" -o kept.json >printed
assay report kept.json | cmp - printed
for format in markdown csv openmetrics junit tap; do
    assay run --replay "$full" -f $format >printed
    assay report kept.json -f $format | cmp - printed
done
assay run --replay "$full" --no-host-name --json | grep -c node-7 || true
