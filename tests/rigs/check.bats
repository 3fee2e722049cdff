#!/usr/bin/env bats
# Judging real storage: memory passes nothing, the tested directory is named, and
# nothing is left in it, however the run ends.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    dir=$BATS_TEST_TMPDIR/data
    mkdir -p "$dir"
}

teardown() {
    if mountpoint -q "$dir"; then
        umount "$dir"
    fi
}

on_tmpfs() {
    mount -t tmpfs -o size=512m tmpfs "$dir" || skip "no tmpfs can be mounted"
}

short_machine() {
    "$assay" machine --base-path "$dir" --hash-duration 0.2 \
        --verify-duration 0.2 --memory-duration 0.2 --disk-duration 0.5 "$@"
}

@test "memory does not pass for a disk" {
    on_tmpfs
    run "$assay" check gitaly -q --no-host-name -d "$dir"
    [ "$status" -eq 4 ]
    [[ $output == *"UNDECIDED"* ]]
    [[ $output == *"memory"* ]]
    [ -z "$(ls -A "$dir")" ]
}

@test "machine names the directory it tested and leaves it empty" {
    run short_machine --allow-fail
    [ "$status" -eq 0 ]
    [[ $output == *"Disk tested: $dir, "* ]]
    [[ $output == *"From 6 benchmarks in total, "* ]]
    [ -z "$(ls -A "$dir")" ]
}

@test "machine warns of memory and does not measure it" {
    on_tmpfs
    run short_machine
    [ "$status" -eq 1 ]
    [[ $output == *"is in memory"* ]]
    [[ $output == *"Not measured"* ]]
}

@test "machine goes on under a base path that does not exist yet" {
    run short_machine --allow-fail --base-path "$dir/node/chains"
    [ "$status" -eq 0 ]
    [[ $output == *"Disk tested: $dir, "* ]]
    [ -z "$(ls -A "$dir")" ]
}

@test "an interrupted machine prints what it has" {
    "$assay" machine --base-path "$dir" --disk-duration 60 \
        >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
    pid=$!
    sleep 2
    kill -TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    grep -q "benchmarks in total" "$BATS_TEST_TMPDIR/out"
    [ -z "$(ls -A "$dir")" ]
}

@test "a killed check leaves nothing behind" {
    "$assay" check polkadot -d "$dir" >/dev/null 2>&1 3>&- &
    pid=$!
    sleep 2
    kill -KILL "$pid"
    wait "$pid" || true
    [ -z "$(ls -A "$dir")" ]
}
