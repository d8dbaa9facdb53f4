"""What each sub-question was answered with, ready to be put into words."""

import re
from dataclasses import dataclass

from services.core.domain.finding import Finding, Span
from services.language.entities import name_key
from services.language.relations.asked import Relation, relation_asked
from services.language.statements import Value, periods, values
from services.synthesis.compose.labels import label_of
from services.synthesis.compose.parts import Brief
from services.synthesis.plain import balanced, plain
from services.synthesis.sources import Source, answering, key_sentences

_WORDS, _SIGNS = 20, 50
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_TOKEN = re.compile("[\u3040-\u30ff\u3400-\u9fff]|[^\\s\u3040-\u30ff\u3400-\u9fff]+|\\s+")
_CLAUSE = re.compile(r"[;；。]|[,，](?=\s|[\u4e00-\u9fff])|\s[–—-]\s")
_TO = re.compile(r"\s*[–—－~～]\s*|\s+(?:-|to)\s+|(?<=[日年])[-至](?=\d)")
_EDGES = " \t\n,，;；:：.。、\"'“”‘’"


@dataclass(frozen=True, slots=True)
class Reply:
    """A sub-question's answer: its short form, the sentence it stands in, others that agree, and its value if it is
    one."""

    finding: Finding
    label: str
    short: str
    source: Source
    agreeing: tuple[Source, ...]
    value: Value | None

    @property
    def sources(self) -> tuple[Source, ...]:
        """The source, and one from another document that says the same."""
        return (self.source, *self.agreeing[:1])


def reply_of(brief: Brief, finding: Finding) -> Reply | None:
    """The answer of a finding; None when what was found does not hold one, or only what may not be used."""
    if finding.answer is None or finding.sufficiency.score < brief.answer_floor:
        return None
    found = answering(finding)
    if not found:
        return None
    span, source = found[0]
    short = shortened(_end_asked(finding.question, plain(span.text)))
    if not short:
        return None
    value = _value(short, source)
    return Reply(finding, label_of(brief, finding), short, source, _agreeing(finding, span, source), value)


def _end_asked(question: str, text: str) -> str:
    """The date of birth or of death, whichever is asked for, of a life given as "5 May 1950 – 3 June 2001"."""
    relation = relation_asked(question)
    ends = _TO.split(text) if relation in (Relation.BORN, Relation.DIED) else []
    if len(ends) != 2 or not all(len(periods(end)) == 1 for end in ends):
        return text
    return ends[0 if relation is Relation.BORN else 1].strip(_EDGES)


def replies(brief: Brief) -> list[Reply]:
    """The answers of all findings that have one, in the order of the plan."""
    found = [reply_of(brief, finding) for finding in in_order(brief)]
    return [reply for reply in found if reply is not None]


def in_order(brief: Brief) -> list[Finding]:
    """Findings as the plan lists their sub-questions; what the plan does not list comes last."""
    place = {sub.id: at for at, sub in enumerate(brief.plan.sub_questions)}
    return sorted(brief.findings, key=lambda finding: place.get(finding.sub_question_id, len(place)))


def shortened(text: str, words: int = _WORDS, signs: int = _SIGNS) -> str:
    """At most 20 words or 50 Chinese characters, ended at a clause where one ends in the second half."""
    text = balanced(text.strip(_EDGES))
    used, kept = 0.0, ""
    for token in _TOKEN.findall(text):
        used += 0.0 if token.isspace() else (words / signs if _CJK.match(token) else 1.0)
        if used > words + 1e-6:
            ends = [match.start() for match in _CLAUSE.finditer(kept) if match.start() >= len(kept) // 2]
            return balanced((kept[: ends[-1]] if ends else kept).strip(_EDGES))
        kept += token
    return text


def _agreeing(finding: Finding, span: Span, source: Source) -> tuple[Source, ...]:
    """Sentences of other documents that hold the very answer."""
    key = name_key(span.text)
    found = [
        other
        for other in key_sentences(finding.evidence)
        if other.origin != source.origin and key and f" {key} " in f" {name_key(other.text)} "
    ]
    return tuple(found)


def _value(words: str, source: Source) -> Value | None:
    within = [value for value in source.values() if value.text == words]
    return within[0] if within else next(iter(values(words)), None)
