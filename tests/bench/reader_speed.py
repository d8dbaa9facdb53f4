"""Windows a second of the packaged reader (ONNX int8) beside the JAX network that trains it: `make bench-reader-speed`.

Both read the same 24 windows of each length, in batches of four, in turn, in one process with the same two threads'
worth of cores; JAX compiles before it is timed. Runs in the environment of training, which has both.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from services.inference.build import ensure_models
from services.inference.e5 import wheel
from services.inference.reader.model import HIDDEN, MASK, WEIGHTS
from services.inference.session import Session
from services.inference.training.batches import Batch
from services.inference.training.network import Network
from services.inference.training.weights import from_archive, from_embedder, split
from services.inference.vocabulary import Vocabulary

LENGTHS = (96, 160, 224)
_WINDOWS, _TOGETHER, _ROUNDS = 24, 4, 3
_FROZEN = 6


def batches(length: int, vocabulary: Vocabulary, rng: np.random.Generator) -> list[Batch]:
    """Windows of made-up tokens: the time does not depend on which."""
    found = []
    for _ in range(_WINDOWS // _TOGETHER):
        ids = rng.integers(5, 200_000, (_TOGETHER, length), dtype=np.int64)
        mask = np.ones((_TOGETHER, length), np.float32)
        none = np.zeros(_TOGETHER, np.int32)
        found.append(Batch(vocabulary.embeddings(ids), mask, none, none))
    return found


def seconds(run: Callable[[Batch], object], read: list[Batch]) -> float:
    """How long it takes to read them all."""
    began = time.perf_counter()
    for batch in read:
        run(batch)
    return time.perf_counter() - began


def main() -> None:
    """Print windows a second of both, and their ratio, for each length."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reader_speed", description=__doc__)
    parser.add_argument("--start", type=Path, help="weights (.npz); without it, the embedder's encoder: as fast")
    chosen = parser.parse_args()
    models = ensure_models(Path(".data/models"))
    weights = from_archive(chosen.start) if chosen.start else from_embedder(wheel.load(wheel.weights_path()), seed=7)
    vocabulary, rng = Vocabulary(models), np.random.default_rng(7)
    session = Session(WEIGHTS, 2, "read")
    with tempfile.TemporaryDirectory() as cache:
        network = Network(*split(weights, _FROZEN), group=_TOGETHER, rate=0.0, steps=1, cache=Path(cache))
        for length in LENGTHS:
            read = batches(length, vocabulary, rng)
            onnx = lambda batch: session.run({HIDDEN: batch.hidden, MASK: batch.mask.astype(np.int64)})  # noqa: E731
            seconds(network.logits, read[:1])
            seconds(onnx, read[:1])
            pairs = [(seconds(onnx, read), seconds(network.logits, read)) for _ in range(_ROUNDS)]
            ours, theirs = (_WINDOWS / min(each) for each in zip(*pairs, strict=True))
            sys.stdout.write(
                f"{length} tokens: ONNX int8 {ours:.1f} windows/s, JAX FP32 {theirs:.1f}, ratio {ours / theirs:.2f}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
