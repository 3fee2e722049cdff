assay benchmark machine --table classic --tolerance 20 \
    --replay "$TESTS/documents/substrate.json"
