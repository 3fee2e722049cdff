#!/usr/bin/env bats
# From a directory to its disks, on stacks built for the purpose: loop devices,
# overlays, btrfs of several devices, memory under a file system.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    result=$BATS_TEST_TMPDIR/result.json
    at=$BATS_TEST_TMPDIR/at
    undo=()
    mkdir "$at"
}

teardown() {
    for step in "${undo[@]}"; do
        eval "$step"
    done
}

value() {
    jq -r "$1" "$result"
}

# The kinds of the layers below a directory, top first.
kinds() { # DIR
    "$assay" info --json -d "$1" >"$result"
    value '[.targets[0].stack[].kind] | join(" ")'
}

attach() { # FILE MIB
    truncate -s "$2M" "$1"
    loop=$(losetup -f --show "$1") || skip "no loop devices"
    undo=("losetup -d $loop" "${undo[@]}")
}

mount_at() { # DIR ARGUMENTS...
    where=$1
    shift
    mkdir -p "$where"
    mount "$@" "$where" || skip "cannot mount: $*"
    undo=("umount $(printf %q "$where")" "${undo[@]}")
}

@test "ext4 on a loop device on a file: down to the disk under the file" {
    below=$(kinds "$BATS_TEST_TMPDIR")
    leaves=$(value '.targets[0].leaves | join(" ")')
    attach "$BATS_TEST_TMPDIR/image" 32
    mkfs.ext4 -q "$loop"
    mount_at "$at/a b" "$loop"
    [ "$(kinds "$at/a b")" = "filesystem loop $below" ]
    [ "$(value '.targets[0].mount_point')" = "$at/a b" ]
    [ "$(value '.targets[0].leaves | join(" ")')" = "$leaves" ]
}

@test "an overlay: down to the file system of its upper folder" {
    mount_at "$at/memory" -t tmpfs tmpfs
    mkdir "$at/memory/upper" "$at/memory/work" "$at/lower"
    mount_at "$at/over" -t overlay overlay \
        -o "lowerdir=$at/lower,upperdir=$at/memory/upper,workdir=$at/memory/work"
    [ "$(kinds "$at/over")" = "filesystem memory" ]
    [ "$(value '.targets[0].memory')" = true ]
}

@test "a file system whose file is in memory is memory" {
    mount_at "$at/memory" -t tmpfs tmpfs
    attach "$at/memory/image" 32
    mkfs.ext4 -q "$loop"
    mount_at "$at/disk" "$loop"
    [ "$(kinds "$at/disk")" = "filesystem loop memory" ]
    [ "$(value '.targets[0].memory')" = true ]
}

@test "btrfs of two devices: both, and its compression" {
    command -v mkfs.btrfs >/dev/null || skip "no mkfs.btrfs"
    mount_at "$at/memory" -t tmpfs tmpfs
    attach "$at/memory/one" 128
    first=$loop
    attach "$at/memory/two" 128
    mkfs.btrfs -q -d raid0 -m raid0 "$first" "$loop" >/dev/null 2>&1
    mount_at "$at/pool" -o compress=zstd "$first"
    [ "$(kinds "$at/pool" | tr ' ' '\n' | grep -c loop)" = 2 ]
    [ "$(value '.targets[0].compressed')" = true ]
}

@test "a mount hidden under another is not the one reported" {
    mount_at "$at/place" -t tmpfs under
    mount_at "$at/place" -t tmpfs over
    kinds "$at/place"
    [ "$(value '.targets[0].source')" = over ]
}
