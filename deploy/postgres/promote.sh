#!/bin/sh
# Makes the standby that PGHOST and PGPORT name the primary. The former one must not run any more: two primaries take orders apart, and
# neither can be merged into the other. Fence it first (stop the machine), then:
#   PGHOST=10.0.0.12 PGUSER=postgres deploy/postgres/promote.sh FORMER_HOST FORMER_PORT
set -eu
former=${1:?the host of the former primary}
port=${2:-5432}
if pg_isready --quiet --host="$former" --port="$port" --timeout=3; then
  echo "The primary at $former:$port still answers. Stop it, so that no order is taken there any more." >&2
  exit 1
fi
sql() { psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="$1"; }
if [ "$(sql 'select pg_is_in_recovery()')" != t ]; then
  echo "${PGHOST:-localhost}:${PGPORT:-5432} is no standby." >&2
  exit 1
fi
echo "Last transaction received: $(sql 'select pg_last_xact_replay_timestamp()')"
sql 'select pg_promote(wait => true, wait_seconds => 60)' >/dev/null
[ "$(sql 'select pg_is_in_recovery()')" = f ]
echo "${PGHOST:-localhost}:${PGPORT:-5432} is the primary. Let the name of DATABASE_URL lead there; Harbour connects again by itself."
