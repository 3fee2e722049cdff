assay machine --strict --replay "$TESTS/documents/substrate.json"
