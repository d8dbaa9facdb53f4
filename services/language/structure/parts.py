"""Several questions in one: joined by "and", put one after another, or asking for several things of one subject."""

import re

from services.language.aspects import Mention, aspects
from services.language.detect import language_of
from services.language.structure.courtesy import bare

MOST_PARTS = 8
_WH = r"(?:who|whom|whose|what|when|where|which|why|how)"
_AUX = r"(?:is|are|was|were|did|does|do|has|have|had|will|can|could|should)"
_ENDS = re.compile(r"(?<=[?？])\s*|[;；]\s*|(?<=[a-z0-9)])\.\s+(?=[A-Z])|。\s*")
_AND_EN = re.compile(
    rf",?\s+(?:and|as well as)\s+(?:also\s+)?(?=(?:(?:in|at|on|by|from|for|to|of|with)\s+)"
    rf"?{_WH}\b)|,\s+(?:and\s+)?(?=(?:{_WH}|{_AUX})\s)"
    rf"|,?\s+and\s+(?={_AUX}\s+(?:it|they|he|she|there|this|that|the)\b)",
    re.IGNORECASE,
)
_ASK_ZH = r"(?:谁|哪|什么|多少|几(?!乎)|何时|何地|为何|为什么|如何|怎么|怎样|是否|吗|多[久长大高远重])"
_AND_ZH = re.compile(
    r"[，,、]?(?:以及|并且|而且|同时|另外|此外|还有|并)?[，,](?:以及|并且|而且|同时|另外|此外|还有|并|又|再)?|以及|并且"
)
_ASKS_EN = re.compile(
    rf"\b{_WH}\b|^\W*{_AUX}\b|^\W*(?:compare|list|name|describe|explain|summari[sz]e|give|tell|show|state)\b",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(_ASK_ZH)
# Belongs to the part before it: it only says which of the things is meant, or what kind of answer is wanted.
_CHOOSES = re.compile(
    r"^(?:which(?: (?:one|company|of (?:them|the two|these)|film|plant|city))?|who)\s+(?:is|"
    r"was|has|had|are|were)?\s*(?:the\s+)?(?:higher|lower|larger|bigger|more|greater|longer|"
    r"older|earlier|first|later|better|smaller|less)\b"
    r"|^which (?:one )?(?:was|is|has|had|did|opened|came|reported)\b.*\b(?:earlier|later|"
    r"first|higher|lower|larger|bigger|more|longer|older|better)\b"
    r"|^(?:哪一?[家个座位部款方年]?[\u4e00-\u9fff]{0,4}|谁)(?:的[\u4e00-\u9fff]{1,8})?(?:最|更|较|先|后)",
    re.IGNORECASE,
)
# "The X, which is the administration of Y, is …": said beside the question, not asked.
_BESIDE = re.compile(
    rf"^(?!\W*(?:{_WH}|{_AUX})\b)(?:(?!\b{_WH}\b)[^,])+,\s+(?:which|who|whose|where)\s[^,]*$", re.IGNORECASE
)
_IF_SO = re.compile(r",?\s+(?:and\s+)?if\s+(?:so|yes|not)$", re.IGNORECASE)
_SUBORDINATE = re.compile(rf"^(?:when|where|while|before|after|if)\s+(?!{_AUX}\b)", re.IGNORECASE)
_JOIN = re.compile(
    (
        r"\s*(?:,\s*)?(?:and|as well as|&)\s+(?:the\s+|its\s+|their\s+)?|\s*,\s*(?:the\s+)?|"
        r"\s*(?:、|和|与|及|以及|还有)\s*"
    ),
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\b(?:respectively|each|both)\b\s*|分别|各自|各(?=是|为|有)", re.IGNORECASE)


def parts_of(question: str) -> list[str]:
    """The questions in order, each as written; one for a single question. Statements stay with the question after them.

    "Who founded X, and when was it sold?" → ["Who founded X", "when was it sold"]: a pronoun is left to the caller.
    """
    chinese = language_of(question) == "zh"
    found: list[str] = []
    for sentence in _sentences(question):
        found += _clauses(sentence, chinese)
    merged: list[str] = []
    for part in found:
        if merged and (_CHOOSES.match(part) or not _asks(part, chinese) or not _asks(merged[-1], chinese)):
            merged[-1] = f"{merged[-1]}{'，' if chinese else _stop(merged[-1])}{part}"
        else:
            merged.append(part)
    return merged[:MOST_PARTS]


def _stop(part: str) -> str:
    return ", " if _asks(part, False) else ". "


def _sentences(question: str) -> list[str]:
    flat = " ".join(question.split())
    return [bare(sentence) for sentence in _ENDS.split(flat) if sentence and bare(sentence)]


def _clauses(sentence: str, chinese: bool) -> list[str]:
    pieces = _split(sentence, _AND_ZH if chinese else _AND_EN, chinese)
    trimmed = [_IF_SO.sub("", piece.strip(" ,，")) for piece in pieces]
    return [piece for piece in trimmed if piece]


def _split(sentence: str, joint: re.Pattern[str], chinese: bool) -> list[str]:
    """Cuts only where both sides ask, and neither only introduces the other."""
    found, left = list[str](), 0
    for match in joint.finditer(sentence):
        before, after = sentence[left : match.start()], sentence[match.end() :]
        if not chinese and _BESIDE.search(before):
            continue
        if not before.strip() or _SUBORDINATE.match(before) or not _asks(before, chinese) or not _asks(after, chinese):
            continue
        found.append(before)
        left = match.end()
    return [*found, sentence[left:]]


def _asks(part: str, chinese: bool) -> bool:
    return bool((_ASKS_ZH if chinese else _ASKS_EN).search(part))


def asked_together(question: str) -> list[str]:
    """One question for each measure, role or event asked in one breath; the question alone when it asks for one.

    "What were the revenue and net profit of X in 2023?" → one question for "revenue", one for "net profit".
    """
    run = _run(question)
    if len(run) < 2:
        return [question]
    start, end = run[0].start, run[-1].end
    single = _TOGETHER.sub("", question[:start]), _TOGETHER.sub("", question[end:])
    before = re.sub(
        r"\b(what|who) were\b",
        r"\1 was",
        re.sub(r"\b(what|who) are\b", r"\1 is", single[0], flags=re.IGNORECASE),
        flags=re.IGNORECASE,
    )
    return [f"{before}{question[each.start : each.end]}{single[1]}" for each in run]


def _run(question: str) -> list[Mention]:
    """The longest row of aspects that only conjunctions part."""
    best: list[Mention] = []
    row: list[Mention] = []
    for each in aspects(question):
        if row and each.key != row[-1].key and _JOIN.fullmatch(question[row[-1].end : each.start]):
            row.append(each)
        else:
            row = [each]
        best = row if len(row) > len(best) else best
    return best
