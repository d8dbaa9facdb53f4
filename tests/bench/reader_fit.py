"""Weights that turn the reader's scores into probabilities: `python -m tests.bench.reader_fit DATA.jsonl.xz`.

On held-out articles, each question against its own context and searched ones: logistic regressions of "this context
answers" on what `combination` sees, and on the logits of the rules' ranker and of the reader's relevance. Ridge
towards the weights in use, so that few questions change little. Prints weights, and AUC of two-fold cross-validation
beside that of the weights in use.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.inference.adapters.inprocess import InProcessInference
from services.inference.reader import combination, ranking
from services.inference.reader.combination import answerable_features, candidates, relevance_of
from services.inference.reader.model import WEIGHTS, TrainedReader
from services.inference.rules.asked import ask
from services.inference.rules.candidates import Surroundings
from services.inference.tokenizer import load_tokenizer
from services.inference.training.measures import auc
from services.inference.training.reading_set import ReadingSet
from services.inference.vocabulary import Vocabulary
from tests.bench.reader import Case, cases
from tests.models import built_models

Floats = NDArray[np.float64]
_RIDGE = 2.0


def fitted(rows: Floats, answers: Floats, prior: Floats) -> Floats:
    """Weights, the bias last, of a logistic regression with a ridge towards `prior` (Newton's method)."""
    weights = prior.copy()
    full = np.hstack([rows, np.ones((len(rows), 1))])
    for _ in range(50):
        said = 1 / (1 + np.exp(-np.clip(full @ weights, -30, 30)))
        gradient = full.T @ (said - answers) + _RIDGE * (weights - prior)
        curvature = full.T @ (full * (said * (1 - said))[:, None]) + _RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(curvature, gradient)
    return weights


def report(name: str, rows: Floats, answers: Floats, *, prior: Floats) -> None:
    """Print the weights and how well they separate questions they were not learned on."""
    full = np.hstack([rows, np.ones((len(rows), 1))])
    halves = np.arange(len(rows)) < len(rows) // 2
    said = np.empty(len(rows))
    for half in (halves, ~halves):
        said[~half] = full[~half] @ fitted(rows[half], answers[half], prior)
    before = full @ prior
    sys.stdout.write(
        f"{name}: AUC in use {_auc(before, answers):.3f}, learned (two-fold) {_auc(said, answers):.3f}\n"
        f"  weights {np.round(fitted(rows, answers, prior), 2).tolist()} (bias last)\n"
    )


def _auc(scores: Floats, answers: Floats) -> float:
    return auc(scores[answers > 0].tolist(), scores[answers == 0].tolist())


def seen(reader: TrainedReader, case: Case) -> tuple[list[tuple[float, ...]], list[float]]:
    """Per context what `combination` sees, and the relevance."""
    asked = ask(case.question.text, case.passages)
    windows = reader.windows(case.question.text, case.passages)
    read = [one for batch in reader.batches(windows) for one in reader.run(batch)]
    features, relevance = [], []
    for index, passage in enumerate(case.passages):
        own = [one for one in read if one.passage == index]
        around = Surroundings(asked, index, passage)
        found = candidates(asked, around, [span for one in own for span in one.spans])
        relevance.append(relevance_of(own))
        features.append(answerable_features(around, found, relevance[-1]))
    return features, relevance


def by_rules(case: Case, inference: InProcessInference) -> Sequence[float]:
    """Log odds of the rules' ranker."""
    return [ranking.log_odds(score) for score in asyncio.run(inference.rerank(case.question.text, case.passages))]


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reader_fit", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", type=Path, default=WEIGHTS)
    parser.add_argument("--questions", type=int, default=60, help="of each language")
    parser.add_argument("--beside", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    held = ReadingSet.load(chosen.data).split()[1]
    models = built_models()
    reader = TrainedReader(Vocabulary(models), load_tokenizer(models), chosen.model, threads=chosen.threads)
    rules = InProcessInference.load(models, reader=Path("absent.onnx"))
    features: list[tuple[float, ...]] = []
    ranks: list[tuple[float, float]] = []
    answers: list[float] = []
    found = cases(held, count=chosen.questions, beside=chosen.beside)
    for case in found[::2] + found[1::2]:
        rows, relevance = seen(reader, case)
        features += rows
        ranks += list(zip(by_rules(case, rules), relevance, strict=True))
        answers += [1.0] + [0.0] * (len(rows) - 1)
    expected = np.array(answers)
    prior = np.array([*combination.ANSWERABLE_WEIGHTS, combination.ANSWERABLE_BIAS])
    report("answerable", np.array(features), expected, prior=prior)
    report("rank", np.array(ranks), expected, prior=np.array([*ranking.WEIGHTS, ranking.BIAS]))


if __name__ == "__main__":
    main()
