# The usual place is made on the first use; all is kept once.
cd "$TESTS/documents"
assay history import runs.jsonl base.json
assay history import base.json
assay history -n 3
assay history show 0000d001 -f json | head -4
assay history show latest --no-color | head -1
assay history export >"$HOME/all.jsonl"
assay history import --file "$HOME/second.db" "$HOME/all.jsonl"
assay history import --file "$HOME/second.db" "$HOME/.local/state/assay/history.db"
assay history export --file "$HOME/second.db" | cmp - "$HOME/all.jsonl"
assay history prune --keep 2
assay history --json
assay history prune --before 2026-02-16
assay history
assay history prune --keep 0 --host elsewhere
assay history prune --keep 0 --host node-7
assay history
