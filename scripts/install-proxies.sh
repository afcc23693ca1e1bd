#!/bin/sh
# Installs Caddy and nginx for the tests behind a proxy, where that is possible; no server is started.
set -eu

case "${1-}" in -h | --help)
  echo "usage: sh scripts/install-proxies.sh"
  sed -n 's/^# //p' "$0"
  exit 0
  ;;
esac

missing=""
for name in caddy nginx; do
  PATH="$PATH:/usr/sbin" command -v "$name" >/dev/null || missing="$missing $name"
done
[ -n "$missing" ] || exit 0
skipped() {
  echo "not installed:$missing, and $1: the tests behind a proxy will be skipped." >&2
  exit 0
}
[ "$(id -u)" = 0 ] || skipped "only root can have them installed"
command -v apt-get >/dev/null || skipped "there is no apt-get"
apt-get update -q || skipped "apt-get finds no packages"

# Debian's own way to say that a package starts no server; what somebody has decided stays.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
fi
for name in $missing; do
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$name" || skipped "apt-get could not install $name"
  [ ! -d /run/systemd/system ] || systemctl disable --quiet "$name"
done
