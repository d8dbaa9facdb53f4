"""The questions with marked answers that the reader learns from, and which of them it never sees.

One JSON object a line, compressed with xz: first contexts (`context`, `text`), then questions (`src, lang, article,
context, question, start, text, id`), where `text` is the answer and `start` its first character in the context. The
same `id` of the source `xquad` is the same question in several languages.
"""

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

HELD_OUT_SHARE = 10
"""One article in so many is kept out of training."""
PARALLEL = "xquad"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer: `answer` stands at `start` of the context."""

    source: str
    language: str
    article: str
    context: int
    text: str
    start: int
    answer: str
    id: str

    @property
    def end(self) -> int:
        """One past the answer's last character."""
        return self.start + len(self.answer)


@dataclass(frozen=True, slots=True)
class ReadingSet:
    """Contexts by number, the article and language of each, and the questions over them."""

    contexts: dict[int, str]
    questions: list[Question]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the file. Questions whose answer is not where they say are left out."""
        contexts: dict[int, str] = {}
        questions: list[Question] = []
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if "question" not in row:
                    contexts[row["context"]] = row["text"]
                    continue
                one = _question(row)
                if contexts[one.context][one.start : one.end] == one.answer:
                    questions.append(one)
        return cls(contexts, questions)

    def split(self) -> tuple[Self, Self]:
        """What may be trained on, and what is held out: whole articles, the same ones in every language."""
        return self._of(lambda article: not held_out(article)), self._of(held_out)

    def _of(self, wanted: Callable[[str], bool]) -> Self:
        questions = [one for one in self.questions if wanted(one.article)]
        kept = {one.context for one in questions}
        return type(self)({number: text for number, text in self.contexts.items() if number in kept}, questions)

    def languages(self) -> dict[int, str]:
        """The language of each context that has a question."""
        return {one.context: one.language for one in self.questions}

    def articles(self) -> dict[int, str]:
        """The article of each context that has a question."""
        return {one.context: one.article for one in self.questions}

    def parallel(self) -> dict[str, dict[str, Question]]:
        """By id the questions that were asked in several languages, by language."""
        found: dict[str, dict[str, Question]] = defaultdict(dict)
        for one in self.questions:
            if one.source == PARALLEL:
                found[one.id][one.language] = one
        return dict(found)


def held_out(article: str) -> bool:
    """Whether an article is kept out of training; by its name alone, so that it holds for every run and language."""
    return int(hashlib.sha256(article.encode()).hexdigest(), 16) % HELD_OUT_SHARE == 0


def by_language(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """Questions by their language."""
    found: dict[str, list[Question]] = defaultdict(list)
    for one in questions:
        found[one.language].append(one)
    return dict(found)


def _question(row: dict[str, object]) -> Question:
    names = ("src", "lang", "article", "context", "question", "start", "text", "id")
    return Question(*(row[name] for name in names))  # type: ignore[arg-type]  # checked by use, not by type
