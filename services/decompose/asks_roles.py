"""Aspects of compared things that lead over a person: "which film has the director who died first"."""

import re

from services.decompose.ask import KIND, THING, Ask
from services.language.structure.nouns import PERSON_ROLES_EN

_ROLE = "|".join(sorted(PERSON_ROLES_EN, key=len, reverse=True))
_VIA = re.compile(
    rf"(?:\b(?:has|have|had|with|whose|the)\s+(?:the\s+|an?\s+)?|['’]s?\s+|^\W*(?:\w+\s)?)(?P<role>{_ROLE})s?\b(?P<rest>.*)$",
    re.IGNORECASE,
)
# What is asked of the person, the most particular first.
_ABOUT: tuple[tuple[str, str, str], ...] = (
    (r"\bnationalit\w+\b|\bcountr(?:y|ies)\b", "What is the nationality of {thing}?", "nationality"),
    (
        r"\blived? (?:longer|longest|shorter)\b|\bdeath and birth\b|\blifespan\b",
        "When was {thing} born and when did {thing} die?",
        "lifespan",
    ),
    (
        r"\bborn\b[^,]*\b(?:same|in|at)\b[^,]*\b(?:city|place|town|state|region|province)\b|\bbirthplace\b",
        "Where was {thing} born?",
        "place of birth",
    ),
    (
        r"\b(?:place of death|died? in the same (?!year|month|decade|century))",
        "Where did {thing} die?",
        "place of death",
    ),
    (r"\b(?:die|died|dies|death|dead)\b", "When did {thing} die?", "date of death"),
    (
        r"\b(?:university|school|college)\b",
        "Which university or school did {thing} attend?",
        "education",
    ),
    (r"\b(?:earns?|paid|salary|pay)\b", "How much does {thing} earn?", "pay"),
    (r"\b(?:born|older|younger|oldest|youngest|elder|age|birth)\b", "When was {thing} born?", "date of birth"),
)


def by_role(asked: str) -> list[Ask]:
    """Two questions for each thing: who holds the role, and what is asked of that person; none without a role."""
    match = _VIA.search(asked)
    if match is None:
        return []
    role, about = match["role"], match["rest"] + " " + asked
    kind = KIND.search(asked[: match.start()]) or KIND.search(match["rest"])
    noun = f"the {kind['kind'].lower()} " if kind and kind["kind"].lower() != role.lower() else ""
    said = role if role.isupper() else role.lower()
    via = f"Who is the {said.upper() if said in _SHORT else said} of {noun}{THING}?"
    for pattern, text, label in _ABOUT:
        if re.search(pattern, about, re.IGNORECASE):
            return [Ask(text, label, via)]
    return []


_SHORT = frozenset({"ceo", "cfo", "cto", "coo"})
