#!/usr/bin/env bats
# CPUs of known number and speed: quotas, cpusets, affinity, and memory limits, by
# control groups of our own. What a rig fixes is asserted, nothing else.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    result=$BATS_TEST_TMPDIR/result.json
    groups=()
    rivals=()
    cd "$BATS_TEST_TMPDIR" || return 1
}

teardown() {
    kill "${rivals[@]}" 2>/dev/null || true
    for group in "${groups[@]}"; do
        rmdir "$group"
    done
}

# Makes a control group below the version 1 hierarchy of a controller.
make_group() { # CONTROLLER NAME
    group=/sys/fs/cgroup/$1/$2
    [ -w "/sys/fs/cgroup/$1" ] || skip "no writable control groups of version 1 for '$1'"
    mkdir "$group"
    groups=("$group" "${groups[@]}")
}

in_group() { # COMMAND...
    # shellcheck disable=SC2016 # expanded by the inner shell
    sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" "$@"
}

value() {
    jq -r "$1" "$result"
}

quota_group() { # QUOTA_US PERIOD_US
    make_group cpu "assay-rig-$$"
    echo "$2" >"$group/cpu.cfs_period_us"
    echo "$1" >"$group/cpu.cfs_quota_us"
    # Ahead of whatever else runs here: then the quota alone holds us back.
    echo 200000 >"$group/cpu.shares"
}

near() { # VALUE WANTED SHARE
    awk -v v="$1" -v w="$2" -v s="$3" \
        'BEGIN { d = v / w - 1; exit !(d < s && d > -s) }' ||
        { echo "$1 is not within $3 of $2"; return 1; }
}

@test "half a CPU is half a CPU: in the facts and in the scores" {
    quota_group 50000 100000
    in_group "$assay" run cpu.loop --json >"$result"
    [ "$(value .host.cpu.usable_cpus)" = 0.5 ]
    [[ $(value .host.cpu.usable_reason) == *quota* ]]
    near "$(value '.results[0] | .score / .per_cpu_second')" 0.5 0.05
    [[ $(value '[.results[0].marks[].id] | join(" ")') == *throttled* ]]
}

@test "a quarter of a CPU in short periods" {
    quota_group 5000 20000
    in_group "$assay" run cpu.loop --json >"$result"
    [ "$(value .host.cpu.usable_cpus)" = 0.25 ]
    near "$(value '.results[0] | .score / .per_cpu_second')" 0.25 0.05
}

@test "a quota on the parent alone counts" {
    quota_group 50000 100000
    parent=$group
    mkdir "$parent/child"
    groups=("$parent/child" "${groups[@]}")
    group=$parent/child
    in_group "$assay" info --json >"$result"
    [ "$(value .host.cpu.usable_cpus)" = 0.5 ]
    [[ $(value .host.cpu.quota_source) == "$parent"/* ]]
}

@test "short slices are left out under a quota, with the reason" {
    quota_group 50000 100000
    in_group "$assay" run --dry-run >"$result"
    grep -q 'os.syscall .*left out: a CPU quota' "$result"
}

@test "what shares a core cannot be told under a quota" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU has no pairs"
    quota_group 150000 100000
    in_group "$assay" run cpu.pairs --json >"$result" || [ $? = 4 ]
    [[ $(value '.results[0].reason') == 'cannot tell:'*quota* ]]
}

@test "what shares a core cannot be told beside other work" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU has no pairs"
    for cpu in 0 1; do
        taskset -c "$cpu" sh -c 'while :; do :; done' 3>&- &
        rivals+=($!)
    done
    "$assay" run cpu.pairs --json >"$result"
    kill "${rivals[@]}"
    [[ $(value '.results[0].conclusion') == 'cannot tell:'* ]]
    [ "$(value '.results[0].pairs[0].sharing')" = null ]
}

@test "one CPU by taskset" {
    taskset -c 0 "$assay" run --quick cpu.scaling --json >"$result"
    [ "$(value '.host.cpu.usable | length')" = 1 ]
    [ "$(value '.results[0].workers')" = 1 ]
    [ "$(value '.host.cpu.usable_reason')" != null ]
}

# Prints the sets of CPUs that the threads of a command were bound to, looked at over and
# over until it ends; the set of threads that are no workers is the mask itself. A child
# of the command measures.
seen_masks() { # COMMAND...
    local command
    "$@" >"$result" 3>&- &
    command=$!
    rivals+=("$command")
    while kill -0 "$command" 2>/dev/null; do
        cat "/proc/$(pgrep -P "$command")"/task/*/status 2>/dev/null || true
        sleep 0.1
    done | sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' | sort -u | tr '\n' ' '
    wait "$command"
}

@test "workers sit each on a CPU of its own" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU leaves no choice"
    [[ " $(seen_masks "$assay" run cpu.scaling --json)" == *' 0 '*' 1 '* ]]
}

@test "workers keep to the one CPU that the mask leaves" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU leaves no choice"
    [ "$(seen_masks taskset -c 1 "$assay" run cpu.scaling --json)" = '1 ' ]
}

