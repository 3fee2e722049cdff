echo '{"name": "Ours", "id": "ours", "genesis": {}}' >ours.json
echo '{"name": "Kusama", "id": "ksmcc3", "genesis": {}}' >kusama.json
assay machine --chain ours.json
echo $?
assay machine --chain moonshot
echo $?
assay machine --chain gitaly
echo $?
assay machine --chain kusama.json --replay "$TESTS/documents/substrate.json" |
    grep -c '^| [CMD]'
