#!/usr/bin/env bats
# Who interrupts a run has its report soon, whatever the run is doing: workers poll, and
# one that waits for a disk is left behind. The bound is far above what it takes, and far
# below the 8 s that the disk here takes to write 64 MiB.
load rig

MOST_S=5

# A disk that writes 8 MB/s.
slow_disk() {
    rig_disk 300M ext4
    sync -f "$DISK"
    rig_throttle "$LOOP_DEV" write_bps 8000000
}

# ended_after SECONDS SIGNAL STATUS WORDS...: a run of those is ended so.
ended_after() {
    local seconds=$1 signal=$2 want=$3 begun took pid reader
    shift 3
    mkfifo "$RIG/pipe"
    cat "$RIG/pipe" >"$RIG/result.json" 3>&- &
    reader=$!
    ( # rig_inside would be one process more, and the signal its own
        echo "$BASHPID" >"$GROUP/cgroup.procs"
        exec "$ASSAY" run --json -d "$DISK" --space 200MiB "$@" 3>&-
    ) >"$RIG/pipe" 2>"$RIG/stderr" &
    pid=$!
    sleep "$seconds"
    begun=$SECONDS
    kill -"$signal" "$pid"
    status=0
    wait "$pid" || status=$?
    wait "$reader" # who reads all that it writes waits no longer
    rm "$RIG/pipe"
    took=$((SECONDS - begun))
    complaint=$(cat "$RIG/stderr")
    is_document "$RIG/result.json"
    same "$status" "$want"
    same "$(word .complete)" false
    same "$(word .interrupted_by)" "SIG$signal"
    [ "$took" -le "$MOST_S" ] || {
        echo "after $seconds s it took $took s to end: $*"
        show
        return 1
    }
    nothing_left "$DISK"
    until_gone
}

# A thread that is left behind holds its files until the disk has taken their writes.
until_gone() {
    for _ in $(seq 300); do
        [ -n "$(cat "$GROUP/cgroup.procs")" ] || return 0
        sleep 0.1
    done
    echo 'somebody is still there after 30 s'
    return 1
}

@test "an interrupt while a recipe waits for a slow disk" {
    slow_disk
    # 4 s at the most fill the file; then the recipe writes its own.
    for seconds in 6 9; do
        ended_after "$seconds" INT 130 -t 40 disk.seq-write
        same "$(of disk.seq-write status)" skipped
    done
}

@test "an interrupt at ten random moments of a whole run" {
    slow_disk
    for i in 1 2 3 4 5 6 7 8 9 10; do
        if ((i % 2)); then
            ended_after "$((RANDOM % 12)).$((RANDOM % 10))" INT 130 -t 40
        else
            ended_after "$((RANDOM % 12)).$((RANDOM % 10))" TERM 143 -t 40
        fi
    done
}
