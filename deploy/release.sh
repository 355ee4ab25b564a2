#!/usr/bin/env bash
# Puts the commit that is checked out in this clone into a folder of its own, builds it there, and lets /srv/harbour lead to it. What runs goes
# on from its own folder until it is restarted, so an upgrade takes no file from under it. The three newest releases stay: an earlier one is
# had back by its link and a restart.
#   git -C /srv/harbour.source pull && /srv/harbour.source/deploy/release.sh
#   RELEASES=… LINK=…              other folders than /srv/harbour.releases and /srv/harbour
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
releases=${RELEASES:-/srv/harbour.releases}
link=${LINK:-/srv/harbour}
if [ -e "$link" ] && [ ! -L "$link" ]; then
  echo "$link is a folder. Stop the service, move it away ($link.source is a good name), and run its deploy/release.sh." >&2
  exit 1
fi
commit=$(git -C "$source" rev-parse --short=12 HEAD)
release=$releases/$commit
umask 022
if [ ! -e "$release/.complete" ]; then
  rm -rf "$release"
  mkdir -p "$release"
  git -C "$source" archive HEAD | tar -x -C "$release"
  (cd "$release" && npm ci --ignore-scripts --no-audit --no-fund && node bin/harbour.js build)
  : > "$release/.complete"
fi
touch "$release/.complete"
ln -s "$release" "$link.next.$$"
mv -T "$link.next.$$" "$link"
echo "$link is the release $commit. Restart the units."
# By their last use.
ls -dt "$releases"/*/.complete | tail -n +4 | while read -r old; do rm -rf "${old%/.complete}"; done
