#!/usr/bin/env bats
# What is behind a directory, and whether the report says so.
load rig

# outcome WORD: gauges DISK in short and expects this word.
outcome() {
    gauge -d "$DISK" --space 32MiB -t 6 disk.read.4k.q1
    same "$(word .targets[0].direct)" "$1"
    says "$(word .targets[0].direct_reason)" '....'
}

# no_speed: memory gives no disk figure at all.
no_speed() {
    same "$(word .results[0].status)" skipped
    same "$(word .results[0].score)" null
    says "$(word .results[0].reason)" 'memory'
    same "$status" 4
}

# overlay: puts an overlay over DISK, which is DISK from then on.
overlay() {
    mkdir "$DISK/upper" "$DISK/work" "$RIG/lower" "$RIG/merged"
    mount -t overlay -o "lowerdir=$RIG/lower,upperdir=$DISK/upper,workdir=$DISK/work" \
        rig "$RIG/merged" || skip 'no overlay here'
    rig_undo rig_umount "$RIG/merged"
    DISK=$RIG/merged
}

@test "ext4 on a disk is direct" {
    rig_disk 100M ext4
    outcome direct
    same "$status" 0
    same "$(word .targets[0].engine)" io_uring
}

@test "xfs on a disk with blocks of 4096 bytes is direct" {
    truncate -s 400M "$RIG/image"
    rig_loop "$RIG/image" --direct-io=on -b 4096
    rig_format xfs
    outcome direct
}

@test "ext4 that journals data is buffered, and marked" {
    rig_disk 100M ext4 data=journal
    outcome buffered
    same "$(word .targets[0].engine)" threads
    says "$(of disk.read.4k.q1 'marks[].id')" buffered
}

@test "buffered reads come from the disk nevertheless" {
    rig_disk 100M ext4 data=journal
    rig_throttle "$LOOP_DEV" read_iops 500
    BEFORE=(rig_inside)
    gauge -d "$DISK" --space 32MiB -t 8 disk.read.4k.q4
    near "$(of disk.read.4k.q4 score)" 500 10
}

@test "buffered writes reach the disk nevertheless" {
    rig_disk 100M ext4 data=journal
    gauge -d "$DISK" --space 32MiB -t 6 disk.write.4k.q1
    awk -v own="$(word .targets[0].own_written_bytes)" \
        -v device="$(word .targets[0].device_written_bytes)" \
        'BEGIN { exit !(device >= own) }' || { show; return 1; }
}

@test "tmpfs is memory: no disk speed is claimed" {
    rig_tmpfs 64m
    outcome memory
    no_speed
}

@test "an overlay over tmpfs is memory" {
    rig_tmpfs 64m
    overlay
    outcome memory
    no_speed
}

@test "an overlay over ext4 is direct" {
    rig_disk 100M ext4
    overlay
    outcome direct
}

@test "an overlay over ext4 that journals data is buffered, and marked" {
    rig_disk 100M ext4 data=journal
    overlay
    outcome buffered
    says "$(of disk.read.4k.q1 'marks[].id')" buffered
}

@test "bindfs is indirect: another process does the I/O" {
    rig_needs bindfs fusermount3
    rig_disk 100M ext4
    mkdir "$RIG/bound"
    bindfs "$DISK" "$RIG/bound" || skip 'bindfs does not mount'
    rig_undo fusermount3 -uz "$RIG/bound"
    DISK=$RIG/bound
    outcome indirect
    says "$(of disk.read.4k.q1 'marks[].id')" indirect
    nothing_left "$DISK"
}

@test "btrfs with compression is direct, and marked compressed" {
    rig_disk 300M btrfs compress-force=zstd
    outcome direct
    says "$(of disk.read.4k.q1 'marks[].id')" compressed
}

@test "zram is memory that looks like a disk" {
    [ -e /sys/class/zram-control/hot_add ] || skip 'no zram here'
    n=$(cat /sys/class/zram-control/hot_add)
    rig_undo eval "echo $n >/sys/class/zram-control/hot_remove"
    echo 256M >"/sys/block/zram$n/disksize"
    LOOP=/dev/zram$n
    LOOP_NAME=zram$n
    rig_format ext4
    outcome memory
    no_speed
}

