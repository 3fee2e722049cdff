# Facts need no measuring.
assay check celestia --dry-run
