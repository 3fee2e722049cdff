# On a busy host all is undecided for one reason: what would settle it is said once.
sed 's/"run_delay_ns": [0-9]*/"run_delay_ns": 99000000/' \
    "$TESTS/documents/substrate.json" >busy.json
# A neighbour on the same core may take half: what is asked of the CPU is less than twice.
row() { echo "{ \"metric\": \"$1\", \"minimum\": $2 }"; }
echo "[ $(row Blake2256 1500), $(row Sr25519Verify 0.7), $(row MemCopy 99999), $(row DiskSeqWrite 99999) ]" >four.json
echo "[ $(row Blake2256 1500), $(row MemCopy 99999) ]" >two.json
for profile in four two; do
    assay check $profile.json -q --replay busy.json | sed '1,2d; /^HOST/,$d'
    assay check $profile.json -q -f markdown --replay busy.json | grep -n settle
    assay check $profile.json -q -f html --replay busy.json | grep -o 'To settle[^<]*'
done
assay machine --strict -q --requirements four.json --replay busy.json | tail -n 7
