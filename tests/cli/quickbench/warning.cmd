# Short loops are warned of, and planned as short.
assay quickbench --dry-run 9 >plan
grep 'disk.read.1m.q16' plan
assay quickbench --dry-run 10 >plan
assay quickbench --dry-run -q 1 >plan
grep 'disk.read.1m.q16' plan
