# Files that are no results: status 2, the file and the reason, nothing on stdout.
exec 2>&1
try() {
    assay report "$1"
    echo "= $?"
}
printf '' >empty.json
printf '{"schema": "assay.result/1", "run_id"' >cut.json
printf '{"schema": "assay.result/9"}' >later.json
printf '[1, 2]' >list.json
printf '{"schema": "assay.result/1", "elapsed_s": 1e999}' >huge.json
printf '{"schema": "assay.result/1", "results": 3}' >type.json
printf '{"schema": "assay.result/1", "run_id": "a\\u0000b"}' >nul.json
printf 'a\0b' >bytes.json
{ printf '{"schema": "assay.result/1", "x": '; yes '[' | head -n 3000 | tr -d '\n'; } >deep.json
mkdir folder.json
for name in empty cut later list huge type nul bytes deep folder missing; do
    try $name.json
done
