# What a slow clock means stands on top, in each format for people, and marks what it spoils.
sed 's/"clock_source": .*,/"clock_source": "hpet",/
     s/"clock_read_ns": [0-9.]*/"clock_read_ns": 14300.5/
     s/"clock_step_ns": [0-9.]*/"clock_step_ns": 14080/' \
    "$TESTS/documents/sample.json" >slow.json
assay run --replay slow.json -o marked.json >/dev/null
assay report marked.json | sed -n 2,4p
assay report marked.json | grep -e SLOW, -e slow-clock
assay report marked.json -f markdown | grep 'Slow clock'
assay report marked.json -f html | grep -e '<strong>' -e 'the clock tells'
assay report marked.json -f tap | grep '^#'
assay report marked.json -f junit | grep -o 'Slow clock[^<]*'
cat >p99.json <<'END'
{"schema": "assay.profile/1", "requirements": [
  {"what": "disk.read.4k.q1", "statistic": "p50", "at-most": 50, "unit": "us"},
  {"what": "disk.read.4k.q1", "statistic": "p50", "at-most": 185, "unit": "us"},
  {"what": "disk.read.4k.q1", "statistic": "p50", "at-most": 200, "unit": "us"}]}
END
assay check ./p99.json --replay slow.json | sed -n '/^[A-Z]*  p99/,/^$/p'
