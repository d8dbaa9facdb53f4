"""Passages that answer where no single value does: how far they are about what is asked, and where to begin.

A passage is about a question when it names all that the question names, has most of its words, and the reranker thinks
so, too. What is only asked for in general (steps, practices, advice) need not be said.
"""

from collections.abc import Sequence

from services.core.domain.finding import Span
from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked
from services.factcheck.lines import Line, lines_of
from services.factcheck.presence import UNKNOWN, present
from services.language.lexicon.wordlist import words
from services.language.open_questions import wants_passage
from services.language.tokens import content_tokens, tokens

MOST = 5
_AWAY = 0.5
_EASE = 0.1
_ASKED_FOR = frozenset(
    content_tokens(
        "best good better practice step way option tip advice recommend recommendation suggestion describe explain"
        " summarize outline discuss tell please help need want use get make take do possible happen some main key"
        " advantage benefit requirement consideration measure guideline different respectively"
    )
) | words(
    "采取 措施 做法 方法 步骤 建议 举措 策略 描述 说明 介绍 总结 概括"
    " 分别 进行 应对 方面 哪些 如何 怎样 怎么 具体 主要 情况"
)


def told(asked: Asked, evidence: Sequence[Evidence]) -> list[Span]:
    """Per passage that is about the question its sentence to begin with, best first; none for questions of values."""
    if not wants_passage(asked.text):
        return []
    wanted = frozenset(content_tokens(asked.text)) - _ASKED_FOR
    found = [span for item in evidence if (span := _span(asked, item, wanted))]
    return sorted(found, key=lambda span: -span.score)[:MOST]


def _span(asked: Asked, item: Evidence, wanted: frozenset[str]) -> Span | None:
    lines = [line for line in lines_of(item.passage) if not line.is_cell] or list(lines_of(item.passage))
    if not lines or not wanted:
        return None
    score = _about(asked, item, wanted)
    first = max(lines, key=lambda line: (_share(wanted, line.text) + _kept(item, line), -line.start))
    return Span(item.passage.id, first.start, first.end, item.passage.text[first.start : first.end], round(score, 4))


def _about(asked: Asked, item: Evidence, wanted: frozenset[str]) -> float:
    """How far a passage is about the question, in [0, 1]."""
    passage = item.passage
    text = f"{passage.title} {passage.section} {passage.text}"
    share = _share(wanted, text)
    if not _has_names(asked, text):
        return _AWAY * min(share, _AWAY)
    return min(1.0, 0.5 * (share + item.relevance) + _EASE)


def _has_names(asked: Asked, text: str) -> bool:
    """Whether a text has every name of the question; of Chinese ones, among which are plain words, one."""
    names = [named.key for named in asked.names if not named.loose]
    han = [key for key in names if not key.isascii()]
    met = {key for key in names if present(key, text) >= UNKNOWN}
    return all(key in met for key in names if key.isascii()) and (not han or not met.isdisjoint(han))


def _share(wanted: frozenset[str], text: str) -> float:
    return len(wanted & frozenset(tokens(text))) / len(wanted)


def _kept(item: Evidence, line: Line) -> float:
    """What distillation gave the sentence."""
    return max((each.score for each in item.sentences if each.start < line.end and line.start < each.end), default=0.0)
