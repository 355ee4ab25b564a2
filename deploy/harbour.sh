#!/usr/bin/env bash
# Runs a command of Harbour with the settings, the secrets and the account of its systemd units:
#   install -m 0755 deploy/harbour.sh /usr/local/sbin/harbour
#   harbour operators create --email ann@example.org --name 'Ann Lee' --roles administrator
# As root. Settings: /etc/harbour/harbour.env. Secrets: /etc/harbour/secrets, where a file database-url is the setting DATABASE_URL. Files
# that a command writes are written by the account `harbour`, into a folder that is its own.
set -euo pipefail
program=${HARBOUR_PROGRAM:-/srv/harbour}
settings=${HARBOUR_SETTINGS:-/etc/harbour}
state=${HARBOUR_STATE:-/var/lib/harbour}
account=${HARBOUR_ACCOUNT-harbour}

if [ $# = 0 ]; then
  echo 'Usage: harbour COMMAND …, as after `npm run`: harbour operators list, harbour edge key, harbour backup FOLDER' >&2
  exit 2
fi
if [ -n "$account" ] && [ "$(id -u)" != 0 ]; then
  echo 'Run it as root: sudo harbour …' >&2
  exit 1
fi

declare -A given=()
# As systemd reads an EnvironmentFile, but for lines that go on in the next.
read_settings() {
  local line name value
  [ -r "$1" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    [[ $line =~ ^[[:space:]]*([A-Za-z_][A-Za-z0-9_]*)=(.*)$ ]] || continue
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    value=${value%"${value##*[![:space:]]}"}
    if [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]]; then value=${BASH_REMATCH[1]}; fi
    given[$name]=$value
  done < "$1"
}
read_settings "$settings/harbour.env"
# What runs as a command is no role.
unset 'given[HARBOUR_ROLES]' 'given[HEALTH_PORT]'

if [ -d "$settings/secrets" ]; then
  for file in "$settings"/secrets/*; do
    name=${file##*/}
    # An empty file is no setting. Of the two others one is the database's, and one is in the file with the address.
    [[ -f $file && -s $file && $name =~ ^[a-z0-9-]+$ && $name != database-owner-password && $name != database-password ]] || continue
    name=${name^^}
    given[${name//-/_}]=$(cat "$file")
  done
fi

# Without a database of its own a node keeps nothing that matters in its folder.
if [ -z "${given[DATA_DIR]:-}" ]; then
  given[DATA_DIR]=$state
  if [[ -n ${given[DATABASE_URL]:-} && ${given[MEDIA_STORE]:-} == s3://* ]]; then given[DATA_DIR]=$state/command; fi
fi

variables=(PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production TZ=UTC HARBOUR_SANDBOX=0 "INIT_CWD=$PWD")
for name in "${!given[@]}"; do variables+=("$name=${given[$name]}"); done

as=()
if [ -n "$account" ]; then
  install -d -o "$account" -g "$account" -m 0750 "$state" "${given[DATA_DIR]}"
  as=(setpriv "--reuid=$account" "--regid=$account" --init-groups --no-new-privs --)
fi
nodes=("$program"/node_modules/node-linux-*/bin/node)
umask 027
cd "$program"
exec env -i "${variables[@]}" "${as[@]}" "${nodes[0]}" src/server/main.ts "$@"
