"""The loop: steps with their progress, held-out figures now and then, checkpoints that a killed run goes on from."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.inference.training import weights
from services.inference.training.batches import Batch, Batches
from services.inference.training.measures import auc
from services.inference.training.network import Losses, Network

CHECKPOINT, RESULT = "checkpoint.npz", "reader.npz"
_SPAN_TOKENS = 24


@dataclass(frozen=True, slots=True)
class Plan:
    """How far to go and how often to say and keep something."""

    steps: int
    report: int = 10
    measure: int = 100
    keep: int = 50


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Figures on held-out groups: exact spans in the answering windows, the group's right window first, and how well
    each of the scores tells windows with an answer from those without.
    """

    exact: float
    first: float
    relevance_auc: float
    no_answer_auc: float

    def __str__(self) -> str:
        return (
            f"spans {self.exact:.3f}  right window first {self.first:.3f}  "
            f"AUC relevance {self.relevance_auc:.3f}  no answer {self.no_answer_auc:.3f}"
        )


class Trainer:
    """Trains `network` on `batches` and writes to `folder`."""

    def __init__(
        self, network: Network, low: weights.Arrays, batches: Batches, *, held: list[Batch], folder: Path
    ) -> None:
        self._network, self._low, self._batches = network, low, batches
        self._held, self._folder = held, folder
        self._begun = 0

    def resume(self) -> int:
        """Go on from the folder's checkpoint, if there is one; the step to go on from."""
        path = self._folder / CHECKPOINT
        if path.is_file():
            with np.load(path) as kept:
                self._begun = int(kept["step"])
                leaves = [kept[f"state.{number}"] for number in range(int(kept["leaves"]))]
            self._network.restore(leaves)
        return self._begun

    def run(self, plan: Plan, group: int) -> None:
        """Train to the end of the plan."""
        began, tokens, recent = time.monotonic(), 0, []
        for step in range(self._begun, plan.steps):
            if step % plan.measure == 0:
                self._say(f"held out at step {step}: {self.measured(group)}")
            batch = self._batches.at(step)
            recent.append(self._network.step(batch))
            tokens += batch.mask.size
            done = step + 1
            if done % plan.report == 0:
                elapsed = time.monotonic() - began
                left = elapsed / (done - self._begun) * (plan.steps - done)
                self._say(
                    f"step {done}/{plan.steps}  {_means(recent)}  "
                    f"{tokens / elapsed:.0f} tokens/s  {left / 60:.0f} min left"
                )
                recent = []
            if done % plan.keep == 0 or done == plan.steps:
                self.keep(done)
        self._say(f"held out at the end: {self.measured(group)}")

    def measured(self, group: int) -> HeldOut:
        """Figures on the held-out batches."""
        right: list[float] = []
        first: list[float] = []
        relevance: list[NDArray[np.float32]] = []
        margins: list[float] = []
        answers: list[NDArray[np.bool_]] = []
        for batch in self._held:
            said = self._network.logits(batch)
            spans = [best_span(rows, int(mask.sum())) for rows, mask in zip(said.span, batch.mask, strict=True)]
            has = batch.start > 0
            for row in np.flatnonzero(has):
                right.append(float(spans[row][:2] == (int(batch.start[row]), int(batch.end[row]))))
            first += list((said.relevance.reshape(-1, group).argmax(1) == 0).astype(float))
            relevance.append(said.relevance)
            margins += [span[2] for span in spans]
            answers.append(has)
        has_answer, scores, margin = np.concatenate(answers), np.concatenate(relevance), np.array(margins)
        return HeldOut(
            float(np.mean(right)),
            float(np.mean(first)),
            auc(scores[has_answer].tolist(), scores[~has_answer].tolist()),
            auc(margin[has_answer].tolist(), margin[~has_answer].tolist()),
        )

    def keep(self, step: int) -> None:
        """Write the checkpoint, and the weights as the export takes them."""
        leaves = self._network.state()
        trained = self._network.trained()
        kept: dict[str, NDArray[np.generic]] = {f"state.{number}": leaf for number, leaf in enumerate(leaves)}
        kept |= {f"weights.{name}": values for name, values in trained.items()}
        weights.save({**kept, "step": np.array(step), "leaves": np.array(len(leaves))}, self._folder / CHECKPOINT)
        whole = weights.joined(self._low, trained)
        weights.save({name: values.astype(np.float16) for name, values in whole.items()}, self._folder / RESULT)

    def _say(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def kept_weights(folder: Path) -> weights.Arrays | None:
    """The trained part of the folder's checkpoint, or None where there is none."""
    path = folder / CHECKPOINT
    if not path.is_file():
        return None
    with np.load(path) as kept:
        return {name.removeprefix("weights."): kept[name] for name in kept.files if name.startswith("weights.")}


def best_span(logits: NDArray[np.float32], tokens: int) -> tuple[int, int, float]:
    """First and last token of the best span past position 0, and its log odds over "no answer"."""
    used = logits[:tokens].astype(np.float64)
    top = used.max(0)
    log = used - top - np.log(np.exp(used - top).sum(0))
    grid = log[1:, 0][:, None] + log[1:, 1][None]
    allowed = np.triu(np.ones_like(grid, bool)) & ~np.triu(np.ones_like(grid, bool), _SPAN_TOKENS)
    grid = np.where(allowed, grid, -np.inf)
    first, last = (int(place) for place in np.unravel_index(grid.argmax(), grid.shape))
    return first + 1, last + 1, float(grid[first, last] - log[0].sum())


def _means(recent: list[Losses]) -> str:
    mean = {name: np.mean([getattr(one, name) for one in recent]) for name in ("total", "span", "rank", "relevant")}
    return "  ".join(f"{name} {value:.3f}" for name, value in mean.items())
