"""Letters and numbers that tell one of a kind from the next, where a question asks which: Group D, gate 12, 第三组."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked
from services.factcheck.lines import Line, all_lines
from services.factcheck.presence import present
from services.language.tokens import content_tokens

_KINDS_EN = "group|pool|gate|platform|floor|terminal|zone|tier|class|level|room|hall|bay|dock|lane|building|division"
_ASKED_EN = re.compile(rf"\b(?:which|what)\s({_KINDS_EN})\b", re.IGNORECASE)
_ASKED_ZH = re.compile("(?:哪一?[个条号]?|第?几)(小组|组|班|号线|航站楼|登机口|站台|层|级|号楼|展厅|车间|赛区)")
_MARK_EN = r"(?:[A-Z]\d{0,3}|\d{1,3}[A-Z]?|[IVX]{1,4})"
_MARK_ZH = "(?:第?(?:[A-Z]\\d{0,2}|\\d{1,3}|[一二三四五六七八九十]{1,3})号?)"
_NAMED = 0.97


def label_asked(text: str) -> re.Pattern[str] | None:
    """How the labels look that answer a question; None when it asks for no label."""
    english = _ASKED_EN.search(text)
    if english:
        return _english(english[1].lower())
    chinese = _ASKED_ZH.search(text)
    return _chinese(chinese[1]) if chinese else None


def labelled(
    asked: Asked, evidence: Sequence[Evidence], label: re.Pattern[str]
) -> Iterator[tuple[Line, tuple[int, int]]]:
    """Lines that give what is asked about a label, with the label's place in the line: the last one that stands before
    it, else the first one behind it."""
    for line in all_lines(evidence):
        marks = list(label.finditer(line.text))
        if not marks or not all(present(named.key, line.text) >= _NAMED for named in asked.names):
            continue
        at = min((line.text.find(named.text) for named in asked.names), default=0)
        before = [mark for mark in marks if mark.start() <= at]
        mark = before[-1] if before else marks[0]
        yield line, mark.span()


def without_label(asked: Asked) -> Asked:
    """The question without the word for the kind of label, which the label itself says."""
    found = _ASKED_EN.search(asked.text) or _ASKED_ZH.search(asked.text)
    own = frozenset(content_tokens(found[1])) | {found[1]} if found else frozenset()
    return replace(asked, words=asked.words - own)


@lru_cache(maxsize=64)
def _english(kind: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?i:{kind})\s(?:no\.?\s)?{_MARK_EN}\b")


@lru_cache(maxsize=64)
def _chinese(kind: str) -> re.Pattern[str]:
    return re.compile(f"{_MARK_ZH}小?{kind.removeprefix('小')}")
