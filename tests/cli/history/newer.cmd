# A history of a later version is refused, and stays as it is.
export ASSAY_HISTORY=h.db
assay history import -q "$TESTS/documents/base.json"
printf '\002' | dd of=h.db bs=1 seek=63 conv=notrunc 2>/dev/null
cp h.db before.db
assay history; echo $?
assay history import "$TESTS/documents/new.json"; echo $?
cmp h.db before.db && ls
