# A virtual machine with Debian's kernel, drives that we define, and the binary, for
# vm.bats. It is emulated (TCG), so its CPUs have no speed worth a test.

# Prints what is missing for such a machine, or nothing.
vm_lacks() {
    local tool
    [ "$(uname -m)" = x86_64 ] || echo 'only for x86_64'
    for tool in qemu-system-x86_64 busybox cpio modprobe dmsetup mkfs.ext4 ldd; do
        command -v "$tool" >/dev/null || echo "no $tool here"
    done
}

# vm_kernel: sets KERNEL, a folder beside the binary, fetched once.
vm_kernel() {
    KERNEL=$(dirname "$ASSAY")/rig-kernel
    "$RIGS/../../tools/rig-kernel" "$KERNEL"
}

# vm_modules ROOT MODULE...: copies modules and what they need, and lists them in
# the order in which they can be loaded.
vm_modules() {
    local root=$1 name path version
    shift
    version=$(ls "$KERNEL/lib/modules")
    mkdir "$root/modules"
    for name in "$@"; do
        modprobe -d "$KERNEL" -S "$version" --show-depends "$name" || return 1
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r path; do
        cp "$path" "$root/modules/"
        basename "$path"
    done >"$root/modules/order"
}

# vm_image FILE: the guest's memory file system.
vm_image() {
    local root=$VM/root
    mkdir -p "$root"/{bin,dev,proc,sys,out,mnt,tmp}
    cp "$(command -v busybox)" "$root/bin/busybox"
    ln -s busybox "$root/bin/sh"
    strip -o "$root/bin/assay" "$ASSAY"
    install -m 755 "$RIGS/vm_guest.sh" "$root/init"
    # shellcheck disable=SC2046 # libraries, by the word
    cp --parents -L "$(command -v dmsetup)" \
        $(ldd "$(command -v dmsetup)" | grep -o '/[^ ]*') "$root"
    vm_modules "$root" virtio_pci virtio_blk 9pnet_virtio 9p nvme ext4 dm-flakey ||
        return 1
    (cd "$root" && find . | cpio --quiet -o -H newc) >"$1"
}

# vm_drive NAME [LIMITS]: an empty file system of this label; adds it to DRIVES, the
# emulator's options. What is asked of it is never flushed to our own disk: the
# limits of the rig decide, not that disk.
vm_drive() {
    truncate -s 256M "$VM/$1"
    mkfs.ext4 -q -b 4096 -E nodiscard,lazy_itable_init=0 -L "$1" "$VM/$1" || return 1
    DRIVES+=(-drive "if=none,id=$1,format=raw,cache=unsafe,file=$VM/$1${2:+,$2}")
}

vm_drives() {
    local name limits
    DRIVES=()
    while read -r name limits; do
        vm_drive "$name" "$limits" || return 1
        DRIVES+=(-device "virtio-blk-pci,drive=$name")
    done <<'END'
plain
ops throttling.iops-total=1000
bytes throttling.bps-total=50000000
burst throttling.iops-total=500,throttling.iops-total-max=3000,throttling.iops-total-max-length=3
weak
END
    vm_drive four || return 1
    DRIVES+=(-device "nvme,drive=four,serial=four,logical_block_size=4096,physical_block_size=4096")
    # One name space by two controllers: the kernel hides both paths behind one disk.
    vm_drive paths || return 1
    DRIVES+=(-device "nvme-subsys,id=pair" -device "nvme,serial=pair,subsys=pair"
        -device "nvme,serial=pair,subsys=pair" -device "nvme-ns,drive=paths,nsid=1")
}

# Seconds of CPU time that this host has spent on whatever.
vm_busy() {
    awk -v hz="$(getconf CLK_TCK)" '$1 == "cpu" {
        print ($2 + $3 + $4 + $7 + $8) / hz }' /proc/stat
}

# vm_run: boots it and waits until it ends; documents lie in $VM/out, its console in
# $VM/console, and in $VM/others the share of our CPUs that was not the emulator's.
vm_run() {
    local before begun=$SECONDS TIMEFORMAT='%U %S'
    before=$(vm_busy)
    mkdir "$VM/out"
    {
        time "${FIRST[@]}" timeout -k 5 400 qemu-system-x86_64 -accel tcg,thread=multi \
            -cpu max -smp 4 -m 512 -nodefaults -no-reboot -display none \
            -serial "file:$VM/console" -kernel "$KERNEL/vmlinuz" -initrd "$VM/initrd" \
            -append 'console=ttyS0 quiet panic=-1' \
            -virtfs "local,path=$VM/out,mount_tag=out,security_model=none" \
            "${DRIVES[@]}" </dev/null >"$VM/qemu" 2>&1 3>&-
    } 2>"$VM/times"
    awk -v busy="$(vm_busy)" -v before="$before" -v cpus="$(nproc)" \
        -v seconds=$((SECONDS - begun + 1)) \
        '{ print (busy - before - $1 - $2) / (cpus * seconds) }' "$VM/times" >"$VM/others"
}
