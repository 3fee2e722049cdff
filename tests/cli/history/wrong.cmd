export ASSAY_HISTORY=h.db
assay history; echo $?
assay history import "$TESTS/documents/base.json" /no/such/file; echo $?
echo "{}" >wrong.txt
assay history import wrong.txt; echo $?
assay history import; echo $?
assay history show; echo $?
assay history show nothing; echo $?
assay history show a b; echo $?
assay history trend; echo $?
assay history trend no.such; echo $?
assay history shwo; echo $?
assay history frobnicate; echo $?
assay history prune; echo $?
assay history prune --before yesterday; echo $?
assay history -n many; echo $?
assay history list -f csv; echo $?
assay history list -o x.json; echo $?
assay history -n 0; echo $?
assay history prune --keep 1 --target /srv; echo $?
assay history export -n 3; echo $?
assay history show latest --host node-7; echo $?
assay history import x.json -f csv; echo $?
echo 'Call me Ishmael.' >h.db
assay history; echo $?
