cd "$TESTS/documents" && assay compare base.json base.json --fail-if-slower 0
