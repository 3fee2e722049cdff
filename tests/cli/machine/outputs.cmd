# What all commands that measure take: files, the history, bounds, a plan.
stored=$TESTS/documents/substrate.json
assay machine --allow-fail -q --replay "$stored" -o r.json -o r.md --save=h.db |
    grep -c '^| [CMD]'
ls
assay history --file h.db
assay machine --allow-fail -q --replay "$stored" -f markdown | sed -n '/^##/,$p' |
    head -n 8
assay machine --dry-run --max-written 64MiB | sed 's/, at most [0-9].* min.*//; s/ [0-9.]* s$//' |
    grep -e disk
assay machine --replay "$stored" -o r.nope
echo $?
