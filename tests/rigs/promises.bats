#!/usr/bin/env bats
# What is announced before a run is kept: time, memory, disk space.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    result=$BATS_TEST_TMPDIR/result.json
    cd "$BATS_TEST_TMPDIR" || return 1
}

value() {
    jq -r "$1" "$result"
}

# The largest resident set in KiB, and the CPU time in ms, of a command.
spent() { # COMMAND...
    /usr/bin/time -o "$BATS_TEST_TMPDIR/spent" -f '%M %U %S' "$@" >/dev/null 2>&1
    awk '{ print $1, ($2 + $3) * 1000 }' "$BATS_TEST_TMPDIR/spent"
}

@test "the facts take under 10 MiB and 100 ms of CPU" {
    read -r kib ms < <(spent "$assay" info)
    echo "$kib KiB, $ms ms"
    [ "$kib" -lt $((10 << 10)) ]
    [ "${ms%.*}" -lt 100 ]
}

@test "a run ends within its budget and two seconds" {
    begun=$(date +%s%N)
    "$assay" -q -t 25 --json >"$result"
    took=$((($(date +%s%N) - begun) / 1000000))
    echo "$took ms"
    [ "$took" -lt 27000 ]
    [ "$(value .complete)" = true ]
}

@test "a run takes the memory that it announces, and at most 64 MiB more" {
    announced=$("$assay" --quick --dry-run memory.read memory.copy disk.read.4k.q1 |
        sed -n 's/^memory *\([0-9]*\) MiB$/\1/p')
    read -r kib _ < <(spent "$assay" run -q memory.read memory.copy disk.read.4k.q1)
    echo "announced $announced MiB, took $((kib >> 10)) MiB"
    [ $((kib >> 10)) -le $((announced + 64)) ]
}

@test "a run takes no more space than it is told, and leaves none behind" {
    before=$(df --output=avail -B1 . | tail -n 1)
    "$assay" run -q --space 64MiB disk.read.4k.q1 disk.fsync.append --json >"$result" &
    pid=$!
    least=$before
    while kill -0 $pid 2>/dev/null; do
        now=$(df --output=avail -B1 . | tail -n 1)
        [ "$now" -lt "$least" ] && least=$now
        sleep 0.1
    done
    wait $pid
    echo "took $(((before - least) >> 20)) MiB"
    [ "$(value '.targets[0].file_bytes')" -le $((64 << 20)) ]
    [ -z "$(find . -mindepth 1 ! -name result.json)" ]
}

# The disk steps that a run makes of itself, the sweep and other deep ones aside.
head_disk() {
    "$assay" --dry-run | awk '$1 ~ /^disk/ && $2 == "head" { print $1 }'
}

@test "the usual disk steps take 25 s at the most, with the fill" {
    mapfile -t steps < <(head_disk)
    [ ${#steps[@]} -ge 10 ]
    planned=$("$assay" run --dry-run "${steps[@]}" |
        sed -n 's/^about \([0-9.]*\) s for .*/\1/p')
    echo "planned: $planned s"
    awk -v s="$planned" 'BEGIN { exit !(s > 0 && s <= 25) }'
    begun=$(date +%s%N)
    "$assay" run -q -t 25 --json "${steps[@]}" >"$result" || true
    took=$((($(date +%s%N) - begun) / 1000000))
    echo "$took ms"
    [ "$took" -lt 27000 ]
    [ "$(value .complete)" = true ]
}

# disk_memory MOST STEP...: the steps announce no more than so many MiB, and take no more
# than that and the program.
disk_memory() {
    most=$1
    shift
    announced=$("$assay" run --dry-run "$@" |
        sed -n 's/^memory *\([0-9]*\)[0-9.]* MiB$/\1/p')
    read -r kib _ < <(spent "$assay" run -q -t 20 "$@")
    echo "announced $announced MiB, took $((kib >> 10)) MiB"
    [ "$announced" -le "$most" ]
    [ $((kib >> 10)) -le $((announced + 16)) ]
}

@test "disk steps take at most 32 MiB of memory, and Substrate's recipes 64 more" {
    mapfile -t steps < <(head_disk)
    mapfile -t plain < <(printf '%s\n' "${steps[@]}" | grep -v -e seq-write -e rnd-write)
    disk_memory 32 "${plain[@]}"
    disk_memory $((32 + 64)) "${steps[@]}"
}
