"""What a finding is called in an answer: in words of the question, never by the names that planning uses inside."""

import re

from services.core.domain.finding import Finding
from services.language.aspects import Mention, aspects
from services.language.entities import name_key
from services.language.statements import periods
from services.synthesis.compose.parts import Brief

_ASKING_EN = re.compile(
    r"^\W*(?:(?:what|which|who|when|where|how\s(?:much|many|long|old|far|big|large|high|heavy)|how|why)(?:['’]s)?\s)?"
    r"(?:(?:is|are|was|were|does|do|did|has|have|had|will|can)\s)?(?:the\s|an?\s)?",
    re.IGNORECASE,
)
_AMOUNT_EN = re.compile(
    r"^\W*how\s(?:many|much)\s((?:[a-z][\w-]*\s){1,3}?)(?=(?:does|do|did|is|are|was|were|has|have|had|can|will)\b)",
    re.IGNORECASE,
)
_ASKING_ZH = re.compile(
    "(?:又|分别|现在|目前)?(?:是|为|有|在|位于|达到?)?(?:多少|什么|谁|哪里|哪儿|哪家|哪一?[个位年天]|几[个位年天]?|何时|什么时候|怎么样|如何)"
    "(?:[人年天个元米]|公司|地方|时候)?[？?]*$"
)
_LINK = re.compile(r"link \d+$")
_LONGEST = 60
_FIGURE = re.compile(r"\d[\d,.]*")


def label_of(brief: Brief, finding: Finding) -> str:
    """The compared thing; else what the finding asks for, in the question's own words."""
    things = things_of(brief, finding)
    if len(things) == 1:
        return things[0]
    asked = finding.question.rstrip("?？ ")
    planned = _planned(brief, finding)
    head, _, measure = planned.partition(": ")
    if measure and not _LINK.match(head):
        return head
    if planned and len(planned) < len(asked) and _stands(planned, brief.question.text):
        return _bare(planned, brief.wording.chinese)
    named = _measure(finding.question, brief) or _period(finding, brief)
    if not named and _has_new_figures(asked, brief.question.text):
        return brief.question.text.strip(" ?？")
    return named or _bare(asked, brief.wording.chinese) or asked


def things_of(brief: Brief, finding: Finding) -> list[str]:
    """The compared things that a finding asks about."""
    asked = name_key(finding.question)
    found = [thing for thing in brief.shape.comparands if name_key(thing) and name_key(thing) in asked]
    if found:
        return found
    head, _, measure = _planned(brief, finding).partition(": ")
    return [head] if measure and _stands(head, brief.question.text) else []


def _planned(brief: Brief, finding: Finding) -> str:
    """What the plan calls a finding."""
    return next((sub.aspect for sub in brief.plan.sub_questions if sub.id == finding.sub_question_id), "")


def is_whole(brief: Brief, finding: Finding) -> bool:
    """Whether a finding asks nothing but the question itself again."""
    return name_key(finding.question) == name_key(brief.question.text)


def _has_new_figures(asked: str, question: str) -> bool:
    """Whether a part holds a figure that the question does not: an answer put into it, which no label may state."""
    return not set(_FIGURE.findall(asked)) <= set(_FIGURE.findall(question))


def _stands(words: str, text: str) -> bool:
    return (
        f" {name_key(words)} " in f" {name_key(text)} " or bool(re.search("[\u4e00-\u9fff]", words)) and words in text
    )


def _measure(question: str, brief: Brief) -> str:
    """The one measure, role or event of a part of the question, as long as no other part asks for the same."""
    said = _distinct(question)
    others = [_distinct(each.question) for each in brief.findings if each.question != question]
    if len(said) != 1 or any(set(said) & set(other) for other in others):
        return ""
    (mention,) = said.values()
    name = question[mention.start : mention.end]
    return name if name.isupper() or mention.start else name[:1].lower() + name[1:]


def period_of(finding: Finding) -> str:
    """The one period that a finding asks about, as written; "" for none or several."""
    said = [each for each in periods(finding.question) if each.start >= 0]
    return finding.question[said[0].start : said[0].end] if len(said) == 1 else ""


def _period(finding: Finding, brief: Brief) -> str:
    """Its period, when all parts ask for one thing at different times."""
    own = period_of(finding)
    others = [period_of(each) for each in brief.findings if each is not finding and not is_whole(brief, each)]
    alike = all(set(_distinct(each.question)) == set(_distinct(finding.question)) for each in brief.findings)
    return own if own and alike and own not in others and any(others) else ""


def _distinct(question: str) -> dict[str, Mention]:
    return {each.key: each for each in aspects(question)}


def _bare(text: str, chinese: bool) -> str:
    """The question without its question words."""
    text = text.strip(" ?？")
    amount = _AMOUNT_EN.match(text)
    if amount:
        return amount[1].strip()
    bare = _ASKING_ZH.sub("", text) if chinese or not text.isascii() else _ASKING_EN.sub("", text)
    return (bare or text).strip(" ,，的")[:_LONGEST]
