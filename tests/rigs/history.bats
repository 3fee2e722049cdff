#!/usr/bin/env bats
# A history on storage that does not do as it should. Mounts go with the name space.

setup() {
    [ "$(id -u)" -eq 0 ] || skip "mounting needs root"
    export assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    export documents=$BATS_TEST_DIRNAME/../documents
    export HOME=$BATS_TEST_TMPDIR/home
    unset ASSAY_HISTORY XDG_STATE_HOME STATE_DIRECTORY
    mkdir -p "$HOME"
}

# Runs a script with a small file system of its own at $HOME.
with_small_home() {
    run unshare --mount --propagation private sh -c '
        mount -t tmpfs -o size="$1" tmpfs "$HOME" || exit 99
        '"$2" sh "$1"
}

# Keeps the replay of a document, as a run would.
keep='"$assay" run --replay "$documents/base.json" --save -q'

@test "a read-only home costs the history, not the report" {
    with_small_home 1m 'mount -o remount,ro "$HOME"
        '"$keep"'; echo "status $?"'
    [[ $output == *"BLAKE2b"* ]]
    [[ $output == *"the result is not kept: "*"Read-only file system"* ]]
    [[ $output == *"status 4" ]]
}

@test "a history on a read-only file system can be read" {
    with_small_home 1m '"$assay" history import -q "$documents/runs.jsonl"
        mount -o remount,ro "$HOME"
        "$assay" history -n 1; echo "status $?"
        "$assay" history trend cpu.blake2b | tail -1
        '"$keep"' >/dev/null; echo "status $?"'
    [[ $output == *"0000d001"*"status 0"*"by chance"* ]]
    [[ $output == *"Read-only file system"*"status 4" ]]
}

@test "a full disk costs the new run, not the old ones" {
    with_small_home 256k '"$assay" history import -q "$documents/runs.jsonl"
        "$assay" history >"$BATS_TEST_TMPDIR/before"
        dd if=/dev/zero of="$HOME/filler" bs=4k 2>/dev/null
        '"$keep"'; echo "status $?"
        "$assay" history | cmp - "$BATS_TEST_TMPDIR/before" && echo "all there"
        rm "$HOME/filler"
        '"$keep"' >/dev/null; echo "status $?"
        "$assay" history -n 99 | wc -l'
    [[ $output == *"BLAKE2b"*"the result is not kept: "*"No space left"*"status 4"* ]]
    [[ $output == *"all there"*"status 0"*"18" ]]
}

@test "no room for a history at all" {
    with_small_home 512k 'dd if=/dev/zero of="$HOME/filler" bs=4k 2>/dev/null
        '"$keep"' >/dev/null; echo "status $?"
        rm "$HOME/filler"
        '"$keep"' >/dev/null; echo "status $?"'
    [[ $output == *"the result is not kept"*"status 4"*"status 0" ]]
}

@test "a service keeps its history where systemd says" {
    STATE_DIRECTORY=$BATS_TEST_TMPDIR/state run sh -c "$keep >/dev/null"
    [ "$status" -eq 0 ]
    [ -s "$BATS_TEST_TMPDIR/state/history.db" ]
}

@test "killed again and again while keeping: what is there is whole" {
    for i in $(seq 20); do
        sh -c "exec $keep" >/dev/null 2>&1 &
        sleep "0.0$((i % 5 + 1))"
        kill -KILL $! 2>/dev/null || true
        wait $! 2>/dev/null || true
    done
    run sh -c "$keep >/dev/null"
    [ "$status" -eq 0 ]
    run "$assay" history show latest -f json
    [ "$status" -eq 0 ]
    [[ $output == *'"run_id": "01J9ZK3V6T0000000000000001"'* ]]
}
