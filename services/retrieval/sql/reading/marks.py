"""What each stretch of a question can be: a value of the data, a name of the schema, a cue, a number, a date; or
nothing known. The longest reading of a place wins; of equally long ones a value, then a cue, then a name."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from services.language.stems import stem
from services.retrieval.sql.port import Column, Kind, Schema, Table
from services.retrieval.sql.reading.cues import Cue, CueAt, cue_at
from services.retrieval.sql.reading.names import PARTIAL, Candidate, candidates, words_of
from services.retrieval.sql.reading.tokens import Token, tokens
from services.retrieval.sql.reading.vocabulary import FILLERS, VERBS
from services.retrieval.sql.reading.vocabulary_zh import FILLERS_ZH

_LONGEST_NAME, _LONGEST_VALUE = 5, 10
_INSIDE = frozenset({"of", "the", "'s", "的", "a", "an"})
_HAN = re.compile("[\u3400-\u9fff]")
_SHARED = 5


class MarkKind(StrEnum):
    """Kinds of stretches."""

    NAME = "name"
    VALUE = "value"
    CUE = "cue"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"
    PUNCTUATION = "punctuation"
    FILLER = "filler"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Place:
    """A value of the data: the column it stands in. `whole` is False when it is only part of the cells."""

    table: Table
    column: Column
    value: str
    whole: bool = True


@dataclass(slots=True)
class Mark:
    """`text` of the question from `start` to `end`, and what it can be. `used`: a rule has taken it."""

    kind: MarkKind
    text: str
    start: int
    end: int
    candidates: tuple[Candidate, ...] = ()
    places: tuple[Place, ...] = ()
    cue: CueAt | None = None
    words: tuple[str, ...] = ()
    used: bool = field(default=False, compare=False)

    def is_cue(self, *cues: Cue) -> bool:
        """Whether it is one of these cues."""
        return self.cue is not None and self.cue.cue in cues


class Marker:
    """Marks questions about one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._values: Mapping[str, list[Place]] = _values(schema)
        self._known = _chinese_names(schema) | {value for value in self._values if _HAN.search(value)}
        self._longest = max((value.count(" ") + 1 for value in self._values), default=1)

    def marks(self, text: str) -> list[Mark]:
        """Marks of a question in order; together they cover it."""
        cut = tokens(text, self._known)
        found: list[Mark] = []
        at = 0
        while at < len(cut):
            mark, after = self._best(text, cut, at)
            found.append(mark)
            at = after
        return found

    def _best(self, text: str, cut: Sequence[Token], at: int) -> tuple[Mark, int]:
        token = cut[at]
        plain = _plain(token)
        options = [self._value(text, cut, at), self._cue(text, cut, at), self._name(text, cut, at)]
        made = [option for option in options if option is not None]
        if made:
            best = max(made, key=lambda option: option[1])
            named = options[2]
            if named is not None and named[1] == best[1] and best[0].is_cue(Cue.COUNT) and _is_number(named[0]):
                return named
            return best
        if plain is not None:
            return plain, at + 1
        return _rest(token, self._partial(token, cut, at)), at + 1

    def _value(self, text: str, cut: Sequence[Token], at: int) -> tuple[Mark, int] | None:
        for size in range(min(_LONGEST_VALUE, self._longest, len(cut) - at), 0, -1):
            part = cut[at : at + size]
            places = self._values.get(_key(part)) or self._values.get(_stems(part)) or self._translated(part)
            if places and _is_value(part, at):
                return Mark(
                    MarkKind.VALUE,
                    text[part[0].start : part[-1].end],
                    part[0].start,
                    part[-1].end,
                    places=tuple(places),
                ), at + size
        return None

    def _translated(self, part: Sequence[Token]) -> list[Place]:
        """Cells that say in English what is asked in Chinese."""
        return (
            self._values.get("~" + " ".join(part[0].words), []) if len(part) == 1 and _HAN.match(part[0].text) else []
        )

    def _cue(self, text: str, cut: Sequence[Token], at: int) -> tuple[Mark, int] | None:
        if cut[at].kind in ("quoted", "date"):
            return None
        found = cue_at(text, cut[at].start)
        if found is None:
            return None
        after = at + sum(1 for token in cut[at:] if token.start < found.end)
        if cut[after - 1].end > found.end and len(cut[after - 1].text) > 1 and not _HAN.match(cut[after - 1].text):
            return None
        return Mark(MarkKind.CUE, text[found.start : found.end], found.start, found.end, cue=found), after

    def _name(self, text: str, cut: Sequence[Token], at: int) -> tuple[Mark, int] | None:
        if cut[at].kind != "word" or cut[at].text.lower() in _INSIDE:
            return None
        best: tuple[Mark, int] | None = None
        words: list[str] = []
        for size, token in enumerate(cut[at : at + _LONGEST_NAME + 2], start=1):
            if token.kind != "word":
                break
            if token.text.lower() in _INSIDE:
                continue
            words += token.words
            if len(words) > _LONGEST_NAME or (
                size == 1
                and token.text.lower()
                in FILLERS
                - {
                    "location",
                    "time",
                    "person",
                    "people",
                    "record",
                    "order",
                    "value",
                    "result",
                    "data",
                    "system",
                    "number",
                    "count",
                    "amount",
                }
            ):
                break
            if size > 1 and _is_plural(cut[at]) and not any(t.text.lower() == "of" for t in cut[at : at + size]):
                break  # "rivers cross" is no column of a river
            turned = token.words if size > 1 and not any(t.text.lower() == "of" for t in cut[at : at + size]) else ()
            found = [
                each
                for each in candidates(words, self._schema)
                if size == 1 or (each.penalty < PARTIAL and not _is_turned(each, turned))
            ]
            if found:
                mark = Mark(
                    MarkKind.NAME,
                    text[cut[at].start : token.end],
                    cut[at].start,
                    token.end,
                    tuple(found),
                    words=tuple(words),
                )
                best = mark, at + size
        return best

    def _partial(self, token: Token, cut: Sequence[Token], at: int) -> tuple[Place, ...]:
        """Cells that hold a quoted text or a name in part."""
        if token.kind != "quoted" and not (
            token.kind == "word" and (token.text[:1].isupper() and at or _HAN.match(token.text))
        ):
            return ()
        wanted = token.text.casefold()
        if len(wanted) < (2 if _HAN.match(wanted) else 3):
            return ()
        edge = "" if _HAN.search(wanted) else r"\b"
        inside = re.compile(f"{edge}{re.escape(wanted)}{edge}")
        columns: dict[tuple[str, str], Place] = {}
        for value, places in self._values.items():
            if inside.search(value):
                for place in places:
                    columns.setdefault(
                        (place.table.name, place.column.name), Place(place.table, place.column, token.text, whole=False)
                    )
        return tuple(columns.values())


