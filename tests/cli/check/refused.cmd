echo '{"schema": "assay.profile/1", "requirements": [{"what": "cpu.blake2b", "at-least": -3, "unit": "MB/s"}]}' >negative.json
echo '{"schema": "assay.profile/1", "requirements": [{"what": "cpu.blake2b", "at-least": 3, "unit": "parsec"}]}' >unit.json
echo '{"schema": "assay.profile/1",' >cut.json
for p in polkdot kusama negative.json unit.json cut.json nowhere.json; do
    assay check $p
    echo "$?"
done
assay check polkadot --role miner
echo "$?"
assay check polkadot --tolerance 100 2>message
echo "$?"
assay check 2>message
echo "$?"
