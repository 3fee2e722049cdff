assay machine --replay "$TESTS/documents/substrate.json"
