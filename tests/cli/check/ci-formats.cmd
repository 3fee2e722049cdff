# A recommendation that is missed fails no pipeline: the verdict is a pass.
cat >host.json <<'P'
{
  "schema": "assay.profile/1",
  "source": { "document": "our handbook" },
  "requirements": [
    { "what": "cpu.blake2b", "at-least": 1, "unit": "GB/s" },
    { "what": "cpu.blake2b", "at-least": 2, "unit": "GB/s", "level": "recommended" }
  ]
}
P
for format in junit tap nagios; do
    assay check host.json -q -f $format --replay "$TESTS/documents/substrate.json" |
        sed '/name="measurements"/,/<.testsuite>/d; /measured: cpu/,$d'
done
for level in minimum recommended; do
    assay check host.json -q --level $level \
        --replay "$TESTS/documents/substrate.json" >report
    echo "$level $?"
done
