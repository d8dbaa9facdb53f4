"""What a statement may not get wrong: figures, dates, names, and whether it affirms or denies."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.factcheck.claims import Piece
from services.factcheck.lines import Line, lines_of
from services.factcheck.presence import present
from services.language.aspects import aspects, fits
from services.language.negation import negated
from services.language.numbers import same_quantity
from services.language.statements import Days, Value, periods, values

_WHOLE_NAME = 0.99
_YEAR = re.compile(r"[12]?\d{3}")
_RANGE = re.compile(r"[–—~～至到]|\s-\s|(?<=[\d年月日])\s?[-－]\s?(?=[\dA-Z])|\bto\b|\buntil\b")


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail of a statement: which check, the words, and how it stands ("kept", "lacking", "against")."""

    method: str
    text: str
    outcome: str
    against: str = ""


def details(piece: Piece, source: Line, others: Sequence[Line]) -> list[Detail]:
    """Every detail of a statement against its source; `others` are lines of the passages cited, for names and dates."""
    said = values(piece.text)
    found = [_figure(value, piece, source) for value in said if value.kind == "quantity"]
    found += [_date(value, source) for value in said if value.kind == "date"]
    found += [_name(value, source, others, said=piece.text) for value in said if value.kind == "name"]
    if negated(piece.text) != negated(source.text) and not _denial_elsewhere(piece, source):
        found.append(Detail("negation", piece.text, "against", source.text))
    elif negated(piece.text):
        found.append(Detail("negation", piece.text, "kept"))
    return found


def _figure(value: Value, piece: Piece, source: Line) -> Detail:
    """The figure must stand in the source and be said there of the same measure and the same period."""
    assert value.quantity is not None
    if _is_year_of(value, source):
        return Detail("dates", value.text, "kept")
    equal = [each for each in source.values if each.quantity and same_quantity(each.quantity, value.quantity)]
    if any(_same_matter(value, each) for each in equal):
        return Detail("numbers", value.text, "kept")
    if equal:
        return Detail("numbers", value.text, "against", f"{equal[0].text} is said of something else")
    rival = next((each for each in source.values if _rivals(value, each)), None)
    if rival is not None:
        return Detail("numbers", value.text, "against", rival.text)
    return Detail("numbers", value.text, "lacking")


def _is_year_of(value: Value, source: Line) -> bool:
    """Whether a bare number is a year that the source speaks of: "1692" alone says nothing of what it is."""
    if not _YEAR.fullmatch(value.text):
        return False
    return any(int(value.text) in (each.first.year, each.last.year) for each in periods_with_ends(source.text))


def _same_matter(said: Value, source: Value) -> bool:
    aspects_meet = not said.aspects or not source.aspects or fits(said.aspects, source.aspects)
    periods_meet = said.period is None or source.period is None or said.period.meets(source.period)
    return aspects_meet and periods_meet


def _rivals(said: Value, source: Value) -> bool:
    """Whether a source's figure is said of the very measure and period of the statement's, and is another."""
    if source.quantity is None or said.quantity is None or source.planned != said.planned:
        return False
    if not said.aspects or not fits(said.aspects, source.aspects) or said.quantity.kind != source.quantity.kind:
        return False
    if said.period and source.period:
        return said.period.meets(source.period)
    return said.period is None and source.period is None


def _date(value: Value, source: Line) -> Detail:
    assert value.days is not None
    known = [*periods_with_ends(source.text), *([source.context.period] if source.context.period else [])]
    if any(_within(value.days, each) for each in known):
        return Detail("dates", value.text, "kept")
    written = source.passage.date
    if written and value.days.first <= written <= value.days.last:
        return Detail("dates", value.text, "kept")
    return Detail("dates", value.text, "lacking")


def periods_with_ends(text: str) -> list[Days]:
    """Every period of a text, and both ends of those from one day to another: "(1 March 1928 – 29 January 2016)"."""
    found = periods(text)
    for each in [each for each in found if each.start >= 0]:
        ends = _RANGE.split(text[each.start : each.end])
        if len(ends) == 2:
            found += [day for end in ends for day in periods(end)]
    return found


def _within(said: Days, known: Days) -> bool:
    """The source must be as exact as the statement: 2022 follows from May 2022, not the other way round."""
    return said.first <= known.first and known.last <= said.last


def _name(value: Value, source: Line, others: Sequence[Line], *, said: str) -> Detail:
    texts = [source.text, source.around, *(f"{line.text} {line.around}" for line in others)]
    if any(present(value.key, text) >= _WHOLE_NAME for text in texts):
        return Detail("names", value.text, "kept")
    # What opens a sentence in capitals may be no name at all.
    if value.label == "other" and value.start == 0:
        return Detail("names", value.text, "kept")
    named = [each for each in source.values if each.kind == "name" and each.label == value.label]
    replaced = any(present(each.key, said) < _WHOLE_NAME for each in named)
    return Detail("names", value.text, "against" if replaced else "lacking", "another name")


def _denial_elsewhere(piece: Piece, source: Line) -> bool:
    """A denial in a part of the source that the statement does not repeat denies something else."""
    if not negated(source.text) or negated(piece.text):
        return False
    said = {mention.key for mention in aspects(piece.text)}
    at = source.text.lower().find(piece.text.lower().rstrip(".。"))
    return at >= 0 or (bool(said) and not negated(_around(source.text, piece.text)))


def _around(source: str, said: str) -> str:
    """The clauses of a source that share a figure or a name with the statement."""
    shared = [value.text for value in values(said) if value.text in source]
    parts = [part for part in source.replace("，", ",").replace("；", ",").replace(";", ",").split(",")]
    return ",".join(part for part in parts if any(text in part for text in shared)) or source


def stands_in(value: Value, line: Line) -> bool:
    """Whether a figure, date or name stands in a line, in its title and section, or is the date of its document."""
    if value.quantity:
        said = f"{line.text} {line.around}"
        return any(each.quantity and same_quantity(each.quantity, value.quantity) for each in values(said))
    if value.days:
        return _date(value, line).outcome == "kept" or any(_within(value.days, each) for each in periods(line.around))
    return value.start == 0 or present(value.key, f"{line.text} {line.around}") >= _WHOLE_NAME


def cited_lines(piece: Piece, lines: Sequence[Line]) -> list[Line]:
    """Lines of the passages that a statement cites."""
    passages = {line.passage.id: line.passage for line in lines if line.passage.id in piece.cited}
    return [line for passage in passages.values() for line in lines_of(passage)]
