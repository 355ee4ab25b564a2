#!/usr/bin/env bash
# Counts the connections of running processes to PostgreSQL while they work, and fails above the limit of their role (docs/scaling.md):
#   deploy/test/connections.sh DATABASE_PORT SECONDS        (as root or the service's account, on the node)
# Load them meanwhile (npm run bench -- api, or the site's own visitors). Exit code 3: a program is missing.
set -euo pipefail
port=${1:?the port of PostgreSQL} seconds=${2:-30}
command -v ss >/dev/null || { echo 'Not tried: ss is missing (Debian: apt-get install iproute2).'; exit 3; }
# By pid: the most that were seen at once.
declare -A most title
end=$((SECONDS + seconds))
while [ "$SECONDS" -lt "$end" ]; do
  while read -r count pid; do
    title[$pid]=$(tr '\0' ' ' < "/proc/$pid/cmdline" 2>/dev/null || true)
    [ "${most[$pid]:-0}" -ge "$count" ] || most[$pid]=$count
  done < <(ss -Htnp state established "dport = :$port" | grep -o 'pid=[0-9]*' | sort | uniq -c | sed 's/pid=//')
  sleep 0.2
done
failed=0
for pid in "${!most[@]}"; do
  case ${title[$pid]} in
    'harbour web'*) limit=10 ;;
    'harbour worker'* | 'harbour encoder'*) limit=8 ;;
    *) continue ;;
  esac
  echo "${title[$pid]}($pid): ${most[$pid]} connections at most, of $limit"
  [ "${most[$pid]}" -le "$limit" ] || failed=1
done
exit "$failed"
