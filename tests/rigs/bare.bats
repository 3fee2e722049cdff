#!/usr/bin/env bats
# A machine with next to nothing: the binary alone in its root, no /proc, no
# /sys, a read-only root, 64 MiB of memory, and as the first process of a kernel.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    root=$BATS_TEST_TMPDIR/root
    mkdir -p "$root/tmp"
    cp "$assay" "$root/assay"
}

teardown() {
    [ -z "${group-}" ] || rmdir "$group"
}

# Runs the binary in its bare root; mounts go with the name space.
bare() {
    unshare --mount --propagation private sh -c '
        root=$1; shift
        mount --bind "$root" "$root"
        for step in $before; do
            case $step in
            proc) mkdir -p "$root/proc"; mount -t proc proc "$root/proc" ;;
            read-only) mount -o remount,bind,ro "$root" ;;
            esac
        done
        exec chroot $as "$root" /assay "$@"' sh "$root" "$@"
}

# One value of a result in the document that the last command printed.
value() {
    jq -r "$1" "$BATS_TEST_TMPDIR/result.json"
}

# Measures little, writes the document, and fails unless all of it was measured.
measures() {
    "$@" --quick --json cpu.loop cpu.scaling memory.read \
        >"$BATS_TEST_TMPDIR/result.json"
    [ "$(value '[.results[] | select(.status == "ok")] | length')" = 3 ]
    [ "$(value '[.results[] | select(.score > 0)] | length')" = 3 ]
}

@test "the facts, with nothing but the binary" {
    run bare info
    [ "$status" -eq 0 ]
    [[ $output == *"system "*"Linux "* ]]
}

@test "a measurement, with nothing but the binary" {
    measures bare
    [ "$(value ".host.cpu.online | length")" -ge 1 ]
    [ "$(value .conditions.load)" = null ]
}

@test "a measurement as nobody" {
    chmod 755 "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR"
    as=--userspec=65534:65534 measures bare
}

@test "a measurement with /proc and without /sys" {
    before=proc measures bare
    [ "$(value .host.memory.total_bytes)" -gt 0 ]
}

@test "a measurement on a read-only root" {
    before=read-only measures bare
}

@test "a measurement in 64 MiB of memory" {
    if [ -d /sys/fs/cgroup/memory ]; then
        group=/sys/fs/cgroup/memory/assay-bare-$$
        limit=memory.limit_in_bytes
    elif grep -qw memory /sys/fs/cgroup/cgroup.subtree_control; then
        group=/sys/fs/cgroup/assay-bare-$$
        limit=memory.max
    else
        skip "no control group for memory"
    fi
    mkdir "$group"
    echo 67108864 >"$group/$limit"
    inside() {
        sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$assay" "$@"
    }
    measures inside
    [ "$(value .host.memory.limit_bytes)" = 67108864 ]
}

# A kernel that is fetched once and never installed.
kernel() {
    kernel=$(dirname "$assay")/rig-kernel
    "$BATS_TEST_DIRNAME/../../tools/rig-kernel" "$kernel" 2>"$BATS_TEST_TMPDIR/why" ||
        skip "$(tail -n 1 "$BATS_TEST_TMPDIR/why")"
}

@test "as the first process of an empty initramfs" {
    [ "$(uname -m)" = x86_64 ] || skip "only for x86_64"
    command -v qemu-system-x86_64 >/dev/null || skip "no qemu-system-x86_64"
    kernel
    cd "$BATS_TEST_TMPDIR" || return
    mkdir image
    strip -o image/init "$assay"
    (cd image && echo init | cpio --quiet -o -H newc) >initrd
    timeout 300 qemu-system-x86_64 -accel tcg -m 512 -smp 2 -cpu max \
        -nographic -no-reboot -nodefaults -serial stdio -kernel "$kernel/vmlinuz" \
        -initrd initrd -append \
        'console=ttyS0 quiet panic=-1 -- --quick -t 30 --no-color cpu.loop memory.read' \
        </dev/null >console 2>&1
    tail -n 100 console
    # It leaves with 0, and a kernel without its first process stops.
    grep -q 'Attempted to kill init! exitcode=0x00000000' console
    grep -q 'machine  *qemu' console
    grep -qE 'Integer loop  *[0-9.]+ [kMG] loops/s' console
    grep -qE 'Memory read  *[0-9.]+ [MG]B/s' console
}
