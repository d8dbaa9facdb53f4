"""Weights of a retrieval profile, fitted: `python -m services.evaluation.fit_profile LINES.jsonl --questions Q.jsonl`.

LINES are those of `sextant eval --retrieval-only`, whose candidates carry what each leg, fusion and the reranker said,
so nothing is searched again. A grid of two weights, the share of words in fusion and the reranker's share of the final
order, is tried on the even half of the questions whose licence allows commercial use; both halves are reported.
Two weights and a hundred questions leave little room to learn by heart.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from services.evaluation.gold import Gold, read_gold
from services.evaluation.judging import ranking_measures
from services.inference.calibration import E5_SMALL
from services.retrieval.profile import Profile, Profiles

Json = Any  # dict, list, str, int, float, bool or None
_GRID = tuple(round(0.05 * step, 2) for step in range(21))
_SHOWN = ("recall@5", "recall@10", "recall@20", "mrr@10")


@dataclass(frozen=True, slots=True)
class Weighing:
    """The share of words in fusion, and the reranker's share of the final order."""

    keyword: float
    rerank: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage found for a question. `words` and `dense` are fusion's shares, `relevance` the reranker's."""

    external_id: str
    words: float
    dense: float
    relevance: float


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its candidates."""

    gold: Gold
    candidates: tuple[Candidate, ...]

    def measures(self, weighing: Weighing) -> Mapping[str, float]:
        """Of the ranking that the weights give."""
        fused = [weighing.keyword * one.words + (1 - weighing.keyword) * one.dense for one in self.candidates]
        best = max(fused, default=0.0) or 1.0
        scores = [
            weighing.rerank * one.relevance + (1 - weighing.rerank) * share / best
            for one, share in zip(self.candidates, fused, strict=True)
        ]
        order = sorted(range(len(scores)), key=lambda index: -scores[index])
        return ranking_measures(self.gold, list(dict.fromkeys(self.candidates[index].external_id for index in order)))


def fitted(cases: Sequence[Case]) -> Weighing:
    """The weights of the grid with the best mean of recall at 5 and at 10; of equals those nearest to the middle."""
    grid = [Weighing(keyword, rerank) for keyword in _GRID for rerank in _GRID]

    def worth(weighing: Weighing) -> tuple[float, float]:
        found = [case.measures(weighing) for case in cases]
        gain = float(np.mean([each["recall@5"] + each["recall@10"] for each in found]))
        return round(gain, 6), -abs(weighing.keyword - 0.5) - abs(weighing.rerank - 0.5)

    return max(grid, key=worth)


def cases_of(golds: Iterable[Gold], lines: Mapping[str, Json], profile: Profile) -> list[Case]:
    """Questions with evidence and a line of candidates."""
    return [
        Case(gold, _candidates(lines[gold.id]["candidates"], profile))
        for gold in golds
        if gold.evidence and gold.category != "sql" and lines.get(gold.id, {}).get("candidates")
    ]


def _candidates(rows: Sequence[Json], profile: Profile) -> tuple[Candidate, ...]:
    """Undo what the profile mixed: a line holds the final score, not the reranker's own."""
    share = profile.thresholds.rerank
    judged = [row for row in rows if row[5] in ("kept", "reranked_out") and row[3] > 0]
    best = max((row[3] for row in judged), default=1.0)
    most_words = max((row[1] for row in judged), default=0.0) or 1.0
    span = max((row[2] for row in judged), default=0.0) - E5_SMALL.floor
    return tuple(
        Candidate(
            external_id,
            words / most_words,
            min(max((cosine - E5_SMALL.floor) / span, 0.0), 1.0) if span > 0 else 0.0,
            min(max((final - (1 - share) * fused / best) / share, 0.0), 1.0) if share else 0.0,
        )
        for external_id, words, cosine, fused, final, _ in judged
    )


def report(cases: Sequence[Case], weighings: Mapping[str, Weighing]) -> str:
    """A table of both halves under each of the weights."""
    lines = [f"{'half':6} {'weights':22} {'n':>4} " + " ".join(f"{name:>10}" for name in _SHOWN)]
    for half, even in (("even", True), ("odd", False)):
        own = [case for case in cases if case.gold.even is even]
        for name, weighing in weighings.items():
            found = [case.measures(weighing) for case in own]
            figures = " ".join(f"{np.mean([each[key] for each in found] or [0.0]):10.3f}" for key in _SHOWN)
            said = f"{name} {weighing.keyword:g} {weighing.rerank:g}"
            lines.append(f"{half:6} {said:22} {len(own):4} {figures}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m services.evaluation.fit_profile", description=__doc__)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--profile", default="general")
    options = parser.parse_args(arguments)
    profile = Profiles.packaged().get(options.profile)
    rows = (orjson.loads(line) for line in options.lines.read_bytes().splitlines() if line.strip())
    cases = cases_of(read_gold(options.questions), {row["id"]: row for row in rows}, profile)
    learnt_from = [case for case in cases if case.gold.even and case.gold.commercial]
    best = fitted(learnt_from)
    now = Weighing(profile.weights.keyword, profile.thresholds.rerank)
    sys.stdout.write(f"{profile.label}, fitted on {len(learnt_from)} questions\n")
    sys.stdout.write(report(cases, {"fusion": Weighing(now.keyword, 0.0), "now": now, "fitted": best}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
