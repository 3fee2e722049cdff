# What every score suffered from stands on top, in each format for people.
sed 's/"other_cpu_share": [0-9.e-]*/"other_cpu_share": 0.81/
     s/"steal_share": [0-9.e-]*/"steal_share": 0.25/' \
    "$TESTS/documents/sample.json" >busy.json
assay report busy.json | sed -n 2,5p
assay report busy.json -f markdown | grep -A 2 '^\*\*'
assay report busy.json -f html | grep '<strong>'
