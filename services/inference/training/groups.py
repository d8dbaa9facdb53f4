"""Groups of windows: one that answers a question and some that do not, which the reader learns to tell apart."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.inference.tokenizer import Encoded, Tokenizer
from services.inference.training.bm25 import Bm25
from services.inference.training.near_misses import Passage, near_miss
from services.inference.training.reading_set import Question, ReadingSet
from services.inference.training.templates import Synthetic
from services.language.entities import named_entities

START, END = 0, 2
QUESTION_TOKENS = 48
TITLE_TOKENS = 12
_SPAN_TOKENS = 30
_RETRIEVED = 12
"""How many of a search's results negatives are drawn from."""
_TITLED = 0.5
"""Share of groups whose windows begin with the title, as passages of a corpus do."""


@dataclass(frozen=True, slots=True)
class Window:
    """Ids as the model takes them; tokens of the answer, or 0 and 0 where there is none."""

    ids: list[int]
    start: int = 0
    end: int = 0

    @property
    def answers(self) -> bool:
        """Whether the window holds the answer."""
        return self.start > 0


@dataclass(frozen=True, slots=True)
class Group:
    """Windows for one question; the first one answers."""

    language: str
    windows: tuple[Window, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put, and the marked question whose context is read: the same one, or in another language."""

    text: str
    marked: Question


class GroupMaker:
    """Makes groups of `size` windows of at most `length` tokens."""

    def __init__(self, reading: ReadingSet, tokenizer: Tokenizer, *, size: int = 4) -> None:
        self._reading, self._tokenizer, self._size = reading, tokenizer, size
        self._articles, languages = reading.articles(), reading.languages()
        self._indexes = {
            language: Bm25({n: text for n, text in reading.contexts.items() if languages.get(n) == language})
            for language in set(languages.values())
        }
        self._encoded: dict[int, Encoded] = {}
        self._names: Mapping[str, Sequence[str]] = _names(reading)

    def retrieved(self, question: Question) -> list[int]:
        """Contexts that a search returns and that do not hold the answer, best first."""
        answer = question.answer.casefold()
        found = self._indexes[question.language].search(question.text, _RETRIEVED)
        return [n for n in found if n != question.context and answer not in self._reading.contexts[n].casefold()]

    def over(self, asked: Asked, length: int, rng: random.Random) -> Group | None:
        """A group over contexts; None where the answer does not fit a window or nothing stands against it."""
        one, maker = asked.marked, _Windows(self._tokenizer, asked.text, length)
        titled = rng.random() < _TITLED
        encoded, title = self._encode(one.context), self._title(one.context) if titled else ""
        positive = maker.around(encoded, (one.start, one.end), title=title, rng=rng)
        if positive is None:
            return None
        window, (low, high) = positive
        text = self._reading.contexts[one.context][low:high]
        near = near_miss(
            one.text, Passage(text, one.start - low, one.end - low), self._names.get(one.language, ()), rng=rng
        )
        negatives = [maker.whole(near, title)] if near else []
        elsewhere = maker.apart(encoded, (one.start, one.end), title=title, rng=rng)
        if elsewhere and one.answer not in self._text(one.context, elsewhere[1]) and rng.random() < 0.5:
            negatives.append(elsewhere[0])
        found = self.retrieved(one)
        for number in rng.sample(found, min(len(found), self._size - 1)):
            negatives.append(maker.nearest(self._encode(number), title=self._title(number) if titled else "", rng=rng))
        if len(negatives) < self._size - 1:
            return None
        return Group(one.language, (window, *negatives[: self._size - 1]))

    def made_up(self, one: Synthetic, length: int, language: str) -> Group | None:
        """A group over a passage made by rules; None where it does not fit."""
        maker = _Windows(self._tokenizer, one.question, length)
        encoded = self._tokenizer.encode(one.passage.text)
        found = maker.around(encoded, (one.passage.start, one.passage.end), title="", rng=random.Random(0))
        if found is None or len(one.near) < self._size - 1:
            return None
        return Group(language, (found[0], *(maker.whole(text, "") for text in one.near[: self._size - 1])))

    def _encode(self, number: int) -> Encoded:
        if number not in self._encoded:
            self._encoded[number] = self._tokenizer.encode(self._reading.contexts[number])
        return self._encoded[number]

    def _text(self, number: int, characters: tuple[int, int]) -> str:
        return self._reading.contexts[number][characters[0] : characters[1]]

    def _title(self, number: int) -> str:
        return self._articles.get(number, "").replace("_", " ")


class _Windows:
    """Windows of passages for one question."""

    def __init__(self, tokenizer: Tokenizer, question: str, length: int) -> None:
        self._tokenizer, self._length = tokenizer, length
        self._question = tokenizer.ids(question)[:QUESTION_TOKENS]
        self._known = set(self._question)

    def around(
        self, encoded: Encoded, answer: tuple[int, int], *, title: str, rng: random.Random
    ) -> tuple[Window, tuple[int, int]] | None:
        """A window with the answer somewhere in it, and the characters it covers."""
        first = next((i for i, (_, end) in enumerate(encoded.offsets) if end > answer[0]), None)
        last = next((i for i in range(len(encoded.offsets) - 1, -1, -1) if encoded.offsets[i][0] < answer[1]), None)
        head, room = self._room(title)
        if first is None or last is None or not 0 <= last - first < min(_SPAN_TOKENS, room):
            return None
        at = 0
        if len(encoded.ids) > room:
            at = rng.randint(max(0, last - room + 1), max(0, min(first, len(encoded.ids) - room)))
        shift = len(head) - at
        ids = [*head, *encoded.ids[at : at + room], END]
        covered = encoded.offsets[at : at + room]
        return Window(ids, first + shift, last + shift), (covered[0][0], covered[-1][1])

    def apart(
        self, encoded: Encoded, answer: tuple[int, int], *, title: str, rng: random.Random
    ) -> tuple[Window, tuple[int, int]] | None:
        """A window of the same context away from the answer."""
        head, room = self._room(title)
        starts = [
            at
            for at in range(0, len(encoded.ids) - room // 2, max(room // 3, 1))
            if not _overlap(_characters(encoded, at, room), answer)
        ]
        if not starts:
            return None
        at = rng.choice(starts)
        return Window([*head, *encoded.ids[at : at + room], END]), _characters(encoded, at, room)

    def nearest(self, encoded: Encoded, *, title: str, rng: random.Random) -> Window:
        """Of a few windows the one that shares most tokens with the question."""
        head, room = self._room(title)
        starts = [rng.randint(0, max(0, len(encoded.ids) - room)) for _ in range(3)]
        at = max(starts, key=lambda at: len(self._known & set(encoded.ids[at : at + room])))
        return Window([*head, *encoded.ids[at : at + room], END])

    def whole(self, text: str, title: str) -> Window:
        """A short text, cut where it is too long."""
        head, room = self._room(title)
        return Window([*head, *self._tokenizer.ids(text)[:room], END])

    def _room(self, title: str) -> tuple[list[int], int]:
        named = self._tokenizer.ids(f"{title}:")[:TITLE_TOKENS] if title else []
        head = [START, *self._question, END, END, *named]
        return head, self._length - len(head) - 1


def _characters(encoded: Encoded, at: int, room: int) -> tuple[int, int]:
    covered = encoded.offsets[at : at + room]
    return covered[0][0], covered[-1][1]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _names(reading: ReadingSet) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for one in reading.questions:
        if one.language in ("en", "zh"):
            found.setdefault(one.language, {}).update(
                (entity.text, None) for entity in named_entities(one.text) if len(entity.text) > 1
            )
    return {language: list(names) for language, names in found.items()}
