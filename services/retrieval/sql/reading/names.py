"""Names of tables and columns as words, and which of them some words of a question can mean."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from services.language.stems import stem
from services.retrieval.sql.port import Column, Schema, Table
from services.retrieval.sql.reading.vocabulary import ABBREVIATIONS, GENERIC, IDENTIFYING, NAMING, SYNONYM_OF
from services.retrieval.sql.reading.vocabulary_zh import CHINESE

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
# How far words are from a name, from 0 (the very name) up. A link of two tables costs 0.3, so that the nearer name in
# another table is preferred to the farther one at hand only when the difference is real.
EXACT, OWN, PREFIXED, GENERIC_LEFT, FLAT, PARTIAL, REFERENCE = 0.0, 0.03, 0.05, 0.15, 0.2, 0.4, 0.35
SYNONYM = 0.1
_POINTER = 1.0
LINKING = 0.6
_KEY, _LONGEST_KEY = 3, 4
_ID, _NAME = frozenset({"id"}), frozenset({"name"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """What words can mean: a table (`column` is None) or one of its columns; `penalty` from 0, the very name."""

    table: Table
    column: Column | None
    penalty: float

    @property
    def label(self) -> str:
        """As people write it: "visit" or "visit.fee"."""
        return self.table.name if self.column is None else f"{self.table.name}.{self.column.name}"


@lru_cache(maxsize=8_192)
def words_of(identifier: str) -> tuple[str, ...]:
    """Stems of an identifier's parts: "orderDate" and "order_dt" are ("order", "date"). Chinese is put in English where
    the vocabulary knows all of it, and stays whole elsewhere."""
    found: list[str] = []
    parts = _PARTS.findall(identifier)
    for part in parts:
        low = part.lower()
        whole = low.endswith("id") and len(low) <= _KEY and len(parts) == 1  # "did" is a key here, no verb
        if low == "full" and len(parts) > 1:
            continue  # a full name is a name
        found += [low] if whole else [stem(word) for word in ABBREVIATIONS.get(low) or _in_english(low) or (low,)]
    return tuple(found)


def _in_english(run: str) -> tuple[str, ...]:
    """Chinese words of a run, longest first, in English; empty when one is not known."""
    found: list[str] = []
    while run:
        size = next((size for size in range(len(run), 0, -1) if run[:size] in CHINESE), 0)
        if not size:
            return ()
        found += CHINESE[run[:size]]
        run = run[size:]
    return tuple(found)


@lru_cache(maxsize=8_192)
def canonical(word: str) -> str:
    """The representative of a stem's synonyms."""
    return SYNONYM_OF.get(word, word)


def candidates(words: Sequence[str], schema: Schema) -> list[Candidate]:
    """What these stems can mean, nearest first."""
    asked = frozenset(words)
    found = [each for table in schema.tables for each in _of_table(asked, table)]
    if asked == _NAME:
        # What a thing is called may be several columns, or one of another name.
        near = {each.table.name for each in found if each.penalty <= PREFIXED}
        found += [Candidate(table, None, FLAT) for table in schema.tables if table.name not in near]
    if asked == _ID:
        known = {each.label for each in found}
        keys = [Candidate(table, key, FLAT) for table in schema.tables for key in key_columns(table)]
        found += [each for each in keys if each.label not in known]
    if any(each.column is None and each.penalty <= SYNONYM for each in found):
        # Where the thing has a table of its own, the keys that point to it are not what people ask for.
        found = [replace(each, penalty=each.penalty + _POINTER) if _points(each) else each for each in found]
    return sorted(found, key=lambda each: each.penalty)


def _points(candidate: Candidate) -> bool:
    return candidate.column is not None and candidate.penalty >= REFERENCE and identifies(candidate.column)


def _of_table(asked: frozenset[str], table: Table) -> list[Candidate]:
    own = frozenset(words_of(table.name))
    found: list[Candidate] = []
    penalty = _distance(asked, ((own, EXACT), (own - GENERIC, PREFIXED)))
    if penalty is None and len(own) > 1 and asked < own:
        penalty = PARTIAL
    if penalty is not None:
        found.append(Candidate(table, None, penalty + LINKING * links(table)))
    for column in table.columns:
        near = _of_column(asked, frozenset(words_of(column.name)), own)
        if near is not None:
            found.append(Candidate(table, column, near))
    return found


def _of_column(asked: frozenset[str], words: frozenset[str], own: frozenset[str]) -> float | None:
    bare = words - own
    told = words - GENERIC
    readings = [(words, OWN), (words | own, EXACT)]
    if bare:
        readings.append((bare, PREFIXED))
    if told and told != own:
        identifies = bool(words & IDENTIFYING) and not words & {"number", "name"}
        readings.append((told, REFERENCE if identifies else GENERIC_LEFT))
    near = _distance(asked, readings)
    if near is not None:
        return near
    glued = "".join(sorted(words)) if len(words) == 1 else ""
    if glued and len(asked) > 1 and glued in {"".join(asked), "".join(reversed(tuple(asked)))}:
        return PREFIXED
    return PARTIAL if asked < words and not asked <= GENERIC else (PARTIAL if asked < bare else None)


def _distance(asked: frozenset[str], readings: Sequence[tuple[frozenset[str], float]]) -> float | None:
    for words, penalty in readings:
        if words and asked == words:
            return penalty
    wide = frozenset(map(canonical, asked))
    for words, penalty in readings:
        if words and wide == frozenset(map(canonical, words)):
            return penalty + SYNONYM
    return None


def display_columns(table: Table) -> tuple[Column, ...]:
    """What a row is called: its name or title, first and last name together, else its first unique text, else its
    key."""
    named = {words_of(column.name): column for column in table.columns}
    first, last = named.get(("first", "name")), named.get(("last", "name"))
    if first and last:
        return (first, last)
    own = words_of(table.name)
    for naming in NAMING:
        wanted = {(naming,), (*own, naming), (naming, "name")}
        for words, column in named.items():
            if words in wanted or (words[-1:] == (naming,) and set(words[:-1]) <= set(own)):
                return (column,)
    named_alike = [column for words, column in named.items() if words[-1:] == ("name",) and set(words[:-1]) & set(own)]
    texts = [column for column in table.columns if column.kind == "text" and column.unique and not column.primary]
    return tuple((named_alike or texts or list(key_columns(table)) or list(table.columns))[:1])


def links(table: Table) -> bool:
    """Whether a table does nothing but link others: it holds keys alone."""
    return len(table.columns) > 1 and all(identifies(column) for column in table.columns)


def key_columns(table: Table) -> tuple[Column, ...]:
    """The column that tells rows apart; none when there is none."""
    primary = tuple(column for column in table.columns if column.primary)
    if len(primary) == 1:
        return primary
    unique = [column for column in table.columns if column.unique]
    ids = [column for column in unique if identifies(column)]
    return tuple((ids or [column for column in unique if column.kind != "number"])[:1])


def identifies(column: Column) -> bool:
    """Whether a column's name says that it holds keys: id, customer_id, pid, code."""
    words = words_of(column.name)
    return bool(words) and (
        words[-1] in IDENTIFYING - {"number"}
        or (len(words) == 1 and len(words[0]) <= _LONGEST_KEY and words[0].endswith("id"))
    )
