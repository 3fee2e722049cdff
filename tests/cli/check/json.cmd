# The document holds the verdict, and a report of it prints the same again.
assay check polkadot --json --replay "$TESTS/documents/substrate.json" >r.json
assay report r.json >again
assay check polkadot -q --replay "$TESTS/documents/substrate.json" >once
cmp once again && echo same
