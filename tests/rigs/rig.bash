# Disks of known speed and known faults, for the tests of this folder.
#
# Every helper that makes something also notes how to unmake it; `teardown` does that
# in the reverse order, also after a failure. Nothing is killed but by its own pid.

ASSAY=${ASSAY:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)/build/assay}
RIGS=$BATS_TEST_DIRNAME
export LC_ALL=C

setup() {
    RIG=$(mktemp -d "${TMPDIR:-/var/tmp}/rig.XXXXXX")
    RIG_UNDO=()
    rig_undo rm -rf --one-file-system "$RIG"
    [ "$(id -u)" = 0 ] || skip 'rigs need root'
    [ -x "$ASSAY" ] || skip "there is no '$ASSAY'"
}

teardown() {
    local i
    for ((i = ${#RIG_UNDO[@]} - 1; i >= 0; i--)); do
        eval "${RIG_UNDO[i]}" >/dev/null 2>&1 || true
    done
}

# Notes a command to be run at the end.
rig_undo() {
    RIG_UNDO+=("$(printf '%q ' "$@")")
}

rig_needs() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || skip "no $tool here"
    done
}

# Ends a process we started and waits for it.
rig_kill() {
    kill "$1" 2>/dev/null
    for _ in $(seq 50); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 "$1" 2>/dev/null
}

# Unmounts what a process that is just ending may still hold.
rig_umount() {
    for _ in 1 2 3 4 5; do
        umount "$1" && return 0
        sleep 0.2
    done
    umount -l "$1"
}

# rig_loop FILE [LOSETUP OPTIONS...]: a loop device on a file; sets LOOP, LOOP_DEV
# ("7:3") and LOOP_NAME.
rig_loop() {
    local file=$1
    shift
    LOOP=$(losetup -f --show "$@" "$file") || skip 'no loop device to be had'
    rig_undo losetup -d "$LOOP"
    LOOP_NAME=$(basename "$LOOP")
    LOOP_DEV=$(cat "/sys/block/$LOOP_NAME/dev")
}

# rig_disk SIZE FILESYSTEM [MOUNT OPTIONS]: an image on this machine's disk, made into
# a file system; sets DISK, its mount point.
rig_disk() {
    truncate -s "$1" "$RIG/image.$1.$2"
    rig_loop "$RIG/image.$1.$2" --direct-io=on
    rig_format "$2" "${3:-}"
}

# rig_format FILESYSTEM [MOUNT OPTIONS]: the same for LOOP as it is.
rig_format() {
    rig_needs "mkfs.$1"
    "mkfs.$1" -q "$LOOP" >/dev/null 2>&1 || skip "cannot make $1"
    DISK=$RIG/disk.$LOOP_NAME
    mkdir "$DISK"
    mount -t "$1" ${2:+-o "$2"} "$LOOP" "$DISK" || skip "cannot mount $1 $2"
    rig_undo rig_umount "$DISK"
}

# rig_tmpfs SIZE: sets DISK.
rig_tmpfs() {
    DISK=$RIG/tmpfs
    mkdir "$DISK"
    mount -t tmpfs -o size="$1" rig "$DISK"
    rig_undo rig_umount "$DISK"
}

# rig_throttle DEVICE WHAT VALUE [WHAT VALUE...]: a control group (version 1) with
# limits, such as read_iops 1000 write_bps 50000000; sets GROUP.
rig_throttle() {
    local device=$1
    shift
    [ -d /sys/fs/cgroup/blkio ] || skip 'no blkio control groups (version 1)'
    GROUP=/sys/fs/cgroup/blkio/rig.$$.$RANDOM
    mkdir "$GROUP" || skip 'cannot make a control group'
    rig_undo rmdir "$GROUP"
    while [ $# -gt 1 ]; do
        echo "$device $2" >"$GROUP/blkio.throttle.$1_device" ||
            skip "cannot throttle $1"
        shift 2
    done
}

# Runs a command inside GROUP.
rig_inside() {
    (
        echo "$BASHPID" >"$GROUP/cgroup.procs"
        exec "$@"
    )
}

# rig_nbd NBDKIT ARGUMENTS...: what nbdkit serves, as LOOP; sets SERVER, its pid.
rig_nbd() {
    rig_needs nbdkit nbdfuse fusermount3
    local fuse=$RIG/nbdfuse.$RANDOM
    mkdir "$fuse"
    "${FIRST[@]}" nbdkit -U "$RIG/nbd.sock" -P "$RIG/nbdkit.pid" "$@" || skip 'nbdkit fails'
    for _ in $(seq 50); do # it goes into the background before it writes this
        [ ! -s "$RIG/nbdkit.pid" ] || break
        sleep 0.1
    done
    SERVER=$(cat "$RIG/nbdkit.pid")
    rig_undo rig_kill "$SERVER"
    "${FIRST[@]}" nbdfuse -C 4 -P "$RIG/nbdfuse.pid" "$fuse" \
        "nbd+unix:///?socket=$RIG/nbd.sock" >/dev/null 2>&1 3>&- &
    rig_undo fusermount3 -uz "$fuse"
    for _ in $(seq 50); do
        [ ! -s "$fuse/nbd" ] || break
        sleep 0.1
    done
    [ -s "$fuse/nbd" ] || skip 'nbdfuse fails'
    rig_loop "$fuse/nbd" --direct-io=on
}

# rig_compile NAME [CC ARGUMENTS...]: makes NAME.c of this folder; sets BUILT.
rig_compile() {
    local name=$1
    shift
    rig_needs cc
    BUILT=$RIG/$name
    cc -O2 -Wall -Wextra -Werror -o "$BUILT" "$RIGS/$name.c" "$@" ||
        skip "cannot build $name"
}

# Rigs and what runs on them come first on a busy host: it is the disk that is to
# decide, not who gets the CPU.
FIRST=(nice -n -20)

# gauge [WORDS...]: runs `assay run` with JSON into $RIG/result.json; sets `status` and
# `complaint`, what it wrote to stderr. BEFORE, an array, may hold a launcher.
gauge() {
    status=0
    "${BEFORE[@]}" "${FIRST[@]}" "$ASSAY" run --json "$@" >"$RIG/result.json" \
        2>"$RIG/stderr" || status=$?
    complaint=$(cat "$RIG/stderr")
    is_document "$RIG/result.json" || {
        echo "no valid document; status $status: $complaint"
        return 1
    }
}

# True for a whole document; jq alone is content with an empty file.
is_document() {
    [ -s "$1" ] && jq -e .schema "$1" >/dev/null 2>&1
}

# One word of the document, by jq.
word() {
    jq -r "$1" "$RIG/result.json"
}

# of ID MEMBER: of a result.
of() {
    word ".results[] | select(.id == \"$1\") | .$2"
}

# Says what was seen when a test is about to fail.
show() {
    echo "status $status; $complaint"
    jq -c '.targets[] | {direct, direct_reason, engine, engine_reason,
        file_bytes, file_reason}' "$RIG/result.json"
    jq -c '.results[] | {id, status, reason, score, n, p50: .latency.p50,
        marks: [.marks[]?.id]}' "$RIG/result.json"
}

# near VALUE WANT PERCENT: VALUE is within so many percent of WANT.
near() {
    awk -v v="$1" -v w="$2" -v p="$3" 'BEGIN {
        if (v == "null" || v < w * (1 - p / 100) || v > w * (1 + p / 100)) {
            print v " is not within " p " % of " w; exit 1 } }' || {
        show
        return 1
    }
}

# least VALUE LEAST
least() {
    awk -v v="$1" -v least="$2" 'BEGIN {
        if (v == "null" || v < least) {
            print v " is below " least; exit 1 } }' || {
        show
        return 1
    }
}

# same GOT WANT
same() {
    [ "$1" = "$2" ] || {
        echo "got '$1', wanted '$2'"
        show
        return 1
    }
}

# says TEXT PATTERN: an extended regular expression.
says() {
    [[ $1 =~ $2 ]] || {
        echo "'$1' does not say '$2'"
        show
        return 1
    }
}

# Nothing of ours is left in a directory, and its space came back.
nothing_left() {
    local left
    left=$(find "$1" -mindepth 1 -not -name lost+found | head -3)
    [ -z "$left" ] || {
        echo "left behind: $left"
        return 1
    }
}
