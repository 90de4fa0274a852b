#!/bin/sh
# The life of the packages of /given/first and /given/next on a machine: installed, used by somebody without rights, replaced
# while they run, removed. Prints "figure VALUE" lines; what goes wrong is a figure, too. Pictures go to /given/pictures.
set -e
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
unset DISPLAY WAYLAND_DISPLAY XDG_CACHE_HOME XDG_CONFIG_HOME NODE_OPTIONS

display=
list() {
  find /usr /etc /var /opt -xdev ! -path '/var/lib/dpkg/*' ! -path '/var/cache/man/*' ! -path '/var/log/*' | sort
}
figure() { echo "figure $1 $2"; }
# timed NAME FILE COMMAND: milliseconds of a command whose output goes to FILE, and its exit code in $code
timed() {
  name=$1; output=$2; shift 2
  begun=$(date +%s%N); code=0
  "$@" >"$output" || code=$?
  figure "$name" "$(( ($(date +%s%N) - begun) / 1000000 ))"
}
as() { runuser -u streamer -- env -i HOME=/home/streamer PATH=/usr/bin:/bin LANG=C.UTF-8 DISPLAY=":$display" "$@"; }

useradd --create-home streamer
cd /home/streamer
list >/before
timed install_ms /given/install.log dpkg --install /given/first/*.deb
figure installed_kb "$(du -sk /usr/lib/guise | cut -f1)"

as guise --version >/given/version
timed selftest_ms /given/selftest as guise-service selftest
figure selftest_code "$code"
# The X server selects a free display: those of this machine are seen from in here too.
Xvfb -displayfd 3 -screen 0 1400x1000x24 3>/display >/dev/null 2>&1 &
screen=$!
while [ ! -s /display ]; do sleep 0.1; done
display=$(cat /display)
timed smoke_ms /given/smoke.json as guise --smoke /home/streamer/pictures
figure smoke_code "$code"
mkdir -p /given/pictures
cp /home/streamer/pictures/* /given/pictures/

as guise >/given/running.log 2>&1 &
running=$!
while [ ! -f /home/streamer/.config/Guise/logs/guise.log ]; do sleep 0.2; done
sleep 5
dpkg --install /given/next/*.deb >>/given/install.log
sleep 2
code=0; kill -0 "$running" || code=$?
figure upgraded_code "$code"
pkill -TERM -u streamer -f launch.mjs
code=0; wait "$running" || code=$?
figure ended_code "$code"
code=0; as guise-service selftest >/given/selftest-upgraded || code=$?
figure upgraded_selftest_code "$code"

timed remove_ms /given/remove.log dpkg --remove guise guise-service guise-common
figure left_in_usr "$(list | comm -13 /before - | grep -c '^/usr' || true)"
dpkg --purge guise guise-service guise-common >>/given/remove.log 2>&1
list | comm -13 /before - >/given/left
figure left "$(wc -l </given/left)"
kill "$screen"
