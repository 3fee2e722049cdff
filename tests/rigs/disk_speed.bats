#!/usr/bin/env bats
# Disks whose speed we set: the figures must be that speed.
load rig

# throttle_disk WHAT VALUE: a limited disk, and gauges that run under the limit.
throttle_disk() {
    rig_disk 300M ext4
    rig_throttle "$LOOP_DEV" "$1" "$2"
    BEFORE=(rig_inside)
}

all_near() {
    local want=$1 id
    shift
    gauge -d "$DISK" --size 64MiB -t 20 "$@" || return 1
    for id in "$@"; do
        near "$(of "$id" score)" "$want" 2 || return 1
        says "$(of "$id" 'marks[].id')" limited || return 1
    done
}

# holds COMMAND...: one of three tries succeeds. A host whose CPUs are taken by others
# cannot keep the rig's time, nor use an allowance up: then that is the reason.
holds() {
    local try
    for try in 1 2 3; do
        "$@" && return 0
    done
    jq -e '.conditions.other_cpu_share < 0.2' "$RIG/result.json" >/dev/null ||
        skip 'other work takes the CPUs of this host: no rig keeps its time'
    return 1
}

# finds RATE IDS...: every figure is within 2 % of the rate.
finds() {
    holds all_near "$@"
}

@test "1000 reads a second are 1000 at depth 1, 4 and 16, and marked limited" {
    throttle_disk read_iops 1000
    finds 1000 disk.read.4k.q1 disk.read.4k.q4 disk.read.4k.q16
    says "$(word '.targets[0].marks[].id')" token-bucket
}

@test "300 writes a second are 300 at depth 1, 4 and 16, and marked limited" {
    throttle_disk write_iops 300
    finds 300 disk.write.4k.q1 disk.write.4k.q4 disk.write.4k.q16
}

@test "50 MB/s are 50 MB/s, reading, at depth 1, 4 and 16" {
    throttle_disk read_bps 50000000
    finds 50000000 disk.read.1m.q1 disk.read.1m.q4 disk.read.1m.q16
}

@test "50 MB/s are 50 MB/s, writing, at depth 1, 4 and 16" {
    throttle_disk write_bps 50000000
    finds 50000000 disk.write.1m.q1 disk.write.1m.q4 disk.write.1m.q16
}

# Without io_uring (425) libaio does it, without that (206) threads.
@test "libaio finds 1000 reads a second" {
    rig_compile deny
    throttle_disk read_iops 1000
    BEFORE+=("$BUILT" 425:1 --)
    finds 1000 disk.read.4k.q4 disk.read.4k.q16
    same "$(word .targets[0].engine)" libaio
}

@test "threads find 1000 reads a second" {
    rig_compile deny
    throttle_disk read_iops 1000
    BEFORE+=("$BUILT" 425:1 206:38 --)
    finds 1000 disk.read.4k.q4 disk.read.4k.q16
    same "$(word .targets[0].engine)" threads
}

# Median nanoseconds of single direct reads of a device, by dd's own clock.
read_ns() {
    for i in $(seq 1 15); do
        "${FIRST[@]}" dd if="$1" of=/dev/null bs=4k count=1 skip=$((i * 97)) iflag=direct \
            2>&1 | sed -n 's/.*, \([0-9.e-]*\) s,.*/\1/p'
    done | sort -g | awk '{ v[NR] = $1 } END { printf "%.0f", 1e9 * v[int(NR / 2) + 1] }'
}

# What the loop and FUSE add on this machine is part of the disk as dd sees it, too.
like_dd() {
    local found took
    gauge -d "$DISK" --size 16MiB -t 8 disk.read.4k.q1 || return 1
    took=$(read_ns "$LOOP")
    found=$(of disk.read.4k.q1 latency.p50)
    near "$found" "$took" 3 && least "$found" 5000000
}

@test "a read that takes 5 ms has a median of 5 ms" {
    rig_nbd --filter=delay memory 256M delay-read=5ms
    rig_format ext4
    holds like_dd
}

# Median nanoseconds of fdatasync after an overwrite, by fio's own clock.
sync_ns() {
    "${FIRST[@]}" fio --name=sync --directory="$DISK" --size=1M --bs=4k --rw=write \
        --overwrite=1 --fdatasync=1 --time_based --runtime=2 --output-format=json |
        jq '.jobs[0].sync.lat_ns.percentile."50.000000"'
}

# A bare flush lies between the rig's 4 ms and what an overwrite takes with fio.
flushes_cost() {
    local found took
    gauge -d "$DISK" --size 16MiB -t 15 disk.fsync.append disk.fsync.overwrite \
        disk.fsync.flush || return 1
    took=$(sync_ns)
    found=$(of disk.fsync.flush latency.p50)
    least "$found" 4000000 && least "$took" "$((found * 9 / 10))" &&
        near "$(of disk.fsync.overwrite latency.p50)" "$took" 10 &&
        near "$(of disk.fsync.append latency.p50)" "$((2 * took))" 10
}

@test "a flush that takes 4 ms: append needs two, overwrite one" {
    [ -e /usr/include/nbdkit-plugin.h ] || skip 'no nbdkit headers'
    rig_compile flush_cost -shared -fPIC
    rig_nbd "$BUILT" size=256M flush-us=4000
    rig_format ext4
    holds flushes_cost
}

@test "a disk that slows down in mid-run is marked, not passed" {
    throttle_disk read_iops 2000
    gauge -d "$DISK" --size 64MiB -t 8 disk.read.4k.q1 &
    run=$!
    sleep 3
    echo "$LOOP_DEV 300" >"$GROUP/blkio.throttle.read_iops_device"
    wait "$run"
    says "$(of disk.read.4k.q1 'marks[].id')" 'burst|drifting'
}
