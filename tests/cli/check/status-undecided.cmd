# 917 of 1000 MiB/s with a tolerance of 10 %: within the guard band.
echo '[{"metric":{"Blake2256Parallel":{"num_cores":8}},"minimum":1000}]' >r.json
assay check r.json -q --replay "$TESTS/documents/substrate.json" >report