@test "one CPU by cpuset" {
    make_group cpuset "assay-rig-$$"
    echo 0 >"$group/cpuset.cpus"
    cat /sys/fs/cgroup/cpuset/cpuset.mems >"$group/cpuset.mems"
    in_group "$assay" run --quick cpu.scaling --json >"$result"
    [ "$(value '.host.cpu.usable | length')" = 1 ]
    [ "$(value '.host.cpu.cpuset | length')" = 1 ]
    [ "$(value '.results[0].workers')" = 1 ]
}

@test "64 MiB of memory: it shrinks, says so, and is not killed" {
    make_group memory "assay-rig-$$"
    echo $((64 << 20)) >"$group/memory.limit_in_bytes"
    run in_group "$assay" run memory --json
    [ "$status" -eq 4 ] # the libc copy needs 128 MiB
    echo "$output" >"$result"
    [ "$(value '.results[] | select(.id == "memory.copy") | .score')" = null ]
    [[ $(value '.results[] | select(.id == "memory.copy") | .reason') == *128\ MiB* ||
       $(value '.results[] | select(.id == "memory.copy") | .reason') == *64\ MiB* ]]
    [ "$(value '.results[] | select(.id == "memory.read") | .status')" = ok ]
    [ "$(value '.results[] | select(.id == "memory.read") | .working_set_bytes')" -lt $((20 << 20)) ]
}

@test "memory and disk together fit small control groups" {
    make_group memory "assay-rig-$$"
    for mib in 64 150 260; do
        echo $((mib << 20)) >"$group/memory.limit_in_bytes"
        run in_group "$assay" run -d "$BATS_TEST_TMPDIR" --space 128MiB -t 8 \
            memory.copy memory.read disk.seq-write disk.read.4k.q1 --json
        echo "$mib MiB: $status"
        [ "$status" -eq 4 ] # and not 137
        echo "$output" >"$result"
        [ "$(value '.results[] | select(.id == "memory.read") | .status')" = ok ]
        [ "$(value '.results[] | select(.id == "disk.read.4k.q1") | .status')" = ok ]
        [[ $(value '.results[] | select(.id == "memory.copy") | .reason') == *"128 MiB of memory"* ]]
    done
}

@test "a buffer within the caches carries the mark" {
    make_group memory "assay-rig-$$"
    echo $((48 << 20)) >"$group/memory.limit_in_bytes"
    in_group "$assay" run memory.read --json >"$result"
    caches=$(value '[.host.cpu.caches[] | select(.type == "unified")] | max_by(.level).bytes')
    [ "$caches" -gt $((6 << 20)) ] || skip "caches here are smaller than the buffer"
    [[ $(value '[.results[0].marks[].id] | join(" ")') == *cached* ]]
}
