assay history import -q --file h.db "$TESTS/documents/runs.jsonl"
assay history trend cpu.blake2b --file h.db --json | sed -n '/"changes"/,$p'
