"""What each step of training sees: drawn from the step's number and the seed alone, so that a resumed run goes on as
it would have.
"""

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.inference.training.groups import Asked, Group, GroupMaker
from services.inference.training.reading_set import Question, ReadingSet, by_language
from services.inference.training.templates import synthetic
from services.inference.vocabulary import Vocabulary

PAD = 1
# Window length, groups a step, share of the steps: like amounts of tokens in each.
SHAPES = ((96, 7, 0.5), (160, 4, 0.3), (224, 3, 0.2))
# Where a group comes from, by share. English has few questions of its own, so they come often, and cross languages.
SOURCES = (("en", 0.3), ("crossed", 0.22), ("zh", 0.25), ("made-up en", 0.12), ("made-up zh", 0.08), ("other", 0.03))
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Batch:
    """Arrays of one step: hidden states of the vocabulary (windows × tokens × hidden), mask, first and last token of
    the answer. Windows of a group lie together, the answering one first.
    """

    hidden: NDArray[np.float32]
    mask: NDArray[np.float32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]


class Batches:
    """Batches by number."""

    def __init__(self, reading: ReadingSet, maker: GroupMaker, vocabulary: Vocabulary, *, seed: int) -> None:
        self._maker, self._vocabulary, self._seed = maker, vocabulary, seed
        self._pools = by_language(reading.questions)
        self._parallel = [versions for versions in reading.parallel().values() if len(versions) > 1]

    def at(self, step: int) -> Batch:
        """The batch of a step."""
        rng = random.Random(f"{self._seed}/{step}")
        length, count, _ = rng.choices(SHAPES, [share for *_, share in SHAPES])[0]
        return packed(self.groups(count, length, rng), length, self._vocabulary)

    def groups(self, count: int, length: int, rng: random.Random) -> list[Group]:
        """So many groups from the sources."""
        found: list[Group] = []
        for _ in range(_TRIES):
            source = rng.choices([name for name, _ in SOURCES], [share for _, share in SOURCES])[0]
            group = self._group(source, length, rng)
            if group is not None:
                found.append(group)
            if len(found) == count:
                return found
        raise ValueError(f"the questions gave {len(found)} of {count} groups in {_TRIES} draws")

    def _group(self, source: str, length: int, rng: random.Random) -> Group | None:
        if source.startswith("made-up"):
            language = source.removeprefix("made-up ")
            return self._maker.made_up(synthetic(language, rng), length, language)
        if source == "crossed":
            asked = self._crossed(rng)
        elif source == "other":
            asked = _own(
                rng.choice(
                    [one for code in sorted(self._pools) if code not in ("en", "zh") for one in self._pools[code]]
                    or [None]
                )
            )
        else:
            asked = _own(rng.choice(self._pools.get(source) or [None]))
        return self._maker.over(asked, length, rng) if asked else None

    def _crossed(self, rng: random.Random) -> Asked | None:
        """A question over its context in another language; English is on one of the sides, where there is English."""
        if not self._parallel:
            return None
        versions = rng.choice(self._parallel)
        one, other = rng.sample(sorted(versions), 2)
        if "en" in versions and "en" not in (one, other):
            one, other = rng.choice((("en", other), (one, "en")))
        return Asked(versions[one].text, versions[other])


def packed(groups: list[Group], length: int, vocabulary: Vocabulary) -> Batch:
    """Windows of groups as arrays of one length."""
    windows = [window for group in groups for window in group.windows]
    ids: NDArray[np.int64] = np.full((len(windows), length), PAD, np.int64)
    mask: NDArray[np.float32] = np.zeros((len(windows), length), np.float32)
    for row, window in enumerate(windows):
        ids[row, : len(window.ids)] = window.ids
        mask[row, : len(window.ids)] = 1
    start = np.array([window.start for window in windows], np.int32)
    end = np.array([window.end for window in windows], np.int32)
    return Batch(vocabulary.embeddings(ids), mask, start, end)


def _own(one: Question | None) -> Asked | None:
    return Asked(one.text, one) if one else None
