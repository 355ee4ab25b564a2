#!/usr/bin/env bash
# Tries what deploy/ has, with the programs that are installed: deploy/test/all.sh. Each trial that lacks a program says so in a sentence.
# `npm test` compares the same files with the program; this runs them.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failed=0
trial() {
  local name=$1 code=0
  shift
  echo "== $name"
  "$@" || code=$?
  case $code in
    0) echo "ok" ;;
    3) ;;
    *) echo "FAILED: $name"; failed=1 ;;
  esac
}
needs() {
  command -v "$1" >/dev/null && return
  echo "Not tried: $1 is missing ($2)."
  return 3
}

alarms() { needs promtool 'Debian: apt-get install prometheus' && promtool check rules deploy/prometheus/alerts.yml && promtool test rules deploy/prometheus/alerts.test.yml; }
units() {
  needs systemd-analyze 'it comes with systemd' || return
  local folder code=0
  folder=$(mktemp -d)
  cp deploy/systemd/* "$folder"
  # The program need not be installed on this machine.
  sed -i "s#^ExecStart=[^ ]*#ExecStart=$(command -v node)#" "$folder"/*
  systemd-analyze verify "$folder/harbour.service" "$folder/harbour@web.service" "$folder/harbour-prepare.service" || code=1
  rm -r "$folder"
  return "$code"
}
chart() {
  needs "${HELM:-helm}" 'https://helm.sh; or HELM=…' || return
  local store='networkPolicy.store.to[0].ipBlock.cidr=10.0.0.30/32'
  "${HELM:-helm}" lint --strict deploy/chart --set "$store" || return
  "${HELM:-helm}" template harbour deploy/chart --set "$store" --set ingress.enabled=true >/dev/null || return
  "${HELM:-helm}" template harbour deploy/chart --set "$store" --set service.type=NodePort,service.headless=true,encoder.userNamespaces=true,web.count=2 >/dev/null || return
  # Without the store's addresses encoders would reach all.
  ! "${HELM:-helm}" template harbour deploy/chart >/dev/null 2>&1
}

trial 'alarms' alarms
trial 'units' units
trial 'chart' chart
trial 'standby, failover, restore' deploy/test/postgres.sh
trial 'PgBouncer' deploy/test/pgbouncer.sh
exit "$failed"
