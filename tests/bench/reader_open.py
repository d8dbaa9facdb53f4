"""The reader on an evaluation set it never trained on: `make bench-reader-open CORPUS=c.jsonl QUESTIONS=q.jsonl`.

Only questions of the odd half (`sha1(id)` odd), which nothing learned has met, without those that a table of a database
or a conversation answers. Each is read against BM25's best passages of the corpus. Printed for each reader: AUC of "the
question has an answer" (unanswerable questions against the rest, best passage) and of "this passage is evidence", by
the trained no-answer score, the relevance and the product's `no_answer`; recall of BM25's eight ordered by relevance;
F1 of the best span in the evidence itself, by category and language.
"""

import argparse
import asyncio
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from services.inference.adapters.inprocess import InProcessInference
from services.inference.port import Text
from services.inference.reader.model import WEIGHTS, TrainedReader
from services.inference.settings import InferenceSettings
from services.inference.tokenizer import load_tokenizer
from services.inference.training.bm25 import Bm25
from services.inference.training.measures import auc, f1
from services.inference.vocabulary import Vocabulary
from tests.models import built_models

_LEFT_OUT = frozenset({"sql", "multi_turn", "analytical"})
_UNREAD = -99.0


@dataclass(frozen=True)
class Case:
    """A question, BM25's passages with whether each is evidence, and the evidence itself."""

    text: str
    group: str
    answers: tuple[str, ...]
    found: list[Text]
    is_evidence: list[bool]
    evidence: list[Text]

    @property
    def answerable(self) -> bool:
        """Whether the set says that the corpus answers it."""
        return bool(self.evidence)


def cases(corpus: Path, questions: Path, *, limit: int) -> list[Case]:
    """The questions of the odd half, each with the `limit` passages that BM25 finds."""
    passages = [json.loads(line) for line in corpus.read_text().splitlines()]
    texts = [Text(one.get("title", ""), one["text"]) for one in passages]
    by_id = {one["id"]: at for at, one in enumerate(passages)}
    index = Bm25({at: f"{text.title} {text.text}" for at, text in enumerate(texts)})
    found = []
    for asked in map(json.loads, questions.read_text().splitlines()):
        if asked["category"] in _LEFT_OUT or int(hashlib.sha1(asked["id"].encode()).hexdigest(), 16) % 2 == 0:
            continue
        gold = {by_id[each] for each in asked.get("evidence_ids", []) if each in by_id}
        if asked["expected"] != "abstain" and not gold:
            continue
        ranked = index.search(asked["question"], limit)
        found.append(
            Case(
                text=asked["question"],
                group=f"{asked['category']} {asked['lang']}",
                answers=tuple(asked.get("answers") or ()),
                found=[texts[at] for at in ranked],
                is_evidence=[at in gold for at in ranked],
                evidence=[texts[at] for at in sorted(gold)] if asked["expected"] != "abstain" else [],
            )
        )
    return found


def alone(model: TrainedReader, question: str, passages: Sequence[Text]) -> tuple[list[float], list[float], str]:
    """For each passage the best span's log odds over "no answer" and the relevance; the best span's text."""
    margins, relevance, best = [_UNREAD] * len(passages), [_UNREAD] * len(passages), (_UNREAD, "")
    for batch in model.batches(model.windows(question, passages)):
        for read in model.run(batch):
            relevance[read.passage] = max(relevance[read.passage], read.relevance)
            for span in read.spans:
                margins[read.passage] = max(margins[read.passage], span.logit)
                text = passages[read.passage].text[span.start : span.end]
                best = max(best, (span.logit, text))
    return margins, relevance, best[1].strip()


class Scores:
    """Figures of one reader over all cases."""

    def __init__(self) -> None:
        self._question: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        self._passage: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        self._recall: dict[int, list[float]] = defaultdict(list)
        self._f1: dict[str, list[float]] = defaultdict(list)

    def add(self, case: Case, name: str, scores: Sequence[float]) -> None:
        """Count one score of each passage that was found."""
        if not scores:
            return
        self._question[name][0 if case.answerable else 1].append(max(scores))
        for score, evidence in zip(scores, case.is_evidence, strict=True):
            self._passage[name][0 if evidence else 1].append(score)

    def ranked(self, case: Case, scores: Sequence[float]) -> None:
        """Count how much of the evidence comes first by a score."""
        order = np.argsort([-score for score in scores], kind="stable")
        for first in (1, 3, 5):
            hits = sum(case.is_evidence[at] for at in order[:first])
            self._recall[first].append(hits / max(1, min(len(case.evidence), first)))

    def span(self, case: Case, said: str) -> None:
        """Count the best span of the evidence itself."""
        if case.answers:
            self._f1[case.group].append(max(f1(said, answer) for answer in case.answers))

    def __str__(self) -> str:
        lines = [
            f"{name:12} AUC has an answer {auc(*self._question[name]):.3f}  is evidence {auc(*self._passage[name]):.3f}"
            for name in self._question
        ]
        if self._recall:
            lines.append("relevance recall " + "  ".join(f"@{k} {np.mean(v):.3f}" for k, v in self._recall.items()))
        told = [f"{group} {np.mean(each):.2f} ({len(each)})" for group, each in sorted(self._f1.items())]
        return "\n".join([*lines, "F1 in the evidence: " + ", ".join(told)])


async def measured(path: Path, all_cases: Sequence[Case]) -> Scores:
    """One reader's figures: the model alone, and as the product reads."""
    models, scores = built_models(), Scores()
    model = TrainedReader(Vocabulary(models), load_tokenizer(models), path, threads=2)
    inference = InProcessInference.load(models, InferenceSettings(threads=2), reader=path)
    for case in all_cases:
        margins, relevance, _ = alone(model, case.text, case.found)
        scores.add(case, "no answer", margins)
        scores.add(case, "relevance", relevance)
        reading = await inference.read(case.text, case.found, limit=1)
        scores.add(case, "product", [1 - none for none in reading.no_answer])
        if case.answerable:
            scores.ranked(case, relevance)
            scores.span(case, alone(model, case.text, case.evidence)[2])
    await inference.close()
    return scores


def main() -> None:
    """Print the figures of the packaged reader and of any others named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reader_open", description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--beside", type=Path, action="append", default=[], help="another reader (.onnx) to measure")
    parser.add_argument("--passages", type=int, default=8)
    chosen = parser.parse_args()
    found = cases(chosen.corpus, chosen.questions, limit=chosen.passages)
    answerable = sum(case.answerable for case in found)
    sys.stdout.write(f"{len(found)} questions, {answerable} with an answer; {chosen.passages} passages each\n")
    for path in (WEIGHTS, *chosen.beside):
        sys.stdout.write(f"\n{path.name}\n")
        sys.stdout.write(f"{asyncio.run(measured(path, found))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
