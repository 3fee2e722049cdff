# Every flag of the original is taken; those of its log have no effect.
echo '[{"metric":"Blake2256","minimum":1000.0}]' >r.json
assay machine --allow-fail --tolerance 10.0 --verify-duration 5.0 \
    --hash-duration 5 --memory-duration 5.0 --disk-duration 5.0 \
    --chain polkadot --dev --base-path . -d . -l debug,x=info \
    --detailed-log-output --disable-log-color --enable-log-reloading \
    --tracing-targets a --tracing-receiver log --log one two \
    --requirements r.json --replay "$TESTS/documents/substrate.json"
