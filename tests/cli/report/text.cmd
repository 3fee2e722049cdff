# The terminal report of a document that has everything, and of one that has nothing.
assay report "$TESTS/documents/full.json"
echo "= $?"
COLUMNS=60 assay report "$TESTS/documents/full.json"
LANG=C.UTF-8 LC_ALL=C.UTF-8 assay report "$TESTS/documents/full.json" | head -n 8
assay report --no-host-name "$TESTS/documents/unknown.json"
echo "= $?"
