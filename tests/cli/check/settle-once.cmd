# On a busy host all is undecided for one reason: what would settle it is said once.
sed 's/"run_delay_ns": [0-9]*/"run_delay_ns": 99000000/' \
    "$TESTS/documents/substrate.json" >busy.json
row() { echo "{ \"metric\": \"$1\", \"minimum\": 999999 }"; }
echo "[ $(row Blake2256), $(row Sr25519Verify), $(row MemCopy), $(row DiskSeqWrite) ]" >four.json
echo "[ $(row Blake2256), $(row MemCopy) ]" >two.json
for profile in four two; do
    assay check $profile.json -q --replay busy.json | sed '1,2d; /^HOST/,$d'
    assay check $profile.json -q -f markdown --replay busy.json | grep -n settle
    assay check $profile.json -q -f html --replay busy.json | grep -o 'To settle[^<]*'
done
assay machine --strict -q --requirements four.json --replay busy.json | tail -n 7
