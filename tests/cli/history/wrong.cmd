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
echo 'Call me Ishmael.' >h.db
assay history; echo $?
