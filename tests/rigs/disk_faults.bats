#!/usr/bin/env bats
# Disks that fail: one clear sentence, the other parts still run, exit 4, and nothing
# is left behind.
load rig

# failed PATTERN [STATUS]: the disk step has no figure and says why; the CPU step is fine.
failed() {
    same "$(of disk.read.4k.q1 score)" null
    says "$(of disk.read.4k.q1 reason)" "$1"
    same "$(of cpu.loop status)" ok
    same "$status" "${2:-4}"
}

faulty() {
    gauge -d "$1" --space 32MiB -t 8 cpu.loop disk.read.4k.q1
}

# as_nobody [LAUNCHER...]: an ordinary user gauges next, who can reach the rig's folder.
as_nobody() {
    rig_needs setpriv
    chmod 755 "$RIG"
    install -m 755 "$ASSAY" "$RIG/assay"
    ASSAY=$RIG/assay
    BEFORE=(setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
}

@test "a missing directory" {
    faulty "$RIG/nowhere"
    failed 'nowhere.*No such file or directory'
}

@test "a file in place of a directory" {
    touch "$RIG/file"
    faulty "$RIG/file"
    failed 'file.*Not a directory'
}

@test "a read-only file system" {
    rig_disk 60M ext4
    mount -o remount,ro "$DISK"
    faulty "$DISK"
    failed 'Read-only file system'
}

@test "a directory without permission, as an ordinary user" {
    mkdir -m 700 "$RIG/closed"
    as_nobody
    faulty "$RIG/closed"
    failed 'Permission denied'
}

@test "an ordinary user with no locked memory gauges all the same" {
    mkdir -m 777 "$RIG/open"
    as_nobody bash -c 'ulimit -l 0; exec "$@"' -
    faulty "$RIG/open"
    same "$status" 0
    same "$(of disk.read.4k.q1 status)" ok
    says "$(word .targets[0].engine)" 'libaio|io_uring'
    nothing_left "$RIG/open"
}

@test "memory for a shallow ring alone: an engine that does every depth, and the reason" {
    mkdir -m 777 "$RIG/open"
    as_nobody bash -c 'ulimit -l 8; exec "$@"' -
    gauge -d "$RIG/open" --space 32MiB -t 8 disk.read.4k.q1 disk.read.4k.q16
    same "$status" 0
    same "$(of disk.read.4k.q16 status)" ok
    same "$(word .targets[0].engine)" libaio
    says "$(word .targets[0].engine_reason)" 'locked memory'
}

@test "a full disk" {
    rig_disk 40M ext4
    dd if=/dev/zero of="$DISK/taken" bs=1M status=none || true
    faulty "$DISK"
    failed 'free'
    rm "$DISK/taken"
    nothing_left "$DISK"
}

@test "a disk that has less than it says (ENOSPC at fallocate): a smaller file" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null -e trace=fallocate
        -e inject=fallocate:error=ENOSPC:when=1)
    faulty "$DISK"
    same "$(of disk.read.4k.q1 status)" ok
    says "$(word .targets[0].file_reason)" 'gives no more'
    nothing_left "$DISK"
}

@test "a quota (EDQUOT): a smaller file, or the reason" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null -e trace=fallocate
        -e inject=fallocate:error=EDQUOT)
    faulty "$DISK"
    failed 'quota'
    nothing_left "$DISK"
}

@test "a limit on file sizes (EFBIG): a smaller file" {
    rig_disk 100M ext4
    BEFORE=(bash -c 'ulimit -f 8192; exec "$@"' -)
    faulty "$DISK"
    same "$status" 0
    same "$(word .targets[0].file_bytes)" 8388608
    says "$(word .targets[0].file_reason)" 'ulimit -f'
}

@test "a thin disk that runs out in mid-write" {
    rig_tmpfs 40m
    truncate -s 300M "$DISK/thin"
    rig_loop "$DISK/thin"
    rig_format ext4
    gauge -d "$DISK" --size 100MiB -t 8 cpu.loop disk.read.4k.q1
    same "$status" 4
    same "$(of disk.read.4k.q1 score)" null
    same "$(of cpu.loop status)" ok
}

# A FUSE file system that fails as "$RIG/faults" says; sets SERVER, its pid.
mount_fuse() {
    [ -e /usr/include/fuse3/fuse.h ] || skip 'no libfuse3 headers'
    rig_compile faulty_fs -I/usr/include/fuse3 -lfuse3
    mkdir "$RIG/fuse"
    FAULTS=$RIG/faults "$BUILT" -f "$RIG/fuse" 3>&- &
    SERVER=$!
    rig_undo kill -KILL $SERVER # the file system ends with it, and whoever hangs in it
    for _ in $(seq 50); do
        ! mountpoint -q "$RIG/fuse" || break
        sleep 0.1
    done
    mountpoint -q "$RIG/fuse" || skip 'FUSE does not mount'
    rig_undo fusermount3 -uz "$RIG/fuse"
}

