assay machine --allow-fail --chain polkadot-2022 --dev --chain polkadot-2022 \
    --replay "$TESTS/documents/substrate.json"
