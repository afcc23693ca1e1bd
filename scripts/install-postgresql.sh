#!/bin/sh
# Installs PostgreSQL for the tests of the PostgreSQL store, where that is possible; no server is started.
set -eu

if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  exit 0
fi
skipped() {
  echo "PostgreSQL is not installed, and $1: the tests of the PostgreSQL store will be skipped." >&2
  exit 0
}
install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}
[ "$(id -u)" = 0 ] || skipped "only root can have it installed"
command -v apt-get >/dev/null || skipped "there is no apt-get"

apt-get update -q || skipped "apt-get finds no packages"
install postgresql-common || skipped "apt-get could not install it"
# Before the server's own package, which would make a cluster and start it; what somebody has decided stays.
sed -i 's/^#create_main_cluster .*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
install postgresql || skipped "apt-get could not install it"