# faulty_fuse OPERATION ERRNO AFTER: gauges one.
faulty_fuse() {
    mount_fuse
    echo "$1 $2 $3" >"$RIG/faults"
    faulty "$RIG/fuse"
}

# One whose server answers nothing any more, at "$RIG/fuse", and a sound directory.
dead_fuse() {
    mount_fuse
    mkdir "$RIG/sound"
    sleep 1.5 # the kernel believes for a second what it was told last
    kill -STOP "$SERVER"
    rig_undo kill -CONT "$SERVER"
    BEFORE=(timeout 100)
}

@test "EIO while filling" {
    faulty_fuse write 5 8000000
    failed 'Input/output error'
}

@test "ENOSPC while filling: what was filled is used" {
    faulty_fuse write 28 16000000
    same "$status" 0
    same "$(of disk.read.4k.q1 status)" ok
    says "$(word .targets[0].file_reason)" 'full after'
}

@test "EIO on read" {
    faulty_fuse read 5 9000000
    failed 'Input/output error'
}

@test "EIO on the flush after filling" {
    faulty_fuse fsync 5 0
    failed 'fdatasync.*Input/output error'
}

@test "EROFS in mid-run" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null -e trace=pwrite64
        -e inject=pwrite64:error=EROFS:when=100+)
    gauge -d "$DISK" --space 32MiB -t 8 cpu.loop disk.write.4k.q1
    same "$status" 4
    says "$(of disk.write.4k.q1 reason)" 'Read-only file system'
    same "$(of cpu.loop status)" ok
    nothing_left "$DISK"
}

@test "a short read is an error, not a faster disk" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null -e trace=pread64
        -e inject=pread64:retval=512:when=50+)
    faulty "$DISK"
    failed 'moved only 512'
}

@test "interrupted calls are repeated" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null
        -e trace=pread64,io_uring_enter,fallocate,fdatasync
        -e inject=pread64:error=EINTR:when=20+20
        -e inject=io_uring_enter:error=EINTR:when=1+10
        -e inject=fallocate:error=EINTR:when=1
        -e inject=fdatasync:error=EINTR:when=1)
    gauge -d "$DISK" --space 32MiB -t 8 disk.read.4k.q1 disk.read.4k.q16
    same "$status" 0
}

@test "a failing flush fails the step" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o /dev/null -e trace=fdatasync
        -e inject=fdatasync:error=EIO:when=8+)
    gauge -d "$DISK" --space 32MiB -t 8 cpu.loop disk.fsync.append
    same "$status" 4
    says "$(of disk.fsync.append reason)" 'fdatasync.*Input/output error'
}

@test "io_uring denied by seccomp: libaio, with the reason" {
    rig_compile deny
    rig_disk 100M ext4
    BEFORE=("$BUILT" 425:1 --)
    faulty "$DISK"
    same "$status" 0
    same "$(word .targets[0].engine)" libaio
    says "$(word .targets[0].engine_reason)" 'io_uring.*not permitted'
}

@test "no io_uring in the kernel and no AIO left: threads, with both reasons" {
    rig_compile deny
    rig_disk 100M ext4
    BEFORE=("$BUILT" 425:38 206:11 --)
    faulty "$DISK"
    same "$status" 0
    same "$(word .targets[0].engine)" threads
    says "$(word .targets[0].engine_reason)" 'io_uring.*libaio.*fs.aio-max-nr'
}

@test "no statx: careful alignment" {
    rig_compile deny
    rig_disk 100M ext4
    BEFORE=("$BUILT" 332:38 --)
    faulty "$DISK"
    same "$status" 0
    same "$(word .targets[0].direct)" direct
}

