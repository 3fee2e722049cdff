# The six rows and the validator's recommendations; one row fails.
assay check polkadot -q --replay "$TESTS/documents/substrate.json" | sed '/^HOST/,$d'
