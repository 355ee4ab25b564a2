#!/bin/sh
# Runs once, in the empty database of the postgres image: the service's own role, which is no superuser, and the ledger's, whose tables
# the service may read and add to, nothing else (docs/operations/database.md).
# Elsewhere, as the superuser of the database; - is the standard input, for an account that cannot read the file:
#   cat /etc/harbour/secrets/database-password | runuser -u postgres -- env HARBOUR_PASSWORD_FILE=- deploy/postgres/init-database.sh
set -eu
password=$(cat "${HARBOUR_PASSWORD_FILE:-/run/secrets/database-password}")
psql -v ON_ERROR_STOP=1 -v password="$password" --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
create role harbour_service login password :'password';
create role harbour_ledger;
-- From PostgreSQL 16 on the service can become harbour_ledger, but has none of its rights otherwise.
select case when current_setting('server_version_num')::int >= 160000
  then 'grant harbour_ledger to harbour_service with inherit false, set true'
  else 'drop role harbour_ledger' end
\gexec
create database harbour owner harbour_service template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8';
\connect harbour
revoke all on database harbour from public;
SQL
