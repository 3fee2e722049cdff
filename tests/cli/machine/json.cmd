assay machine --json --allow-fail --replay "$TESTS/documents/substrate.json" |
    grep -c '"outcome"'
