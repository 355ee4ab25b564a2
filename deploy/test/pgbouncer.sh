#!/usr/bin/env bash
# Tries a real PgBouncer between Harbour and PostgreSQL. For DATABASE_URL transaction mode is refused with a sentence, session mode works. For
# DATABASE_POOL_URL, from PgBouncer 1.21 on, a web process works through transaction mode, and is refused where the pooler lacks something.
# Debian: apt-get install postgresql pgbouncer. Exit code 3: a program is missing. BOUNCER names another PgBouncer than Debian's.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PG_BIN=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)}
BOUNCER=${BOUNCER:-$(command -v pgbouncer || ls /usr/sbin/pgbouncer 2>/dev/null || true)}
[ -x "${PG_BIN:-}/initdb" ] || { echo 'Not tried: PostgreSQL is missing (Debian: apt-get install postgresql).'; exit 3; }
[ -n "$BOUNCER" ] || { echo 'Not tried: PgBouncer is missing (Debian: apt-get install pgbouncer).'; exit 3; }
NODE=${NODE:-$(ls "$root"/node_modules/node-linux-*/bin/node | head -1)}

base=$(mktemp -d)
chmod 755 "$base"
# Neither runs as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
[ "$(id -u)" != 0 ] || chown postgres "$base"
PORT=${PORT:-54421} POOLED=${POOLED:-54422}
bouncer=
finish() {
  [ -z "$bouncer" ] || kill "$bouncer" 2>/dev/null || true
  as "$PG_BIN/pg_ctl" --pgdata="$base/db" --mode=immediate --silent stop || true
  rm -rf "$base"
}
trap finish EXIT
cd "$base"
echo trial | as tee "$base/password" >/dev/null
as "$PG_BIN/initdb" --pgdata="$base/db" --auth=md5 --pwfile="$base/password" --no-sync -U postgres >/dev/null
as "$PG_BIN/pg_ctl" --pgdata="$base/db" --log="$base/db.log" --options="-p $PORT -k $base" --wait --silent start
export PGPASSWORD=trial
HARBOUR_PASSWORD_FILE=$base/password PGHOST=127.0.0.1 PGPORT=$PORT PGUSER=postgres "$root/deploy/postgres/init-database.sh" >/dev/null
echo '"harbour_service" "trial"' | as tee "$base/users.txt" >/dev/null

pooled() {
  sed -e "s/port=5432/port=$PORT/; s/^pool_mode = .*/pool_mode = $1/; s#^auth_file = .*#auth_file = $base/users.txt#; s/^listen_port = .*/listen_port = $POOLED/" \
    -e "s/^ignore_startup_parameters = .*/ignore_startup_parameters = $2/; s/^auth_type = .*/auth_type = md5/" \
    "$root/deploy/postgres/pgbouncer.ini" | as tee "$base/pgbouncer.ini" >/dev/null
  printf 'logfile = %s\nunix_socket_dir =\n' "$base/bouncer.log" | as tee -a "$base/pgbouncer.ini" >/dev/null
  as "$BOUNCER" -q "$base/pgbouncer.ini" 2>/dev/null &
  bouncer=$!
  for _ in $(seq 50); do (: > "/dev/tcp/127.0.0.1/$POOLED") 2>/dev/null && break; sleep 0.1; done
}
unpooled() { pkill -P "$bouncer" 2>/dev/null || true; kill "$bouncer" 2>/dev/null || true; wait "$bouncer" 2>/dev/null || true; bouncer=; sleep 0.5; }

export base root NODE PORT POOLED
harbour() {
  (cd "$root" && env NODE_ENV=production TZ=UTC DATA_DIR="$base/data" HARBOUR_DEMO=0 HARBOUR_SANDBOX=0 LOG_LEVEL=warn \
    MASTER_KEY="$(printf '%032d' 7 | base64)" DATABASE_URL="postgres://harbour_service:trial@127.0.0.1:$POOLED/harbour" \
    timeout 300 "$NODE" src/server/main.ts "$@" 2>&1)
}

