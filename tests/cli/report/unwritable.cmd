# What cannot be written: status 4, a message, and the old file whole.
full=$TESTS/documents/base.json
try() {
    assay "$@" 2>&1 >printed
    echo "= $?"
}
assay report "$full" 2>&1 >/dev/full
echo "= $?"
assay report --help 2>&1 >/dev/full
echo "= $?"
try report "$full" -o /no/such/folder/r.md
mkdir taken.md
try report "$full" -o taken.md
echo old >kept.md
(ulimit -f 0; assay report "$full" -o kept.md 2>&1 >/dev/null; echo "= $?") | cat
cat kept.md
# Of two results in one file the second would replace the first.
try report "$full" "$full" -o both.md
# Who may read a report is not for the next run to change; a link is replaced.
chmod 600 kept.md
ln -s kept.md link.md
try report "$full" -o kept.md -o link.md
stat -c '%A %n' kept.md link.md
ls
