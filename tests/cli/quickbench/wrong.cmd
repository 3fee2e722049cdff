# One whole number of seconds, and nothing else.
for arguments in 0 -1 0.5 1s '' 86401 18446744073709551616 '5 6' --loop; do
    # shellcheck disable=SC2086 # words of their own
    if [ -z "$arguments" ]; then assay quickbench ''; else assay quickbench $arguments; fi
    echo "exit $?"
done
assay quickbench --replay missing.json
echo "exit $?"
