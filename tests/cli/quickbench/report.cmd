assay quickbench --replay "$TESTS/documents/quickbench.json"
