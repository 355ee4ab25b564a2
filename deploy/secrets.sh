#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets/ (or FOLDER), each in a file; keeps those that exist.
#   deploy/secrets.sh [FOLDER]
# MAIL_URL, the SMS provider's secrets and the webhook of alarms are yours: write them into mail-url, twilio-auth-token, smpp-url, alert-url,
# alert-key. An empty file is no setting. Run it again before an upgrade, and after files were put into edge/tls: it adds what is new and
# closes the folder.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
cd "$folder"

random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
# Letters and digits only, so that it can stand in an address.
word() { head -c 96 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' | head -c 40; }
keep() { [ -s "$1" ] || printf '%s' "$2" > "$1"; }

keep master-key "$(random 32)"
keep metrics-token "$(word)"
keep database-owner-password "$(word)"
keep database-password "$(word)"
keep database-url "postgres://harbour_service:$(cat database-password)@database:5432/harbour"
keep s3-access-key-id "$(word)"
keep s3-secret-access-key "$(word)"
# What nginx has (edge/): a user of the store who may read, and later the keys of grants, from `edge key`. Without them it leaves grants to Harbour.
mkdir -p edge/tls
keep edge/edge-keys.json '{}'
keep edge/store.json "{\"region\":\"us-east-1\",\"accessKeyId\":\"$(word)\",\"secretAccessKey\":\"$(word)\"}"
part() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" edge/store.json; }
identity() { printf '{"name":"%s","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":[%s]}' "$1" "$2" "$3" "$4"; }
# The users of the store of compose.yaml.
keep seaweedfs.json "{\"identities\":[$(identity harbour "$(cat s3-access-key-id)" "$(cat s3-secret-access-key)" '"Admin","Read","Write","List","Tagging"'),$(identity edge "$(part accessKeyId)" "$(part secretAccessKey)" '"Read:harbour"')]}"
for yours in mail-url twilio-auth-token smpp-url alert-url alert-key; do [ -e "$yours" ] || : > "$yours"; done

# Compose mounts these files as they are. The services run as different users, none of which is root: the folder is closed instead.
chmod 700 .
chmod 755 edge edge/tls
for file in * edge/* edge/tls/*; do [ ! -f "$file" ] || chmod 444 "$file"; done
echo "Secrets in $PWD. Keep master-key somewhere else too: without it no film of a backup can be played."
