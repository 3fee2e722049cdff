#!/usr/bin/env bats
# The document is valid, and fits its schema, whatever happened to the run.

setup() {
    assay=$(realpath "${ASSAY:-$BATS_TEST_DIRNAME/../../build/assay}")
    check=$BATS_TEST_DIRNAME/../schema/check
    cd "$BATS_TEST_TMPDIR" || return 1
    "$check" "$BATS_TEST_DIRNAME/../documents/unknown.json" ||
        skip "no ajv to check with"
}

# The document in r.json fits, and is read and written again to the same text.
fits() {
    "$check" r.json
    "$assay" report r.json --json | cmp - r.json
}

@test "facts alone" {
    "$assay" info --json -d . >r.json
    fits
}

@test "a run with storage" {
    "$assay" run cpu.loop disk.read.4k.q1 --space 16MiB -q --json >r.json
    fits
}

@test "a directory that is not there" {
    run "$assay" run cpu.loop disk.read.4k.q1 -d ./nowhere -q -o r.json
    [ "$status" -eq 4 ]
    [ "$(jq -r '.results[] | select(.id == "cpu.loop").status' r.json)" = ok ]
    fits
}

@test "interrupted by each signal" {
    for signal in INT TERM HUP; do
        "$assay" run cpu -q --json >r.json &
        sleep 3
        kill -$signal $!
        wait $! && false
        [ "$(jq -r .complete r.json)" = false ]
        [ "$(jq -r .interrupted_by r.json)" = SIG$signal ]
        fits
    done
}

@test "a locale with commas" {
    LC_ALL=de_DE.UTF-8 "$assay" run cpu.loop -q --json >r.json
    fits
}

@test "a CPU whose name is not UTF-8, on another machine" {
    mkdir -p tree/proc tree/sys tree/etc
    printf 'processor\t: 0\nmodel name\t: Bad \377\300\257 \033[31mCPU\n' \
        >tree/proc/cpuinfo
    printf 'PRETTY_NAME="Linux \xe2\x28\xa1"\n' >tree/etc/os-release
    "$assay" info --sysroot tree --json >r.json
    [ "$(jq -r .host.cpu.model r.json | tr -d '\n' | grep -c "$(printf '\357\277\275')")" = 1 ]
    fits
}

@test "judged by a profile" {
    run "$assay" check etcd -d . -t 10 -q -o r.json
    [ "$(jq '.verdicts | length' r.json)" = 1 ]
    fits
}

@test "a replay" {
    "$assay" run cpu.loop -q --json >first.json
    "$assay" run --replay first.json --json >r.json
    fits
}

@test "without the host's name: no trace of it in any format" {
    [ "$(id -u)" -eq 0 ] || skip "naming a host needs root"
    named() { unshare --uts sh -c 'hostname peculiar && exec "$@"' sh "$@"; }
    named "$assay" run cpu.loop -q --json | grep -q peculiar
    named "$assay" run cpu.loop -q --no-host-name --json >r.json
    fits
    for format in $("$assay" list formats | awk 'NR > 1 { print $1 }'); do
        named "$assay" report r.json -f "$format" >report
        [ "$(grep -cF peculiar report)" = 0 ]
    done
}
