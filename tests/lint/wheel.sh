#!/usr/bin/env bash
# Build the wheel, install it with the embedded lock into a fresh environment outside the checkout, run the command and
# import every module: what a user installs has no tests, no checkout and no development packages to lean on. Adapters
# of servers whose clients embedded mode does without are imported once the extra `servers` is there.
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
import_all() { # import_all PACKAGE…: every module; those of adapters may lack the packages named
  "$scratch/venv/bin/python" -I "$scratch/import_all.py" "$root" "$@" 2> "$scratch/imports.log" ||
    { tail -n 30 "$scratch/imports.log" >&2; exit 1; }
}

cat > "$scratch/import_all.py" << 'PY'
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
lacking = []
for name in names:
    print(f"wheel: importing {name}", file=sys.stderr)
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if ".adapters." not in name or str(missing.name).partition(".")[0] not in sys.argv[2:]:
            raise
        lacking.append(name)
if bool(lacking) != bool(sys.argv[2:]):
    sys.exit(f"wheel: lack of {sys.argv[2:]} shows in {lacking}: name what embedded mode does without, and no more")
left = list(pathlib.Path("data").rglob("*")) if pathlib.Path("data").exists() else []
if left:
    sys.exit(f"wheel: importing wrote files: {left[:3]}")
print(f"wheel: {len(names) - len(lacking)} of {len(names)} modules imported")
PY
import_all elasticsearch elastic_transport tritonclient
cd "$root" && requirements/install.sh "$scratch/venv" requirements/servers.txt && cd "$scratch"
import_all
echo "wheel: $(basename "$wheel") works outside the checkout"
