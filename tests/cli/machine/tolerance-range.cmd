for t in 100.1 -1; do
    assay machine --tolerance=$t --replay "$TESTS/documents/substrate.json"
    echo $?
done
assay machine --tolerance=100 --replay "$TESTS/documents/substrate.json" |
    tail -3 | head -2
