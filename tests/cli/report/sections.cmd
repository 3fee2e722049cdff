# What the kernel costs has a heading of its own, and a long title moves no column.
sed 's/"title": "System call"/"title": "A system call that does nothing"/' \
    "$TESTS/documents/sample.json" >long.json
assay report long.json | sed -n '/^SYSTEM/,/^MEMORY/p' | grep -v '^    '
assay report long.json | grep '[0-9] jobs\{0,1\}: '
