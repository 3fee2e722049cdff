echo '[{"metric":{"Blake2256Parallel":{"num_cores":8}},"minimum":1000}]' >r.json
for on in fail undecided; do
    assay check r.json -q --fail-on $on \
        --replay "$TESTS/documents/substrate.json" >report
    echo "$on $?"
done
