# What all commands that measure take: another directory, bounds, files, the history.
mkdir here
assay quickbench --dry-run --max-written 64MiB -d here 10 | grep written
assay quickbench --replay "$TESTS/documents/quickbench.json" -o r.json --save=h.db |
    head -n 3
ls
assay history --file h.db | wc -l
