assay report -f quickbench "$TESTS/documents/unknown.json"
