export ASSAY_HISTORY=$HOME/h.db
assay history import -q "$TESTS/documents/runs.jsonl"
assay history trend cpu.blake2b
assay history trend memory.latency -n 4 --host node-7
COLUMNS=60 assay history trend memory.latency -n 2
COLUMNS=60 assay history -n 1
assay history --host nobody
