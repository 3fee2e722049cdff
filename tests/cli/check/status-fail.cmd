assay check polkadot -q --replay "$TESTS/documents/substrate.json" >report
