# A replay is kept like a run, once; a history that cannot be written costs no report.
assay run --replay "$TESTS/documents/base.json" --save -q >/dev/null; echo $?
assay run --replay "$TESTS/documents/base.json" --save -q >/dev/null; echo $?
assay history
ASSAY_HISTORY=/proc/no/h.db assay run --replay "$TESTS/documents/base.json" -q | head -1
ASSAY_HISTORY=/proc/no/h.db assay run --replay "$TESTS/documents/base.json" -q >/dev/null
echo $?
