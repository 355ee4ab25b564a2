#!/bin/sh
# Restores a base backup (pg_basebackup --pgdata=BACKUP --wal-method=none) and the archive into an empty folder, up to an instant:
#   ARCHIVE=… deploy/postgres/restore-to.sh BACKUP /var/lib/postgresql/15/restored '2026-11-30 08:15:00+00'
# Start PostgreSQL there and look at it; `select pg_wal_replay_resume()` ends the recovery. The master key is not in it: it is MASTER_KEY.
set -eu
backup=${1:?the base backup}
data=${2:?an empty folder}
instant=${3:?an instant such as 2026-11-30 08:15:00+00}
archive=${ARCHIVE:-/var/backups/harbour-wal}
if [ -e "$data/PG_VERSION" ]; then
  echo "$data has a database; name an empty folder." >&2
  exit 1
fi
mkdir -p "$data"
chmod 700 "$data"
cp -a "$backup/." "$data/"
rm -f "$data/postmaster.pid" "$data/standby.signal"
cat >> "$data/postgresql.auto.conf" <<CONF
restore_command = 'gzip --decompress --stdout $archive/%f.gz > %p'
recovery_target_time = '$instant'
recovery_target_action = 'pause'
archive_mode = off
synchronous_standby_names = ''
CONF
: > "$data/recovery.signal"
echo "Restored to $data. Start PostgreSQL there; it replays until $instant."
