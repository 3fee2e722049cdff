#!/bin/sh
# What the guest of vm.bats does: its first process, on busybox. Each part leaves a
# document, what went to stderr and the exit status in the folder /out, which is the
# host's. Drives are found by the label of their file system.
set -u
export PATH=/bin:/sbin:/usr/sbin

/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t cgroup2 groups /sys/fs/cgroup
while read -r module; do
    insmod "/modules/$module"
done </modules/order
mount -t 9p -o trans=virtio,version=9p2000.L out /out || reboot -f

groups=/sys/fs/cgroup
cpus=/sys/devices/system/cpu

# Waits for a drive, since controllers are found one after another; sets `device`.
find_drive() { # LABEL
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        device=$(findfs "LABEL=$1") && return
        sleep 0.5
    done
}

drive() { # LABEL
    find_drive "$1"
    mkdir -p "/mnt/$1"
    mount -t ext4 "$device" "/mnt/$1"
}

# Runs assay in a control group.
part() { # NAME GROUP ARGUMENTS...
    name=$1
    into=$groups/$2
    shift 2
    echo "part $name"
    (echo 0 >"$into/cgroup.procs" && exec assay "$@") >"/out/$name.json" \
        2>"/out/$name.err" </dev/null
    echo $? >"/out/$name.status"
}

uname -r >/out/kernel
for label in plain four paths ops bytes burst; do
    drive $label
done
echo 0 >$cpus/cpu1/online
echo 0 >$cpus/cpu2/online
echo '+cpu +memory +io' >$groups/cgroup.subtree_control

part facts . info --json -d /mnt/plain -d /mnt/four -d /mnt/paths

part four . run --json -d /mnt/four --space 180MiB -t 24 disk.read.4k.q1 \
    disk.write.4k.q1 disk.read.1m.q4 disk.fsync.append disk.seq-write
part paths . run --json -d /mnt/paths --size 32MiB -t 6 disk.read.4k.q1 disk.read.1m.q4

part ops . run --json -d /mnt/ops --size 32MiB -t 8 disk.read.4k.q1 disk.read.4k.q4 \
    disk.read.4k.q16
part between . run --json -d /mnt/ops --size 32MiB -t 8 cpu.loop disk.read.4k.q1 \
    disk.read.4k.q16
part bytes . run --json -d /mnt/bytes --size 32MiB -t 6 disk.read.1m.q1 disk.read.1m.q4
part burst . run --json -d /mnt/burst --size 32MiB -t 10 disk.read.4k.q4 \
    disk.read.4k.q16 disk.write.4k.q4 disk.write.4k.q16

# A limit on reads, and another on writes.
find_drive plain
number=$(cat "/sys/class/block/${device##*/}/dev")
mkdir $groups/slow
echo "$number riops=500 wiops=300" >$groups/slow/io.max
part slow slow run --json -d /mnt/plain --size 32MiB -t 16 disk.read.4k.q1 \
    disk.read.4k.q16 disk.write.4k.q4

# Half a CPU for the parent alone, and of a parent that may have more.
mkdir $groups/half $groups/more
echo '50000 100000' >$groups/half/cpu.max
echo '150000 100000' >$groups/more/cpu.max
for parent in half more; do
    echo '+cpu' >$groups/$parent/cgroup.subtree_control
    mkdir $groups/$parent/inner
done
echo '50000 100000' >$groups/more/inner/cpu.max
part half half/inner run --json -t 5 cpu.loop
part more more/inner info --json

mkdir $groups/tight
echo 64M >$groups/tight/memory.max
part tight tight run --quick --json -d /mnt/plain -t 12
cp $groups/tight/memory.events /out/tight.events

# A drive that fails from some moment on: when the fill is over and reads go on, for
# as long as it takes on a slow host.
find_drive weak
size=$(blockdev --getsz "$device")
dmsetup create --noudevsync weak --table "0 $size flakey $device 0 3600 0"
mkdir /mnt/weak
mount -t ext4 /dev/dm-0 /mnt/weak
part weak . run --json -d /mnt/weak --size 16MiB -t 30 --precision 0.001 cpu.loop \
    disk.read.4k.q1 disk.fsync.append &
for _ in $(seq 250); do
    read -r reads _ </sys/block/dm-0/stat
    [ "$reads" -lt 700 ] || break
    sleep 0.1
done
dmsetup suspend --nolockfs --noflush weak
dmsetup load weak --table "0 $size flakey $device 0 0 3600"
dmsetup resume --noudevsync weak
wait

echo 'parts done'
sync
reboot -f