failed=0
"$BOUNCER" --version | head -1
for ignored in extra_float_digits extra_float_digits,options; do
  pooled transaction "$ignored"
  if found=$(harbour migrate); then echo "FAILED: transaction mode was accepted ($ignored)"; failed=1
  elif [[ $found == *pool_mode=transaction* ]]; then echo "transaction mode, ignoring $ignored: refused: ${found:0:120} …"
  else echo "FAILED: transaction mode ($ignored): $found"; failed=1; fi
  unpooled
done
pooled session extra_float_digits
if found=$(harbour migrate); then echo "session mode: $(tail -1 <<<"$found")"
else echo "FAILED: session mode: $found"; failed=1; fi
unpooled

transactions() {
  sed -e "s/port=5432/port=$PORT/; s#^auth_file = .*#auth_file = $base/users.txt#; s/^listen_port = .*/listen_port = $POOLED/; s/^auth_type = .*/auth_type = md5/" \
    -e "$1" "$root/deploy/postgres/pgbouncer-transactions.ini" | as tee "$base/pgbouncer.ini" >/dev/null
  printf 'logfile = %s\nunix_socket_dir =\n' "$base/bouncer.log" | as tee -a "$base/pgbouncer.ini" >/dev/null
  as "$BOUNCER" -q "$base/pgbouncer.ini" 2>/dev/null &
  bouncer=$!
  for _ in $(seq 50); do (: > "/dev/tcp/127.0.0.1/$POOLED") 2>/dev/null && break; sleep 0.1; done
}
web() {
  env NODE_ENV=production TZ=UTC DATA_DIR="$base/web" HARBOUR_DEMO=0 HARBOUR_SANDBOX=0 LOG_LEVEL=warn HARBOUR_ROLES=web HARBOUR_PREPARE=0 PORT="$WEB_PORT" \
    MASTER_KEY="$(printf '%032d' 7 | base64)" DATABASE_URL="postgres://harbour_service:trial@127.0.0.1:$PORT/harbour" \
    DATABASE_POOL_URL="postgres://harbour_service:trial@127.0.0.1:$POOLED/harbour" "$NODE" "$root/src/server/main.ts" start
}
WEB_PORT=${WEB_PORT:-54423}
version=$("$BOUNCER" --version | sed -n 's/^PgBouncer //p' | head -1)
if [ "$(printf '1.21\n%s\n' "$version" | sort -V | head -1)" != 1.21 ]; then
  echo "Not tried: DATABASE_POOL_URL needs PgBouncer 1.21 or newer, and this is $version."
  exit "$failed"
fi
for lack in 's/^max_prepared_statements = .*/max_prepared_statements = 0/' 's/; set plan_cache_mode = force_generic_plan//'; do
  transactions "$lack"
  if found=$(cd "$root" && timeout 120 "$BASH" -c "$(declare -f web); web" 2>&1); then echo "FAILED: accepted without: $lack"; failed=1
  elif [[ $found == *DATABASE_POOL_URL* ]]; then echo "transactions, $lack: refused: ${found:0:200} …"
  else echo "FAILED: $lack: $found"; failed=1; fi
  unpooled
done
transactions ''
(cd "$root" && web >"$base/web.log" 2>&1) &
web=$!
for _ in $(seq 600); do curl -fsS -o /dev/null "http://127.0.0.1:$WEB_PORT/readyz" 2>/dev/null && break; sleep 0.2; done
"$NODE" "$root/deploy/test/support/pooled-load.ts" "http://127.0.0.1:$WEB_PORT" || failed=1
direct="select count(*) from pg_stat_activity where datname = 'harbour' and pid <> pg_backend_pid()"
echo "connections to PostgreSQL of web and pooler: $(psql -h 127.0.0.1 -p "$PORT" -U postgres -Atc "$direct" harbour)"
cat "$base/web.log"
pkill -P "$web" || true
wait "$web" 2>/dev/null || true
unpooled
exit "$failed"
