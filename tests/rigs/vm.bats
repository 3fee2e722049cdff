#!/usr/bin/env bats
# An older kernel with control groups of version 2, NVMe drives of blocks of 4096 bytes
# and of two paths, drives that somebody else limits, a drive that fails, CPUs taken
# offline: a virtual machine is booted once, vm_guest.sh does all of it there, and the
# tests look at the documents.
load rig
load vm

setup_file() {
    export VM=$BATS_FILE_TMPDIR
    RIGS=$BATS_TEST_DIRNAME
    vm_lacks >"$VM/why" || return 1
    [ ! -s "$VM/why" ] || return 0
    vm_kernel 2>"$VM/kernel.err" || {
        tail -n 1 "$VM/kernel.err" >"$VM/why"
        return 0
    }
    vm_image "$VM/initrd" && vm_drives && vm_run || true
}

# part NAME: takes what this part of the guest left, as `gauge` does.
part() {
    [ ! -s "$VM/why" ] || skip "$(head -n 1 "$VM/why")"
    [ -s "$VM/out/$1.status" ] || {
        echo "the guest did not come to '$1':"
        tail -n 10 "$VM/qemu" "$VM/console"
        return 1
    }
    cp "$VM/out/$1.json" "$RIG/result.json"
    status=$(cat "$VM/out/$1.status")
    complaint=$(cat "$VM/out/$1.err")
    is_document "$RIG/result.json" || {
        echo "no valid document; status $status: $complaint"
        return 1
    }
}

# all_ok: every result has a figure.
all_ok() {
    same "$status" 0
    same "$(word '[.results[] | select(.status != "ok")] | length')" 0
}

# disk_of WHAT: of the drive that the document's first target lies on.
disk_of() {
    word ".targets[0].stack[-1].name as \$n | .host.disks[] | select(.name == \$n) | $1"
}

# A host whose CPUs are taken by others keeps no time, nor does a guest on it, which
# then cannot use an allowance up, either: that is the reason.
guest_had_time() {
    awk '{ exit $1 >= 0.2 }' "$VM/others" ||
        skip 'other work takes the CPUs of this host: no guest keeps its time'
}

# rate ID WANT PERCENT
rate() {
    near "$(of "$1" score)" "$2" "$3" && return
    guest_had_time
    return 1
}

@test "every document of the guest fits its schema" {
    part facts
    "$RIGS/../schema/check" "$RIGS/../documents/unknown.json" || skip 'no ajv to check with'
    "$RIGS/../schema/check" "$VM"/out/*.json
}

@test "an older kernel: its name and its CPUs, some of them offline" {
    part facts
    same "$status" 0
    says "$(word .host.kernel)" "$(cat "$VM/out/kernel")"
    same "$(word '.host.cpu.online | join(" ")')" '0 3'
    same "$(word '.host.cpu.usable | join(" ")')" '0 3'
    same "$(word .host.cpu.usable_cpus)" 2
    says "$(word .host.cpu.usable_reason)" '2 of the 4 CPUs present are offline'
    same "$(word .host.limits.cgroup)" v2
}

@test "NVMe with blocks of 4096 bytes: the facts, and every way to write" {
    part four
    all_ok
    same "$(disk_of .bus)" nvme
    same "$(disk_of .logical_block_bytes)" 4096
    same "$(word .targets[0].direct)" direct
    same "$(word .targets[0].engine)" io_uring
    same "$(word '.results | length')" 5
}

@test "NVMe with two paths: one disk, and the counters of its paths" {
    part paths
    all_ok
    same "$(word '[.targets[0].stack[].kind] | join(" ")')" 'filesystem multipath disk disk'
    near "$(word .targets[0].device_read_bytes)" "$(word .targets[0].own_read_bytes)" 5
}

@test "a drive that somebody else limits to 1000 operations a second" {
    part ops
    all_ok
    for id in disk.read.4k.q1 disk.read.4k.q4 disk.read.4k.q16; do
        rate $id 1000 10
    done
}

@test "what such a limit saves up while CPUs are measured does not count" {
    part between
    all_ok
    for id in disk.read.4k.q1 disk.read.4k.q16; do
        rate $id 1000 10
    done
}

@test "a drive that somebody else limits to 50 MB/s" {
    part bytes
    all_ok
    rate disk.read.1m.q1 50000000 5
    rate disk.read.1m.q4 50000000 5
}

@test "a drive that bursts for some seconds is never a clean pass" {
    part burst
    for id in disk.read.4k.q4 disk.read.4k.q16; do
        says "$(of $id 'marks[].id')" 'burst|drifting' || {
            guest_had_time
            return 1
        }
    done
    echo '{"schema": "assay.profile/1", "source": {"document": "this test"},
        "requirements": [{"what": "disk.read.4k.q16", "at-least": 2000,
            "unit": "IO/s"}]}' >"$RIG/profile.json"
    "$ASSAY" check "$RIG/profile.json" --replay "$RIG/result.json" --json \
        >"$RIG/verdict.json" || true
    says "$(jq -r '.verdicts[0].outcome' "$RIG/verdict.json")" 'fail|undecided'
}

@test "io.max of version 2: found, printed, and the figure" {
    part slow
    all_ok
    same "$(word '[.host.limits.io[] | "\(.operation) \(.value)"] | sort | join(" ")')" \
        'read 500 write 300'
    says "$(word .host.limits.io[0].source)" '/slow/io.max$'
    for id in disk.read.4k.q1 disk.read.4k.q16 disk.write.4k.q4; do
        says "$(of $id 'marks[].id')" limited
    done
    "$ASSAY" report "$RIG/result.json" | grep 'limit  *read 500 IO/s .*/slow/io.max'
    rate disk.read.4k.q1 500 3
    rate disk.read.4k.q16 500 3
    rate disk.write.4k.q4 300 3
}

@test "cpu.max of version 2, of the parent alone: half a CPU" {
    part half
    same "$(word .host.cpu.usable_cpus)" 0.5
    says "$(word .host.cpu.quota_source)" '/half/cpu.max$'
    says "$(word .host.cpu.usable_reason)" quota
    says "$(of cpu.loop 'marks[].id')" throttled
    near "$(word '.results[0] | .score / .per_cpu_second')" 0.5 15
}

@test "cpu.max of version 2, of a group in another: the smaller of the two" {
    part more
    same "$(word .host.cpu.usable_cpus)" 0.5
    says "$(word .host.cpu.quota_source)" '/more/inner/cpu.max$'
}

@test "memory.max of 64 MiB: it shrinks, says so, and is not killed" {
    part tight
    [ "$status" -eq 0 ] || [ "$status" -eq 4 ] # and not 137
    same "$(word .host.memory.limit_bytes)" $((64 << 20))
    says "$(word .host.memory.limit_source)" '/tight/memory.max$'
    same "$(sed -n 's/^oom_kill //p' "$VM/out/tight.events")" 0
    same "$(of memory.read status)" ok
    [ "$(of memory.read working_set_bytes)" -lt $((20 << 20)) ]
    same "$(of disk.read.4k.q1 status)" ok
}

@test "a drive that fails in mid-run: the reason, and the other parts" {
    part weak
    same "$status" 4
    for id in disk.read.4k.q1 disk.fsync.append; do
        same "$(of $id score)" null
        same "$(of $id status)" failed
    done
    says "$(of disk.read.4k.q1 reason)" 'Input/output error'
    same "$(of cpu.loop status)" ok
}
