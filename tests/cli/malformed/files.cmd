# Every way into the program refuses every kind of broken file: status 2, the file's
# name and the reason.
cd "$TESTS/documents"
head -c 3000 full.json >"$HOME/cut"
head -c 0 full.json >"$HOME/empty"
sed 's/"seed": [0-9]*/"seed": 99999999999999999999/' full.json >"$HOME/huge-integer"
sed 's/"elapsed_s": [0-9.]*/"elapsed_s": 1e999/' full.json >"$HOME/huge-real"
sed 's/"wall_ns": [0-9]*/"wall_ns": -5/' full.json >"$HOME/negative"
sed 's/"wall_ns": [0-9]*/"wall_ns": "5"/' full.json >"$HOME/wrong-type"
sed 's/"status": "ok"/"status": "fine"/' full.json >"$HOME/unknown-word"
sed 's|assay.result/1|assay.result/2|' full.json >"$HOME/later"
sed 's/node-7/node\\u0000/' full.json >"$HOME/escaped-nul"
{ head -c 100 full.json; printf '\0'; tail -c +101 full.json; } >"$HOME/nul"
printf '%070d' 0 | tr 0 '[' >"$HOME/deep"
printf '\377\376\000' >"$HOME/binary"
echo 'hello' >"$HOME/text"
mkdir "$HOME/folder"
cd "$HOME"
for file in *; do
    case $file in
    bin | base.json) continue ;;
    esac
    assay report "$file" || echo "report: $?"
    assay run --replay "$file" -q 2>/dev/null || echo "replay: $?"
    assay compare "$TESTS/documents/base.json" "$file" 2>/dev/null ||
        echo "compare: $?"
done
