assay report "$TESTS/documents/sample.json" -f junit
