#!/bin/sh
# in-copy.sh FOLDER SCRIPT: runs SCRIPT as root in a view of this machine whose changes are in memory and gone afterwards.
# FOLDER is /given there. Namespaces can be made inside: the view is the root of its mounts, not a chroot.
set -e
base=$(mktemp -d)
trap 'rmdir "$base"' EXIT
unshare --mount --pid --ipc --fork --kill-child sh -ec '
  base=$1 given=$2 script=$3
  mount --make-rprivate /
  mount -t tmpfs -o size=6g tmpfs "$base"
  mkdir "$base/upper" "$base/work" "$base/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$base/upper,workdir=$base/work" "$base/root"
  mkdir -p "$base/root/given" "$base/root/host"
  mount --bind "$given" "$base/root/given"
  mount --rbind /dev "$base/root/dev"
  mount --rbind /sys "$base/root/sys"
  mount -t proc proc "$base/root/proc"
  cp "$script" "$base/root/given.sh"
  cd "$base/root"
  pivot_root . host
  umount -l /host
  rmdir /host
  exec sh /given.sh
' in-copy "$base" "$1" "$2"
