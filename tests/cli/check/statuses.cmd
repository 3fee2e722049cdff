# Every status of the manual that a run can end with, and which of several applies.
stored=$TESTS/documents/substrate.json
profile() { # profile NAME MINIMUM
    echo "[{ \"metric\": \"Blake2256\", \"minimum\": $2 }]" >"$1.json"
}
try() {
    assay check -q "$@" >report 2>&1
    echo "$?: check $*" | sed "s|$TESTS|tests|; s|$PWD/||"
}
ended() { # ended SIGNAL: the same run, interrupted
    sed "s/\"complete\": true/\"complete\": false/
         s/\"interrupted_by\": null/\"interrupted_by\": \"$1\"/" "$stored" >"$1.json"
}
profile met 500
profile missed 5000
profile open 1010
ended SIGINT
ended SIGTERM
try met.json --replay "$stored"
try missed.json --replay "$stored"
try nowhere.json --replay "$stored"
try open.json --tolerance 0 --replay "$stored"
try etcd --replay "$stored"
try met.json --replay SIGINT.json
try met.json --replay SIGTERM.json
# An interrupted run that misses is interrupted; a miss comes before what could not be
# measured, that before what is undecided; a report that could not be written is told.
try missed.json --replay SIGINT.json
try missed.json etcd --replay "$stored"
try open.json etcd --tolerance 0 --replay "$stored"
try met.json open.json --tolerance 0 --replay "$stored"
try met.json --replay "$stored" -o /no/such/folder/r.json
ln -s /dev/full full.json
try missed.json --replay "$stored" -o full.json
try met.json --replay "$stored" -o full.json
try open.json --tolerance 0 --fail-on fail --replay "$stored"
try open.json --tolerance 0 --fail-on undecided --replay "$stored"
