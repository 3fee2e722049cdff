# A profile is one data file: a new one is used as it is, from anywhere.
cat >our-database.json <<'P'
{
  "schema": "assay.profile/1",
  "title": "Our database",
  "source": { "document": "our handbook, page 12" },
  "roles": ["primary", "replica"],
  "role-default": "primary",
  "requirements": [
    { "what": "cpu.blake2b", "at-least": 1, "unit": "GB/s" },
    { "what": "disk.seq-write", "at-least": 2, "unit": "GB/s", "role": "primary" },
    { "what": "fact.memory", "at-least": 32, "unit": "GiB" },
    { "what": "fact.kernel", "at-least": "6.6", "level": "recommended" },
    { "what": "fact.cpu-flags", "has": "avx2", "colour": "red" }
  ],
  "notes": ["Not measured: the network."]
}
P
assay check our-database.json --replay "$TESTS/documents/substrate.json" |
    sed '/^HOST/,$d'
assay check - --role replica -q --replay "$TESTS/documents/substrate.json" \
    <our-database.json | sed '/^HOST/,$d'
