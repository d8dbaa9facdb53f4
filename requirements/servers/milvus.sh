#!/usr/bin/env bash
# Usage: milvus.sh version | milvus.sh fetch FOLDER
# The PyPI package milvus carries the standalone server (x86-64 Linux), each of its programs packed by itself. What we
# take is the programs, unpacked, and the template of its configuration; nothing of it is imported.
set -euo pipefail
version=2.3.5
sha256=69515a0630ce29fd10e101fa442afea8ca1387b93a456cd9bd41fdf3deb93d04

case ${1:-} in
  version)
    echo "$version"
    ;;
  fetch)
    folder=$2
    pinned=$(mktemp)
    trap 'rm -rf "$pinned" "$folder/wheel"' EXIT
    echo "milvus==$version --hash=sha256:$sha256" > "$pinned"
    "${PYTHON:-python3.11}" -m pip --disable-pip-version-check --no-input install --quiet --no-deps --no-compile \
      --only-binary=:all: --require-hashes --target "$folder/wheel" -r "$pinned"
    "${PYTHON:-python3.11}" - "$folder" << 'UNPACK'
import lzma
import shutil
import sys
from pathlib import Path

folder = Path(sys.argv[1])
data = folder / "wheel" / "milvus" / "data"
(folder / "bin").mkdir()
for packed in data.glob("bin/*.lzma"):
    with lzma.open(packed) as source, (folder / "bin" / packed.stem).open("wb") as target:
        shutil.copyfileobj(source, target)
    (folder / "bin" / packed.stem).chmod(0o755)
for name in ("config.yaml.template", "glog.conf"):
    shutil.copyfile(data / name, folder / name)
UNPACK
    ;;
  *)
    echo "usage: $0 version | $0 fetch FOLDER" >&2
    exit 2
    ;;
esac
