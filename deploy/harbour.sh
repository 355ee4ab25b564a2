#!/bin/sh
# Runs a command of Harbour with the settings, the secrets and the account of its systemd units:
#   install -m 0755 deploy/harbour.sh /usr/local/sbin/harbour
#   harbour operators create --email ann@example.org --name 'Ann Lee' --roles administrator
# As root. Settings: /etc/harbour/harbour.env. Secrets: /etc/harbour/secrets, where a file database-url is the setting DATABASE_URL. Files
# that a command writes are written by the account `harbour`, into a folder that is its own.
set -eu
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

# Nothing of the caller's environment but where this finds its own. Settings go into the environment: the arguments of a process are
# read by every account.
if [ -z "${HARBOUR_CLEARED-}" ]; then
  exec env -i PATH=/usr/local/bin:/usr/bin:/bin HARBOUR_CLEARED=1 HARBOUR_PROGRAM="$program" HARBOUR_SETTINGS="$settings" \
    HARBOUR_STATE="$state" HARBOUR_ACCOUNT="$account" "INIT_CWD=$PWD" /bin/sh "$0" "$@"
fi
unset HARBOUR_CLEARED HARBOUR_PROGRAM HARBOUR_SETTINGS HARBOUR_STATE HARBOUR_ACCOUNT
export NODE_ENV=production TZ=UTC HARBOUR_SANDBOX=0
data_dir='' database_url='' media_store=''

# A name of the shell's own is no setting.
keep() {
  case $1 in
    PATH | IFS | HOME | PWD | program | settings | state | account | data_dir | database_url | media_store | line | name | value | file) return ;;
  esac
  export "$1=$2"
}

# As systemd reads an EnvironmentFile, but for lines that go on in the next. Of two lines with one name the later stands.
if [ -r "$settings/harbour.env" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line#"${line%%[![:space:]]*}"}
    name=${line%%=*} value=${line#*=}
    case $name in
      # What runs as a command is no role.
      "$line" | '' | [0-9]* | *[!A-Za-z0-9_]* | HARBOUR_ROLES | HEALTH_PORT) continue ;;
    esac
    value=${value%"${value##*[![:space:]]}"}
    case $value in
      \"*\" | \'*\') value=${value#?} value=${value%?} ;;
    esac
    case $name in
      DATA_DIR) data_dir=$value ;;
      DATABASE_URL) database_url=$value ;;
      MEDIA_STORE) media_store=$value ;;
    esac
    keep "$name" "$value"
  done < "$settings/harbour.env"
fi

for file in "$settings"/secrets/*; do
  # An empty file is no setting.
  if ! [ -f "$file" ] || ! [ -s "$file" ]; then continue; fi
  name=${file##*/}
  case $name in
    # Of the two named ones one is the database's, and one is in the file with the address.
    *[!a-z0-9-]* | database-owner-password | database-password) continue ;;
  esac
  name=$(printf %s "$name" | tr a-z- A-Z_)
  value=$(cat "$file")
  if [ "$name" = DATABASE_URL ]; then database_url=$value; fi
  keep "$name" "$value"
done

# Without a database of its own a node keeps nothing that matters in its folder.
if [ -z "$data_dir" ]; then
  data_dir=$state
  case "$database_url $media_store" in
    ?*' s3://'*) data_dir=$state/command ;;
  esac
  export DATA_DIR="$data_dir"
fi

for node in "$program"/node_modules/node-linux-*/bin/node; do break; done
umask 027
cd "$program"
if [ -z "$account" ]; then exec "$node" src/server/main.ts "$@"; fi
install -d -o "$account" -g "$account" -m 0750 "$state" "$data_dir"
exec setpriv "--reuid=$account" "--regid=$account" --init-groups --no-new-privs -- "$node" src/server/main.ts "$@"
