# A plan of which nothing would be measured says so, with the status of such a run.
for command in 'run disk.read.4k.q1' 'check etcd' quickbench; do
    # shellcheck disable=SC2086 # words of their own
    assay $command --dry-run -d /no/such/directory >plan
    echo "$?: $command, $(grep -c cannot plan) of $(grep -c '^  ' plan)"
done
assay --dry-run -d /no/such/directory disk.read.4k.q1 cpu.loop >plan
echo "$?: $(grep -c 'about .* for' plan)"
# That everything else is measured is said where there is something else.
assay run --json -d /no/such/directory disk.read.4k.q1 >result.json
echo "$?: nothing else"
assay run --json -d /no/such/directory -d /no/such/either disk >result.json
echo "$?: nothing else either"
assay run --json -d /no/such/directory disk.read.4k.q1 cpu.loop -t 2 >result.json
echo "$?: something else"