@test "a file system of 40 MB: a smaller file, and no recipe of 64 MiB" {
    rig_disk 40M ext4
    gauge -d "$DISK" -t 10 disk.read.4k.q1 disk.seq-write disk.rnd-write
    same "$status" 4
    same "$(of disk.read.4k.q1 status)" ok
    [ "$(word .targets[0].file_bytes)" -lt 20000000 ]
    says "$(word .targets[0].file_reason)" 'free space'
    says "$(of disk.read.4k.q1 'marks[].id')" small-file
    for id in disk.seq-write disk.rnd-write; do
        same "$(of $id score)" null
        says "$(of $id reason)" '64 MiB do not fit'
    done
    nothing_left "$DISK"
}

@test "a block device is read, and never opened for writing" {
    rig_needs strace
    truncate -s 64M "$RIG/image"
    rig_loop "$RIG/image"
    before=$(sha256sum <"$RIG/image")
    BEFORE=(strace -f -qq -e trace=openat,open -P "$LOOP" -o "$RIG/trace")
    gauge --device "$LOOP" -t 6 disk.read.4k.q1 disk.write.4k.q1 disk.seq-write
    same "$(of disk.read.4k.q1 status)" ok
    same "$(of disk.write.4k.q1 score)" '' # not even planned
    ! grep -E 'O_RDWR|O_WRONLY' "$RIG/trace"
    same "$(sha256sum <"$RIG/image")" "$before"
}

@test "a block device that is memory is no disk either" {
    rig_tmpfs 80m
    truncate -s 64M "$DISK/image"
    rig_loop "$DISK/image"
    gauge --device "$LOOP" -t 6 disk.read.4k.q1
    same "$status" 4
    same "$(of disk.read.4k.q1 score)" null
    same "$(word .targets[0].direct)" memory
}

@test "a block device as a directory is refused" {
    truncate -s 64M "$RIG/image"
    rig_loop "$RIG/image"
    gauge -d "$LOOP" -t 6 disk.read.4k.q1
    same "$status" 4
    same "$(word .results[0].score)" null
}

@test "several directories are compared in one run, and share the limit on writes" {
    rig_disk 100M ext4
    first=$DISK
    rig_disk 120M ext4
    gauge -d "$first" -d "$DISK" --space 32MiB --max-written 200MiB -t 10 \
        disk.read.4k.q1 disk.write.4k.q1
    same "$(word '.targets | length')" 2
    same "$(word '[.results[] | select(.status == "ok") | .target] | length')" 4
    [ "$(word '[.targets[].own_written_bytes] | add')" -le $((200 << 20)) ]
    [ "$(word '[.targets[].file_bytes] | add')" -le $((32 << 20)) ]
}

@test "directories of one file system share its space" {
    rig_disk 1200M ext4
    mkdir "$DISK/a" "$DISK/b"
    gauge -d "$DISK/a" -d "$DISK/b" -d "$DISK/b/../a" -t 10 disk.read.4k.q1
    same "$status" 0
    same "$(word '.targets | length')" 2 # the third is the first
    [ "$(word '[.targets[].file_bytes] | add')" -le $((128 << 20)) ]
    says "$(word '.targets[1].file_reason')" 'free space allows 64 MiB'
    nothing_left "$DISK/a"
}

@test "a small limit on all writes is kept, and every step that fits gets its rounds" {
    rig_disk 1200M ext4
    gauge -d "$DISK" --max-written 100MiB -t 20 disk.write.4k.q1 disk.write.1m.q4 \
        disk.fsync.append disk.seq-write disk.rnd-write
    same "$status" 4
    for id in disk.write.4k.q1 disk.write.1m.q4 disk.fsync.append; do
        same "$(of $id status)" ok
        [ "$(of $id n)" -ge 7 ]
    done
    for id in disk.seq-write disk.rnd-write; do
        says "$(of $id reason)" '64 MiB.*--max-written'
    done
    says "$(word .targets[0].file_reason)" '--max-written'
    [ "$(word .targets[0].own_written_bytes)" -le $((100 << 20)) ]
    [ "$(word .targets[0].file_bytes)" = $((25 << 20)) ]
}

@test "the recipes get their rounds of a limit on all writes, and keep to it" {
    rig_disk 1200M ext4
    gauge -d "$DISK" --max-written 2GiB -t 40 disk.write.1m.q4 disk.seq-write \
        disk.rnd-write
    same "$status" 0
    [ "$(of disk.write.1m.q4 n)" -ge 7 ]
    [ "$(of disk.seq-write n)" -ge 3 ]
    [ "$(word .targets[0].own_written_bytes)" -le $((2 << 30)) ]
}
