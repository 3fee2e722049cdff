# A result without the disk's rows: they are told as not measured, and fail.
sed 's/"disk\.seq-write"/"disk.seq-writ"/' "$TESTS/documents/substrate.json" >r.json
assay machine --replay r.json
