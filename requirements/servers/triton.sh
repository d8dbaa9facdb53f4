#!/usr/bin/env bash
# Usage: triton.sh version | triton.sh fetch FOLDER
# The PyPI package nvidia-pytriton carries tritonserver with its Python backend (x86-64 Linux, glibc 2.35 or newer). What
# we take is the server with its libraries; nothing of the package is imported. The version is the package's: 0.7.0 is
# Triton 2.51.
set -euo pipefail
version=0.7.0
sha256=21f063ff93bb426d0c06b7a55e7eb9efcfe62c0dddd9a908e9877e18710128df
# Its backend misreads the arrays of NumPy 2 (every byte of a string is its first), so the models get a NumPy 1 of their
# own: for Python 3.11 and 3.12.
numpy="numpy==1.26.4 --hash=sha256:666dbfb6ec68962c033a450943ded891bed2d54e6755e35e5835d63f4f6931d5 --hash=sha256:675d61ffbfa78604709862923189bad94014bef562cc35cf61d3a07bba02a7ed"

case ${1:-} in
  version)
    echo "$version"
    ;;
  fetch)
    folder=$2
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    echo "nvidia-pytriton==$version --hash=sha256:$sha256" > "$scratch/pinned"
    "${PYTHON:-python3.11}" -m pip --disable-pip-version-check --no-input install --root-user-action=ignore --quiet --no-deps --no-compile \
      --only-binary=:all: --require-hashes --target "$scratch/wheel" -r "$scratch/pinned"
    echo "$numpy" > "$scratch/numpy"
    "${PYTHON:-python3.11}" -m pip --disable-pip-version-check --no-input install --root-user-action=ignore --quiet \
      --no-deps --no-compile --only-binary=:all: --require-hashes --target "$folder/python" -r "$scratch/numpy"
    # The server finds its libraries beside the package, so both keep their places.
    mkdir "$folder/pytriton"
    mv "$scratch/wheel/pytriton/tritonserver" "$folder/pytriton/"
    mv "$scratch/wheel/nvidia_pytriton.libs" "$folder/"
    # Its backend starts a program that is made for one Python: that of the checkout.
    backends=$folder/pytriton/tritonserver
    python_version=$("${PYTHON:-python3.11}" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    cp "$backends/python_backend_stubs/$python_version/triton_python_backend_stub" "$backends/backends/python/"
    chmod 755 "$backends/backends/python/triton_python_backend_stub" "$folder"/pytriton/tritonserver/bin/* "$folder"/pytriton/tritonserver/python_backend_stubs/*/*
    ;;
  *)
    echo "usage: $0 version | $0 fetch FOLDER" >&2
    exit 2
    ;;
esac
