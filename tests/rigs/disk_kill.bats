#!/usr/bin/env bats
# However a run ends, its files are gone and their space is free again.
load rig

used() {
    df --output=used -k "$DISK" | tail -1
}

is_partial() {
    is_document "$RIG/out.json" && jq -e '.complete == false' "$RIG/out.json"
}

# ends_by SIGNAL TRIALS STATUS: starts a run, ends it at a random moment, and looks.
ends_by() {
    rig_disk 200M ext4
    sync -f "$DISK"
    local before pid code i
    before=$(used)
    for ((i = 0; i < $2; i++)); do
        "$ASSAY" run --json -d "$DISK" --space 64MiB -t 10 disk \
            >"$RIG/out.json" 2>"$RIG/err" 3>&- &
        pid=$!
        sleep "0.$((RANDOM % 900 + 100))"
        kill -"$1" "$pid"
        code=0
        wait "$pid" || code=$?
        nothing_left "$DISK"
        [ "$code" = "$3" ] || {
            echo "trial $i: status $code: $(cat "$RIG/err")"
            return 1
        }
        [ "$1" = KILL ] || is_partial || {
            echo "trial $i: no valid partial document"
            return 1
        }
    done
    # The kernel frees what a killed process held in io_uring a moment later.
    for ((i = 0; i < 50 && $(used) > before + 64; i++)); do
        sync -f "$DISK"
        sleep 0.2
    done
    [ "$(used)" -le $((before + 64)) ] || {
        echo "$(used) KiB are used, $before were before"
        return 1
    }
}

@test "killed at 40 random moments" {
    ends_by KILL 40 137
}

@test "interrupted at 30 random moments: a partial report, status 130" {
    ends_by INT 30 130
}

@test "terminated at 30 random moments: a partial report, status 143" {
    ends_by TERM 30 143
}
