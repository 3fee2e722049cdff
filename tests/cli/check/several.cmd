# Several profiles give several verdicts; the worst sets the status.
assay check polkadot-2022 celestia -q \
    --replay "$TESTS/documents/substrate.json" | sed '/^HOST/,$d'
