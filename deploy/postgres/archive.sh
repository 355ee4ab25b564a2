#!/bin/sh
# archive_command: keeps a WAL file in ARCHIVE (a folder on another machine or disk), compressed, and never replaces one.
# Above some 100 GB, and for an archive in S3, use pgBackRest, which does the same in parallel.
set -eu
from=${1:?the file}
name=${2:?its name}
archive=${ARCHIVE:-/var/backups/harbour-wal}
kept=$archive/$name.gz
if [ -e "$kept" ]; then
  # PostgreSQL repeats a file whose success it did not learn of.
  gzip --decompress --stdout "$kept" | cmp --silent - "$from" && exit 0
  echo "$kept exists with other contents" >&2
  exit 1
fi
gzip --fast --stdout "$from" > "$kept.partial"
sync "$kept.partial"
mv "$kept.partial" "$kept"
