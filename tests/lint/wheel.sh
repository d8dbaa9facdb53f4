#!/usr/bin/env bash
# Build the wheel, install it with the embedded lock into a fresh environment outside the checkout, run the command and
# import every module: what a user installs has no tests, no checkout and no development packages to lean on.
# Environment: BUILDER, a python with hatchling; UV, a uv; PYTHON, the interpreter of the fresh environment.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cd "$root"
"$BUILDER" -m hatchling build -t wheel -d "$scratch/dist" > "$scratch/build.log" 2>&1 || { cat "$scratch/build.log" >&2; exit 1; }
wheel=$(echo "$scratch"/dist/*.whl)
if "$BUILDER" -m zipfile --list "$wheel" | awk '{ print $1 }' | grep -E '^(tests|docs|requirements)/'; then
  echo "wheel: holds what is not part of the product (above)" >&2
  exit 1
fi

requirements/install.sh "$scratch/venv" requirements/embedded.txt
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$wheel"

cd "$scratch"
export SEXTANT_DATA_DIR="$scratch/data"
"$scratch/venv/bin/sextant" --help > /dev/null
"$scratch/venv/bin/python" -I - "$root" 2> "$scratch/imports.log" << 'PY' || { tail -n 30 "$scratch/imports.log" >&2; exit 1; }
"""Import every installed module but Alembic's scripts, which only run inside a migration."""
import importlib
import pathlib
import sys

import buf.validate.validate_pb2
import sextant
import services

site = pathlib.Path(services.__file__).parent.parent
assert not site.is_relative_to(sys.argv[1]), f"imported from the checkout: {site}"
files = [path.relative_to(site) for top in ("services", "sextant") for path in sorted((site / top).rglob("*.py"))]
names = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files if "migrations" not in path.parts]
for name in names:
    print(f"wheel: importing {name}", file=sys.stderr)
    importlib.import_module(name)
left = list(pathlib.Path("data").rglob("*")) if pathlib.Path("data").exists() else []
if left:
    sys.exit(f"wheel: importing wrote files: {left[:3]}")
print(f"wheel: {len(names)} modules imported")
PY
echo "wheel: $(basename "$wheel") works outside the checkout"
