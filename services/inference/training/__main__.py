"""Train the reader: `python -m services.inference.training DATA.jsonl.xz --out FOLDER [--start WEIGHTS.npz]`.

A second run with the same folder goes on where the first one was; `--steps` may then differ (the rate follows it).
"""

import argparse
import random
import sys
from pathlib import Path

from services.core.settings import SharedSettings
from services.inference.build import ensure_models
from services.inference.e5 import wheel
from services.inference.tokenizer import load_tokenizer
from services.inference.training import weights
from services.inference.training.batches import SHAPES, Batch, Batches, packed
from services.inference.training.groups import GroupMaker
from services.inference.training.network import Network
from services.inference.training.reading_set import ReadingSet
from services.inference.training.trainer import Plan, Trainer, kept_weights
from services.inference.vocabulary import Vocabulary

GROUP = 4
_HELD_GROUPS = 8
"""Held-out groups of each shape that are looked at during training."""


def options(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m services.inference.training", description=__doc__)
    parser.add_argument("data", type=Path, help="questions with marked answers (.jsonl.xz)")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint.npz and reader.npz")
    parser.add_argument("--start", type=Path, help="weights to start from; without it, the embedder's encoder")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--rate", type=float, default=6e-5, help="highest learning rate of the layers")
    parser.add_argument("--frozen", type=int, default=6, help="lower layers that stay as they are")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--measure", type=int, default=100, help="steps between held-out figures")
    parser.add_argument("--keep", type=int, default=50, help="steps between checkpoints")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Command line; returns the exit code."""
    chosen = options(arguments)
    model_dir = ensure_models(SharedSettings().model_dir)
    tokenizer, vocabulary = load_tokenizer(model_dir), Vocabulary(model_dir)
    train, held = ReadingSet.load(chosen.data).split()
    sys.stdout.write(f"{len(train.questions)} questions to train on, {len(held.questions)} held out\n")
    start = (
        weights.from_archive(chosen.start)
        if chosen.start
        else weights.from_embedder(wheel.load(wheel.weights_path()), seed=chosen.seed)
    )
    low, high = weights.split(start, chosen.frozen)
    network = Network(
        low, kept_weights(chosen.out) or high, group=GROUP, rate=chosen.rate, steps=chosen.steps, cache=chosen.out
    )
    batches = Batches(train, GroupMaker(train, tokenizer, size=GROUP), vocabulary, seed=chosen.seed)
    figures = held_batches(Batches(held, GroupMaker(held, tokenizer, size=GROUP), vocabulary, seed=0), vocabulary)
    trainer = Trainer(network, low, batches, held=figures, folder=chosen.out)
    begun = trainer.resume()
    sys.stdout.write(f"from step {begun} to {chosen.steps}\n")
    trainer.run(Plan(chosen.steps, measure=chosen.measure, keep=chosen.keep), GROUP)
    return 0


def held_batches(source: Batches, vocabulary: Vocabulary) -> list[Batch]:
    """The same held-out groups for every run."""
    return [
        packed(source.groups(_HELD_GROUPS, length, random.Random(length)), length, vocabulary) for length, *_ in SHAPES
    ]


if __name__ == "__main__":
    sys.exit(main())
