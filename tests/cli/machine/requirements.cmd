# Rows in the order of the file; integers and tagged units; unknown keys named.
cat >r.json <<'R'
[ { "metric": "DiskRndWrite", "minimum": 200 },
  { "metric": "MemCopy", "minimum": { "GiBs": 14.323 }, "maximum": 3 },
  { "metric": "Sr25519Verify", "minimum": { "KiBs": 500.0 } } ]
R
assay machine --requirements r.json --replay "$TESTS/documents/substrate.json"
