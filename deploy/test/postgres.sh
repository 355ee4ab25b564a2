#!/usr/bin/env bash
# Tries deploy/postgres on a PostgreSQL of this machine (PG_BIN names its programs; Debian: apt-get install postgresql): a standby, a
# failover while a client writes, a restore to an instant. Prints what it measured. Exit code 3: a program is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

PG_BIN=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)}
if [ ! -x "${PG_BIN:-}/pg_basebackup" ]; then
  echo "Not tried: PostgreSQL with pg_basebackup is missing (Debian: apt-get install postgresql; or PG_BIN=…)."
  exit 3
fi
# PostgreSQL does not run as root.
if [ "$(id -u)" = 0 ]; then
  shared=$(mktemp -d)
  cp -a "$here" "$shared/deploy"
  chmod -R a+rX "$shared"
  trap 'rm -rf "$shared"' EXIT
  cd /
  runuser -u postgres -- env PG_BIN="$PG_BIN" "$shared/deploy/test/postgres.sh"
  exit
fi
export PATH="$PG_BIN:$PATH"
base=$(mktemp -d)
ONE=${ONE:-54411} TWO=${TWO:-54412} THREE=${THREE:-54413}
export PGUSER=postgres PGPASSWORD=trial PGHOST=127.0.0.1 ARCHIVE=$base/archive PGDATABASE=postgres
stop() { pg_ctl --pgdata="$1" --mode=immediate --silent stop 2>/dev/null || true; }
finish() { for folder in one two three; do stop "$base/$folder"; done; rm -rf "$base"; }
trap finish EXIT
ms() { date +%s%3N; }
sql() { psql --no-psqlrc --quiet --tuples-only --no-align --port="$1" --command="$2"; }
start() { pg_ctl --pgdata="$1" --log="$1.log" --options="-p $2 -k $base" --wait --silent start; }
fail() { echo "FAILED: $1" >&2; exit 1; }

mkdir "$ARCHIVE"
initdb --pgdata="$base/one" --auth=scram-sha-256 --pwfile=<(echo trial) --data-checksums --no-sync >/dev/null
grep -v '^#' "$here/postgres/primary.conf" >> "$base/one/postgresql.conf"
cat >> "$base/one/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
archive_mode = on
archive_timeout = 60
archive_command = '"$here/postgres/archive.sh" %p %f'
CONF
echo 'host replication replicator 127.0.0.1/32 scram-sha-256' >> "$base/one/pg_hba.conf"
start "$base/one" "$ONE"
sql "$ONE" "create role replicator login replication password 'trial'"
printf 'secret' > "$base/password"
PGPORT=$ONE HARBOUR_PASSWORD_FILE=$base/password "$here/postgres/init-database.sh" >/dev/null
[ "$(sql "$ONE" "select rolsuper from pg_roles where rolname = 'harbour_service'")" = f ] || fail 'the service is a superuser'
echo "init-database.sh: role and database of the service, PostgreSQL $(sql "$ONE" 'show server_version')"

began=$(ms)
PGUSER=replicator PGPORT=$ONE "$here/postgres/replica.sh" "$base/two" standby_two 2>/dev/null
start "$base/two" "$TWO"
until [ "$(sql "$ONE" "select count(*) from pg_stat_replication where application_name = 'standby_two' and state = 'streaming'")" = 1 ]; do sleep 0.2; done
echo "replica.sh: streaming after $(($(ms) - began)) ms"
if PGUSER=replicator PGPORT=$ONE "$here/postgres/replica.sh" "$base/two" again 2>/dev/null; then fail 'a database was replaced'; fi
if PGPORT=$TWO "$here/postgres/promote.sh" 127.0.0.1 "$ONE" >/dev/null 2>&1; then fail 'promoted beside a primary that answers'; fi

# A client that writes, at either server, and keeps what was acknowledged.
sql "$ONE" 'create table written (n int primary key, at timestamptz default clock_timestamp())'
pg_basebackup --port="$ONE" --pgdata="$base/backup" --wal-method=none --checkpoint=fast --no-sync 2>/dev/null
(
  n=0
  while [ ! -e "$base/end" ]; do
    n=$((n + 1))
    for port in "$ONE" "$TWO"; do
      if sql "$port" "insert into written values ($n)" 2>/dev/null; then echo "$n $(ms)" >> "$base/acknowledged"; break; fi
    done
  done
) &
writer=$!
sleep 4
instant=$(sql "$ONE" 'select clock_timestamp()')
at_instant=$(sql "$ONE" "select count(*) from written where at <= '$instant'")
sleep 1
sql "$ONE" 'select pg_switch_wal()' >/dev/null
sleep 1
killed=$(ms)
kill -9 "$(head -1 "$base/one/postmaster.pid")"
# What an operator or an orchestrator does, once it knows.
PGPORT=$TWO "$here/postgres/promote.sh" 127.0.0.1 "$ONE" >/dev/null
promoted=$(($(ms) - killed))
sleep 3
touch "$base/end"
wait "$writer"
gap=$(awk 'NR > 1 && $2 - last > most { most = $2 - last } { last = $2 } END { print most }' "$base/acknowledged")
cut -d' ' -f1 "$base/acknowledged" | sort > "$base/acknowledged.sorted"
sql "$TWO" 'select n from written' | sort > "$base/kept"
lost=$(comm -23 "$base/acknowledged.sorted" "$base/kept" | wc -l)
echo "promote.sh: the standby is the primary after $promoted ms; the longest pause of the writer $gap ms; $lost of $(wc -l < "$base/acknowledged") acknowledged writes lost"
[ "$gap" -le 30000 ] || fail 'the pause is longer than 30 s'

"$here/postgres/restore-to.sh" "$base/backup" "$base/three" "$instant" >/dev/null
start "$base/three" "$THREE"
until [ "$(sql "$THREE" 'select pg_is_wal_replay_paused()')" = t ]; do sleep 0.2; done
restored=$(sql "$THREE" 'select count(*) from written')
echo "restore-to.sh: $restored rows at $instant, of $at_instant at that instant"
[ "$restored" -ge "$((at_instant - 1))" ] && [ "$restored" -le "$((at_instant + 1))" ] || fail 'another state was restored'
echo ok
