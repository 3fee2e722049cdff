# Without its name, the host is not to be found in any format.
for format in $(assay list formats | awk 'NR > 1 { print $1 }'); do
    assay report "$TESTS/documents/sample.json" --no-host-name -f "$format" >seen
    grep -c validator-07 seen
    [ -s seen ] || echo "$format is empty"
done
