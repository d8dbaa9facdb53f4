"""Answers that claim nothing: greetings, refusals, and "the documents do not hold it"."""

import re

from services.core.domain.finding import Finding
from services.core.domain.passage import Evidence
from services.core.domain.route import Category
from services.language.similarity import overlap
from services.language.tokens import content_tokens
from services.synthesis.compose.indirect import clause_of
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.plain import plain

_GREETINGS = {Category.SMALL_TALK: "hello", Category.OUT_OF_SCOPE: "out_of_scope", Category.UNSAFE: "unsafe"}
# Ends of a loop that are the code of what did not answer.
_CUT_SHORT = ("unavailable", "deadline_passed")
_NEARBY = 2
_SLOT = re.compile(r"\{\d+\}")
_NEAR = 0.25
# Longer than this, what is missing is a whole question again: then nobody needs to hear it.
_MISSING = 400


def notice(brief: Brief) -> Composition | None:
    """A friendly notice for what no document answers; None for a real question."""
    phrase = _GREETINGS.get(brief.route.category)
    if phrase is None or any(finding.answer for finding in brief.findings):
        return None
    return Composition((Part(brief.wording.say(phrase), "notice"),), "", abstained=phrase != "hello")


def abstention(brief: Brief, missing: str = "", *, asked: str = "") -> Composition:
    """That the documents do not hold the answer, what they lack (by name, or a question `asked` on the way), and what
    they hold nearby, without giving it as an answer."""
    say = brief.wording.say
    if _unsearched(brief.findings):
        return Composition((Part(say("not_searched"), "notice"),), "", abstained=True)
    first = say("abstain_missing", missing=missing) if 0 < len(missing) <= _MISSING else say("abstain")
    clause = "" if _SLOT.search(asked) else clause_of(asked, chinese=brief.wording.chinese)
    if clause:
        first = say("abstain_asked", clause=clause)
    elif asked and not missing and len(asked) <= _MISSING and not _SLOT.search(asked):
        first = say("abstain_open", question=brief.wording.quoted(asked))
    parts = [Part(first, "notice")]
    places = _nearby(brief)
    if places:
        parts.append(Part(say("nearby", places=brief.wording.listed(places)), "notice"))
    return Composition(tuple(parts), "", abstained=True)


def lack(brief: Brief, missing: str, *, phrase: str) -> str:
    """The phrase for what the documents do not give; where some of it was not searched to the end, that this is why."""
    open_ones = [finding for finding in brief.findings if not finding.answer and finding.ended != "blocked"]
    unknown = any(_is_cut_short(finding) for finding in open_ones)
    return brief.wording.say("not_searched_for" if unknown else phrase, missing=missing)


def _unsearched(findings: tuple[Finding, ...]) -> bool:
    """Whether no search came to its end: then nobody knows what the documents hold."""
    tried = [finding for finding in findings if finding.ended != "blocked"]
    return bool(tried) and all(map(_is_cut_short, tried))


def _is_cut_short(finding: Finding) -> bool:
    return finding.rounds == 0 or finding.ended.endswith(_CUT_SHORT)


def _nearby(brief: Brief) -> list[str]:
    """Titles and sections of the passages nearest to the question."""
    wanted = content_tokens(brief.question.text)
    found: dict[str, None] = {}
    for item in _evidence(brief.findings):
        line = " · ".join(part for part in (plain(item.passage.title), plain(item.passage.section)) if part)
        if line and overlap(wanted, content_tokens(f"{line} {item.text}")) >= _NEAR:
            found.setdefault(line)
    return list(found)[:_NEARBY]


def _evidence(findings: tuple[Finding, ...]) -> list[Evidence]:
    return [item for finding in findings for item in finding.evidence]
