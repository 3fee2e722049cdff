# Help on standard output, examples before options, status 0; -h everywhere.
assay --help | head -n 10
for command in run info list report; do
    echo "== $command"
    assay $command -h | head -n 8
    assay $command --help >long && assay $command -h | cmp - long
done
echo "== what is under which heading"
assay check --help | sed -n '/How to judge/,/How to measure/p'
