#!/bin/sh
# Makes a standby of a primary, as the account that runs PostgreSQL there:
#   PGHOST=10.0.0.11 PGUSER=replicator PGPASSFILE=… deploy/postgres/replica.sh /var/lib/postgresql/15/main NAME
# NAME is the standby's slot on the primary. On the primary before:
#   create role replicator login replication password '…';
#   and in pg_hba.conf:  host replication replicator 10.0.0.12/32 scram-sha-256
set -eu
data=${1:?the empty data folder of the standby}
name=${2:?the name of the standby: letters, digits, _}
if [ -e "$data/PG_VERSION" ]; then
  echo "$data has a database. Stop PostgreSQL there and remove it first, if it is to become a standby." >&2
  exit 1
fi
# -R writes standby.signal and the connection; -C makes the slot; checksums of the files are checked on the way.
pg_basebackup --pgdata="$data" --write-recovery-conf --create-slot --slot="$name" --wal-method=stream --checkpoint=fast
# The primary names its standbys so (synchronous_standby_names).
sed -i "s/^primary_conninfo = '/primary_conninfo = 'application_name=$name /" "$data/postgresql.auto.conf"
echo "The standby $name is in $data. Start PostgreSQL there."
