# Wrong usage: one sentence, the nearest that is known, status 2.
try() {
    echo "\$ assay $*"
    assay "$@"
    echo "= $?"
}
exec 2>&1
try frobnicate
try rnu
try cpu.blake
try foo
try sha256
try run memory.raed
try run cpu.blake2b.parallel-0
try --quik
try run --no-such-thing
try -t
try -t 0
try -t -5
try -t 1e99
try -t nan
try --precision 101
try --size 3XB
try --space 0
try --max-written -1
try -f nope
try -o report.doc
try list everything
try info surplus
try report
try --device /dev/null --dry-run disk
try --device /no/such/device disk
# A directory that is not there ends no run, but is told before the minute is spent.
assay --dry-run -d /no/such/directory disk.read.4k.q1 | grep -c cannot
assay --dry-run -q -d /no/such/directory disk.read.4k.q1 | grep -c cannot
