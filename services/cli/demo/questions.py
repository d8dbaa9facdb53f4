"""The questions of a demo set: what is asked, in which language and words, and what a right answer holds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from services.cli.demo import facts
from services.cli.demo.company import Company, Division, Language
from services.cli.demo.documents import DemoDocument, Kind
from services.cli.demo.phrasings import Phrasings
from services.cli.demo.values import Value

QuestionKind = Literal[
    "simple",
    "comparison",
    "two_hop",
    "contradictory",
    "temporal",
    "unanswerable",
    "follow_up",
    "cross_language",
    "three_hop",
]
COUNTED: tuple[QuestionKind, ...] = (
    "simple",
    "comparison",
    "two_hop",
    "contradictory",
    "temporal",
    "unanswerable",
    "follow_up",
)


@dataclass(frozen=True)
class Turn:
    """One earlier turn of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a right answer holds.

    Every one of `values` has to be told, none of `wrong` may be given as the answer, and of each group of `documents`
    (names of files that hold the fact) one has to be cited. `absent` are words of what no document knows, for tests.
    """

    values: tuple[Value, ...] = ()
    wrong: tuple[Value, ...] = ()
    documents: tuple[frozenset[str], ...] = ()
    abstain: bool = False
    conflict: bool = False
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DemoQuestion:
    """A question with the turns before it. `language` is the question's; the documents' may be the other one."""

    id: str
    kind: QuestionKind
    variant: str
    text: str
    history: tuple[Turn, ...] = ()
    language: Language
    expected: Expected


@dataclass(frozen=True)
class Scene:
    """Where a question is drawn: a division, its files, and the seed's own chance for this question."""

    company: Company
    division: Division
    files: Mapping[Kind, str]
    rng: random.Random

    def holding(self, *kinds: Kind) -> frozenset[str]:
        """Names of the files of these kinds: any one of them holds the fact."""
        return frozenset(self.files[kind] for kind in kinds)


@dataclass(frozen=True)
class Ask:
    """What one variant asks about: words for its templates beyond the division's own, and what is right."""

    expected: Expected
    words: Mapping[str, str] = field(default_factory=dict)


Asks = Mapping[str, Callable[[Scene], Ask]]


class Interviewer:
    """Draws the questions of one company, in the words of `phrasings` and with what `asks` knows to be right."""

    def __init__(
        self, company: Company, documents: Sequence[DemoDocument], *, phrasings: Phrasings, asks: Mapping[str, Asks]
    ) -> None:
        self._company, self._documents = company, documents
        self._phrasings, self._asks = phrasings, asks

    def counted(self) -> tuple[DemoQuestion, ...]:
        """Seven questions, one of each kind; three or four of them in Chinese. The simple one is in English."""
        rng = random.Random(f"{self._company.seed}:languages")
        extra: list[Language] = ["en", "zh"]
        others: list[Language] = ["zh", "zh", "zh", "en", "en", rng.choice(extra)]
        rng.shuffle(others)
        return tuple(self.draw(kind, language) for kind, language in zip(COUNTED, ["en", *others], strict=True))

    def bonus(self) -> tuple[DemoQuestion, ...]:
        """Two harder ones that a demo may ask without counting: over the language border, and along three documents."""
        rng = random.Random(f"{self._company.seed}:bonus")
        first, second = rng.sample(["en", "zh"], 2)
        across = self.draw("cross_language", "zh" if first == "zh" else "en")
        return across, self.draw("three_hop", "zh" if second == "zh" else "en")

    def draw(self, kind: QuestionKind, language: Language, variant: str | None = None) -> DemoQuestion:
        """One question of a kind in a language. The seed draws subject, words and, unless it is given, the variant."""
        rng = random.Random(f"{self._company.seed}:{kind}:{language}")
        # Across languages the facts are the other division's and the words this one's.
        home: Language = language if kind != "cross_language" else ("zh" if language == "en" else "en")
        scene = Scene(self._company, self._company.divisions[home], self._files(home), rng)
        variant = variant or self._variant(kind, scene)
        ask = self._asks[kind][variant](scene)
        words = {**facts.words(self._company, home), **ask.words}
        templates = "simple" if kind == "cross_language" else "two_hop" if kind == "three_hop" else kind
        text = rng.choice(self._phrasings.paraphrases(templates, variant, language)).format_map(words)
        return DemoQuestion(
            id=f"{kind}-{language}",
            kind=kind,
            variant=variant,
            text=text,
            history=self._history(words, language, rng) if kind == "follow_up" else (),
            language=language,
            expected=ask.expected,
        )

    def _variant(self, kind: QuestionKind, scene: Scene) -> str:
        # Of the figures that could be disputed, one is.
        return scene.division.dispute.measure if kind == "contradictory" else scene.rng.choice(list(self._asks[kind]))

    def _files(self, language: Language) -> dict[Kind, str]:
        return {document.kind: document.name for document in self._documents if document.language == language}

    def _history(self, words: Mapping[str, str], language: Language, rng: random.Random) -> tuple[Turn, ...]:
        first = rng.choice(self._phrasings.paraphrases("simple", "revenue", language))
        reply = self._phrasings.reply(language)
        return Turn("user", first.format_map(words)), Turn("assistant", reply.format_map(words))
