cd "$TESTS/documents" && COLUMNS=60 assay compare base.json new.json --no-host-name
