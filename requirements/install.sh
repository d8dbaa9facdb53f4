#!/bin/sh
# Usage: requirements/install.sh VENV LOCK
# Make VENV with python3.11 (or $PYTHON) if it is not there, and bring it to exactly what LOCK pins, hashes checked.
# uv, itself taken from the lock by its hash, does it in seconds; where uv cannot reach the index, plain pip does it.
set -eu
venv=$1
lock=$2
here=$(dirname "$0")
python=${PYTHON:-python3.11}

"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))' || {
  echo "Sextant needs Python 3.11 or 3.12; '$python' is not. Set PYTHON=/path/to/python3.11." >&2
  exit 1
}
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || {
  echo "No virtual environment can be made: on Debian and Ubuntu, install python3-venv." >&2
  exit 1
}

pip() { "$venv/bin/python" -m pip --disable-pip-version-check --no-input "$@"; }

# uv reads neither pip's configuration nor the system's certificates unless told.
UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-${PIP_INDEX_URL:-$(pip config get global.index-url 2>/dev/null || true)}}
[ -n "$UV_DEFAULT_INDEX" ] && export UV_DEFAULT_INDEX || unset UV_DEFAULT_INDEX
export UV_SYSTEM_CERTS=${UV_SYSTEM_CERTS:-true}

uv=${UV:-$venv/bin/uv}
if ! [ -x "$uv" ]; then
  only_uv=$(mktemp)
  trap 'rm -f "$only_uv"' EXIT
  awk '/^uv==/ { found = 1 } found { print } found && !/\\$/ { exit }' "$here/dev.txt" > "$only_uv"
  pip install --quiet --no-deps --require-hashes -r "$only_uv" || true
fi

if [ -x "$uv" ] && "$uv" pip install --quiet --python "$venv/bin/python" --require-hashes -r "$lock"; then
  exit 0
fi
echo "uv could not install the lock; doing it with pip (a few minutes)." >&2
pip install --quiet --require-hashes -r "$lock"