@test "a disk that hangs costs its directory, and no other part of the run" {
    mkdir "$RIG/sound"
    faulty() {
        gauge -d "$1" -d "$RIG/sound" --space 32MiB -t 20 cpu.loop disk.read.4k.q1
    }
    faulty_fuse write -1 8000000
    same "$status" 4
    same "$(of cpu.loop status)" ok
    same "$(word "[.results[] | select(.id == \"disk.read.4k.q1\") | .status] | join(\" \")")" \
        'failed ok'
    says "$(word '.results[] | select(.status == "failed") | .reason')" 'did not come back'
}

@test "a dead file system costs its directory, and no other part of the run" {
    dead_fuse
    gauge -d "$RIG/fuse" -d "$RIG/sound" --space 32MiB -t 20 cpu.loop disk.read.4k.q1
    same "$status" 4
    same "$(of cpu.loop status)" ok
    same "$(word '[.results[] | select(.id == "disk.read.4k.q1") | .status] | join(" ")')" \
        'failed ok'
    says "$(word '.results[] | select(.status == "failed") | .reason')" \
        "fuse' did not come back"
}

@test "the facts of other directories are told when a file system is dead" {
    dead_fuse
    status=0
    timeout 100 "$ASSAY" info --json -d "$RIG/fuse" -d "$RIG/sound" \
        >"$RIG/result.json" 2>"$RIG/stderr" || status=$?
    complaint=$(cat "$RIG/stderr")
    is_document "$RIG/result.json"
    same "$status" 4
    says "$complaint" "fuse' did not come back"
    says "$(word '.targets[0].direct_reason')" 'did not come back'
    same "$(word '.targets[1].path')" "$RIG/sound"
    same "$(word '.targets[1].filesystem == null')" false
}

@test "a search for all disks does not ask a dead file system" {
    dead_fuse
    status=0
    complaint=$("${BEFORE[@]}" "$ASSAY" run --dry-run -d all disk.read.4k.q1 2>&1) ||
        status=$?
    [[ $status = 0 || $complaint = *'no writable disk'* ]]
    [[ $complaint != *'did not come back'* ]]
}

# interrupted COMMAND... : while it waits for a dead file system. Had the wait gone on, the
# file system would be said to hang.
interrupted() {
    timeout 100 "$ASSAY" "$@" --json -d "$RIG/fuse" >"$RIG/result.json" \
        2>"$RIG/stderr" 3>&- &
    sleep 1
    kill -INT "$(pgrep -P $!)"
    status=0
    wait $! || status=$?
    complaint=$(cat "$RIG/stderr")
    is_document "$RIG/result.json"
    same "$status" 130
    same "$(word .complete)" false
    same "$(word .interrupted_by)" SIGINT
    [[ $complaint != *hangs* ]]
    [[ $(word .targets[0].direct_reason) != *hangs* ]]
}

@test "the first interrupt ends the wait for a dead file system" {
    dead_fuse
    interrupted run disk.read.4k.q1 cpu.loop
    same "$(word '[.results[].status] | unique | join(" ")')" skipped
    interrupted info
    says "$(word .targets[0].direct_reason)" 'had not answered'
}

@test "the first interrupt ends a plan that waits for a dead file system" {
    dead_fuse
    timeout 100 "$ASSAY" run --dry-run -d "$RIG/fuse" disk.read.4k.q1 \
        >"$RIG/result.json" 2>"$RIG/stderr" 3>&- &
    sleep 1
    kill -INT "$(pgrep -P $!)"
    status=0
    wait $! || status=$?
    [ "$status" = 130 ]
    [ ! -s "$RIG/result.json" ]
    [[ $(cat "$RIG/stderr") != *hangs* ]]
}

@test "a second interrupt ends a run whose process answers nothing" {
    mkdir "$RIG/sound"
    "$ASSAY" run --json -d "$RIG/sound" cpu.loop >/dev/null 2>&1 3>&- &
    run=$!
    sleep 1
    child=$(pgrep -P "$run")
    kill -STOP "$child"
    rig_undo kill -KILL "$child"
    kill -INT "$run"
    sleep 1
    kill -INT "$run"
    status=0
    wait "$run" || status=$?
    [ "$status" = 130 ]
}

@test "no O_TMPFILE: a file that is unlinked at once" {
    rig_needs strace
    rig_disk 100M ext4
    BEFORE=(strace -f -qq -o "$RIG/trace" -e trace=openat,unlinkat,write)
    faulty_without_tmpfile
    same "$status" 0
    nothing_left "$DISK"
}

# FUSE has no O_TMPFILE.
faulty_without_tmpfile() {
    faulty_fuse none 0 0
    DISK=$RIG/fuse
    grep -q 'openat.*O_EXCL.*O_NOFOLLOW' "$RIG/trace"
    name=$(sed -n 's/.*openat([0-9]*, "\(.assay-[0-9a-f]*\)".*/\1/p' "$RIG/trace" |
        head -1)
    says "$name" '^.assay-[0-9a-f]{32}$'
    grep -q "unlinkat.*$name" "$RIG/trace"
}

# A process whose thread waits for a dead disk cannot end, whatever it does: the
# report and the end must come all the same, while the disk still hangs.
@test "a hung disk: the report comes, with the other parts" {
    rig_nbd memory 128M
    rig_format ext4
    # a precision that no step reaches: it is still at work when the disk hangs
    "$ASSAY" run --json -d "$DISK" --space 32MiB -t 30 --precision 0.001 \
        cpu.loop disk.read.4k.q1 \
        >"$RIG/result.json" 2>"$RIG/stderr" 3>&- &
    run=$!
    sleep 3
    kill -STOP "$SERVER"
    rig_undo kill -CONT "$SERVER"
    status=0
    wait "$run" || status=$?
    kill -CONT "$SERVER"
    complaint=$(cat "$RIG/stderr")
    same "$status" 4
    same "$(of cpu.loop status)" ok
    same "$(word .complete)" false
    says "$(of disk.read.4k.q1 reason)" 'did not come back|hangs|timed out'
}
