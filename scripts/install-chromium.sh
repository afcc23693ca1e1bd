#!/bin/sh
# Installs Chromium for the tests in a real browser, where that is possible.
set -eu

case "${1-}" in -h | --help)
  echo "usage: sh scripts/install-chromium.sh"
  sed -n 's/^# //p' "$0"
  exit 0
  ;;
esac

if command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
  exit 0
fi
skipped() {
  echo "Chromium is not installed, and $1: the tests in a browser will be skipped." >&2
  exit 0
}
[ "$(id -u)" = 0 ] || skipped "only root can have it installed"
command -v apt-get >/dev/null || skipped "there is no apt-get"
apt-get update -q || skipped "apt-get finds no packages"
install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$1"
}
install chromium-headless-shell || install chromium || skipped "apt-get could not install it"
