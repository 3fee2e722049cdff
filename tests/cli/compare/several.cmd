cd "$TESTS/documents" && assay compare base.json base.json new.json --fail-if-slower 10 -q | tail -1