def _is_turned(candidate: Candidate, last: tuple[str, ...]) -> bool:
    """Whether words end in the thing whose column they would name: "paid doctor" is a doctor, no pay."""
    if candidate.column is None or not last:
        return False
    return set(last) <= set(words_of(candidate.table.name)) - set(words_of(candidate.column.name))


def _is_plural(token: Token) -> bool:
    low = token.text.lower()
    return low.endswith("s") and token.words[-1:] != (low,)


def _is_number(mark: Mark) -> bool:
    first = mark.candidates[0]
    return first.column is not None and first.column.kind is Kind.NUMBER


def _plain(token: Token) -> Mark | None:
    kinds = {"number": MarkKind.NUMBER, "date": MarkKind.DATE, "mark": MarkKind.PUNCTUATION}
    if token.kind not in kinds:
        return None
    return Mark(kinds[token.kind], token.text, token.start, token.end)


def _rest(token: Token, places: tuple[Place, ...]) -> Mark:
    """A token that is no name and no cue: part of a value, a filler, or nothing known."""
    if places:
        return Mark(MarkKind.VALUE, token.text, token.start, token.end, places=places)
    if token.kind == "quoted":
        return Mark(MarkKind.TEXT, token.text, token.start, token.end)
    low = token.text.lower()
    known = (
        low in FILLERS
        or low in FILLERS_ZH
        or any(word in VERBS or word in FILLERS for word in token.words)
        or len(low) == 1
    )
    return Mark(MarkKind.FILLER if known else MarkKind.UNKNOWN, token.text, token.start, token.end, words=token.words)


def _values(schema: Schema) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = defaultdict(list)
    columns = [(table, column) for table in schema.tables for column in table.columns]
    for place in (Place(table, column, value) for table, column in columns for value in column.values):
        cut = tokens(place.value, ())
        keys = dict.fromkeys((_key(cut), _stems(cut)))
        for key in (key for key in keys if len(key) > 1 or _HAN.match(key)):
            found[key].append(place)
    return dict(found)


def _key(part: Sequence[Token]) -> str:
    text = " ".join(token.text for token in part).casefold()
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", text)


def _stems(part: Sequence[Token]) -> str:
    return "~" + " ".join(stem(token.text.lower()) for token in part) if len(part) <= 3 else ""


def _is_value(part: Sequence[Token], at: int) -> bool:
    """Whether words that equal a cell are meant as one: not a small word, not a bare number, unless quoted."""
    if len(part) > 1 or part[0].kind == "quoted":
        return any(token.kind in ("word", "quoted") for token in part)
    token = part[0]
    if token.kind != "word" or len(token.text) < 2:
        return False
    small = token.text.lower() in FILLERS or token.text in FILLERS_ZH or cue_at(token.text, 0) is not None
    return not small or (token.text[:1].isupper() and at > 0 and token.text.lower() not in {"i"})


def _chinese_names(schema: Schema) -> set[str]:
    names = {name for table in schema.tables for name in (table.name, *(column.name for column in table.columns))}
    return {part for name in names for part in words_of(name) if _HAN.search(part)}


def is_verb_of(mark: Mark, marks: Sequence[Mark]) -> bool:
    """Whether an unknown word is the verb of something that is named: "published" beside "publications"."""
    for word in mark.words:
        for other in marks:
            if other.kind is MarkKind.NAME and any(
                len(word) >= _SHARED and each[:_SHARED] == word[:_SHARED] for each in (*other.words, *_own(other))
            ):
                return True
    return False


def _own(mark: Mark) -> tuple[str, ...]:
    return tuple(word for each in mark.candidates[:3] for word in words_of((each.column or each.table).name))
