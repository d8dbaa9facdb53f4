"""Is an answer right? Judged on the answer object alone: its text, flags and citations.

The headline is what a hurried reader takes away: the short answer or, where there is none, the first sentence. The
right value has to stand there, before any look-alike; the rest of the answer may mention others as context.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from services.cli.demo.questions import DemoQuestion, Expected
from services.cli.demo.values import Value, plain

_MARK = re.compile(r"\[(\d+)\]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_DISAGREE = re.compile(
    r"disagree|conflict|contradict|inconsisten|discrepan|differ|不一致|矛盾|冲突|分歧|出入|不同|相左", re.IGNORECASE
)
_LISTED = re.compile(r"(\b(and|or)|[和与;,])\s*$", re.IGNORECASE)
_LESS = re.compile(
    r"\b(lower|less|smaller|fewer|below|behind|later|younger|newer)\b|低于|少于|不及|不如|小于|晚于|更低|更少|更晚",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\b(higher|more|larger|greater|above|exceed\w*|ahead|earlier|older|first|before|than|against|versus|vs|compared)\b"
    r"|高于|更高|较高|超过|大于|多于|更多|更大|领先|早于|更早|较早|先|相比|对比|而",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Judgement:
    """Right, or every reason why not."""

    right: bool
    reasons: list[str]


def judge(question: DemoQuestion, answer: Mapping[str, Any]) -> Judgement:
    """Judge an answer object (design.md §6). A missing field counts as empty, false or nothing; never raises."""
    expected, given = question.expected, _Answer.read(answer)
    reasons = [*_flags(expected, given), *_marks(given)]
    if expected.abstain:
        reasons += [
            f"gives {value} although no document holds an answer"
            for value in expected.wrong
            if value.find(given.headline) is not None
        ]
    else:
        reasons += _values(question, given)
        reasons += _sources(expected, given)
    return Judgement(not reasons, reasons)


@dataclass(frozen=True)
class _Citation:
    number: int | None
    labels: tuple[str, ...]

    def points_at(self, name: str) -> bool:
        """A source is a file when one of its ids, its title or its address ends with the file's name or bare name."""
        stem = PurePosixPath(name).stem
        return any(PurePosixPath(label).name in {name, stem} for label in self.labels)


@dataclass(frozen=True)
class _Answer:
    text: str
    headline: str
    marks: frozenset[int]
    abstained: bool
    conflict: bool
    contradictions: int
    citations: tuple[_Citation, ...]

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> _Answer:
        text, short = _text(answer.get("answer")), _text(answer.get("short_answer"))
        first = next((part for part in _SENTENCE_END.split(text) if part.strip()), "")
        listed = answer.get("citations") or ()
        return cls(
            text=plain(f"{short}\n{text}"),
            headline=plain(short if short.strip() else first),
            marks=frozenset(int(number) for number in _MARK.findall(f"{short} {text}")),
            abstained=answer.get("abstained") is True,
            conflict=answer.get("conflict") is True,
            contradictions=len(answer.get("contradictions") or ()),
            citations=tuple(_citation(one) for one in listed if isinstance(one, Mapping)),
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _citation(one: Mapping[str, Any]) -> _Citation:
    number, labels = one.get("n"), (one.get(key) for key in ("external_id", "document_id", "url", "title"))
    return _Citation(
        number if isinstance(number, int) else None, tuple(label for label in labels if isinstance(label, str))
    )


def _flags(expected: Expected, given: _Answer) -> list[str]:
    reasons = []
    if given.abstained != expected.abstain:
        reasons.append(
            "abstained, but the documents hold the answer"
            if given.abstained
            else "did not abstain, but no document holds the answer"
        )
    if given.conflict != expected.conflict:
        reasons.append("flags a conflict where there is none" if given.conflict else "does not flag the conflict")
    return reasons


def _marks(given: _Answer) -> list[str]:
    known = {citation.number for citation in given.citations}
    return [f"cites [{number}], which is not listed" for number in sorted(given.marks - known)]


def _values(question: DemoQuestion, given: _Answer) -> list[str]:
    if question.kind == "contradictory":
        return _both_values(question.expected, given)
    if question.kind == "comparison":
        return _winner(question.expected, given)
    right = question.expected.values[0]
    place = right.find(given.headline)
    if place is None:
        return [f"does not answer {right}: {given.headline[:120]!r}"]
    return [
        f"puts {wrong} before {right}"
        for wrong in question.expected.wrong
        if _stands_before(wrong, place, given.headline)
    ]


def _stands_before(wrong: Value, place: int, text: str) -> bool:
    found = wrong.find(text)
    return found is not None and found < place


def _both_values(expected: Expected, given: _Answer) -> list[str]:
    reasons = [f"does not report {value}" for value in expected.values if value.find(given.text) is None]
    if all(value.find(given.headline) is None for value in expected.values):
        reasons.append(f"does not answer with either value: {given.headline[:120]!r}")
    if not given.contradictions and not _DISAGREE.search(given.text):
        reasons.append("does not say that the sources disagree")
    return reasons


def _winner(expected: Expected, given: _Answer) -> list[str]:
    right, wrong = expected.values[0], expected.wrong[0]
    text = _after_listing(given.headline, right, wrong)
    place, other = right.find(text), wrong.find(text)
    if place is None:
        return [f"does not name {right}: {text[:120]!r}"]
    if other is None:
        return []
    # "B was lower than A" names the winner last.
    less = bool(_LESS.search(text[min(place, other) : max(place, other)]))
    if not less and not _DECIDES.search(text):
        return [f"names both and does not decide: {text[:120]!r}"]
    return [f"decides for {wrong}: {text[:120]!r}"] if (place < other) == less else []


def _after_listing(text: str, right: Value, wrong: Value) -> str:
    """What follows "between A and B, ...", where that names one of them again; otherwise the whole text."""
    place, other = right.find(text), wrong.find(text)
    if place is None or other is None or not _LISTED.search(text[min(place, other) : max(place, other)]):
        return text
    rest = text[max(place, other) + 1 :]
    return text if right.find(rest) is None and wrong.find(rest) is None else rest


def _sources(expected: Expected, given: _Answer) -> list[str]:
    if not given.marks:
        return ["the answer cites nothing"]
    cited = [citation for citation in given.citations if citation.number in given.marks]
    missing: Sequence[frozenset[str]] = [
        group
        for group in expected.documents
        if not any(citation.points_at(name) for citation in cited for name in group)
    ]
    return [f"does not cite {' or '.join(sorted(group))}" for group in missing]
