cd "$TESTS/documents" && assay compare base.json new.json --json
