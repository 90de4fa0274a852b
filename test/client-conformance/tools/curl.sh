#!/bin/sh
# Uploads and submits from a shell. Arguments: base address, key, file.
set -eu
base=$1 key=$2 file=$3
ask() { curl --silent --show-error --fail-with-body --max-time 60 --header "Authorization: Bearer $key" "$@"; echo; }
ask "$base/uploads" --form "file=@$file"
ask "$base/uploads" --form "file=@$file;type=audio/wav"
ask "$base/uploads" --form "file=<$file"
ask "$base/uploads" --header 'Transfer-Encoding: chunked' --form "file=@$file;filename=voice"
ask "$base/uploads" --header 'Expect: 100-continue' --form "file=@$file"
ask "$base/text-to-speech" --header 'Content-Type: application/json' \
  --data '{"script":"Good morning.","voice_id":"en-test"}'
ask "$base/jobs?limit=1"
echo ok
