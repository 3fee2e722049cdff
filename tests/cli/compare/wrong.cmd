cd "$TESTS/documents"
assay compare base.json
echo $?
assay compare base.json no-such.json
echo $?
assay compare base.json new.json --fail-if-slower -5
echo $?
assay compare base.json new.json --fail-if-slower ten
echo $?
assay compare base.json new.json --fail-if-slowr 5
echo $?
assay compare base.json new.json -f csv
echo $?
printf '{"schema":"assay.result/9"}' | assay compare base.json -
echo $?
assay compare base.json new.json -o no/such/folder.json
echo $?
