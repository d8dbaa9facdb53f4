"""Which legs search, and how much each counts, from what the question looks like. A retry takes another way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.passage import Strategy
from services.language.tokens import content_tokens
from services.retrieval.profile import Weights

_QUOTED = re.compile(r"[\"“「『]([^\"“”「」『』]{2,})[\"”」』]|《[^》]{2,}》")
_CODE = re.compile(
    r"\b(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)+\b|\b[A-Z]{1,5}\d{2,}[A-Z0-9]*\b"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}\b"
)
_NUMBER = re.compile(r"\d[\d,.]*")
_NAME = re.compile(r"(?<![.!?。！？]\s)(?<!^)\b[A-Z][\w&'-]+(?:\s+[A-Z][\w&'-]+)*")
_CONCEPT = re.compile(
    r"\b(?:why|how (?:do|does|did|can|should|is|are)|explain|impact|effect|reasons?|causes?|strategy|approach|similar|"
    r"relationship|meaning|overview|summar\w+|trends?|challenges?|advantages?|benefits?)\b"
    r"|为什么|为何|如何|怎样|怎么|原因|影响|意义|概述|总结|趋势|战略|策略|关系|优势|挑战|特点",
    re.IGNORECASE,
)
_SHIFT = 0.05
# Where exact terms led to nothing, meaning may; where there are none to miss, words may.
_RETRY_EXACT = (Strategy.HYBRID, Strategy.VECTOR, Strategy.KEYWORD)
_RETRY = (Strategy.HYBRID, Strategy.KEYWORD, Strategy.VECTOR)


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy with the weights of its legs and the reason, in words a person can check."""

    strategy: Strategy
    weights: Weights
    reason: str


def choose(question: str, weights: Weights, *, asked: Strategy, tried: Sequence[Strategy]) -> Choice:
    """How to search. What was asked for is done; otherwise the question's features decide, and a retry switches.

    Codes and quotations alone make a keyword search; concepts without names, numbers or quotations a vector search of
    greater weight; everything else both legs, the weights of the profile shifted a little: more
    of it loses passages of the second hop (on both halves of the evaluation set).
    """
    if asked is not Strategy.AUTO:
        return Choice(asked, weights, "asked for")
    exact, loose = _exact_signs(question), _CONCEPT.search(question)
    if tried:
        return _switched(tried, weights, _RETRY_EXACT if exact else _RETRY)
    if _only_exact(question, exact):
        return Choice(Strategy.KEYWORD, weights, f"nothing but exact terms: {_listed(exact)}")
    if exact and not loose:
        return Choice(Strategy.HYBRID, _shifted(weights, _SHIFT), f"words count more: {_listed(exact)}")
    if loose and not exact:
        return Choice(Strategy.HYBRID, _shifted(weights, -_SHIFT), f"meaning counts more: asks for {loose[0]!r}")
    return Choice(Strategy.HYBRID, weights, "both, as the profile weighs them")


def _exact_signs(question: str) -> list[str]:
    """Quotations, codes, numbers and names, in this order."""
    quoted = [match[0] for match in _QUOTED.finditer(question)]
    signs = quoted + _CODE.findall(question)
    return signs + _NUMBER.findall(question) + _NAME.findall(question)


def _only_exact(question: str, exact: Sequence[str]) -> bool:
    strong = [sign for sign in exact if _QUOTED.match(sign) or _CODE.match(sign)]
    if not strong:
        return False
    left = question
    for sign in exact:
        left = left.replace(sign, " ")
    return not content_tokens(left)


def _switched(tried: Sequence[Strategy], weights: Weights, order: Sequence[Strategy]) -> Choice:
    left = [strategy for strategy in order if strategy not in tried]
    names = ", ".join(dict.fromkeys(strategy.value for strategy in tried))
    if left:
        return Choice(left[0], weights, f"another way after {names}")
    # All were tried: both legs again, with the weights turned round.
    turned = Weights(keyword=weights.vector, vector=weights.keyword)
    return Choice(Strategy.HYBRID, turned, f"weights turned round after {names}")


def _shifted(weights: Weights, by: float) -> Weights:
    keyword = round(min(max(weights.keyword + by, 0.1), 0.9), 6)
    return Weights(keyword=keyword, vector=round(1 - keyword, 6))


def _listed(signs: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(sign.strip()[:40] for sign in signs[:4]))
