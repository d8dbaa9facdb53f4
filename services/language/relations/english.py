"""How English sentences state relations of their subject."""

import re
from collections.abc import Iterator

from services.language.absolute_dates import MONTH_EN
from services.language.relations.asked import Relation

Stretch = tuple[int, int]

_CAP = r"(?!(?:He|She|It|They|His|Her|Its|Their|The|In|On|At|After|When|During)\b)[A-ZÀ-ÖØ-Þ][\w'’.\-]*(?<!\.)"
_PART = r"(?:of|the|de|da|do|dos|del|della|der|den|von|van|zu|la|le|di|du|al|bin|ibn|af|y)"
_NAME = rf"(?:(?:Dr|Mr|Mrs|Ms|St|Sir)\.?\s+)?{_CAP}(?:\s+(?:{_PART}\s+)*(?:[A-Z]\.(?=\s[A-Z])|{_CAP}))*"
# "the painter Ann Lee", "his first wife, Ann Lee", "Irish singer Ann Lee": what stands before a name is not of it.
_LEAD = (
    r"(?:(?:the|an?|his|her|fellow)\s+)?"
    r"(?:(?:[A-Z][a-z]+(?:-[A-Z][a-z]+)?\s+)?(?:(?!of\b|and\b)[a-z][\w-]*,?\s+){1,4}(?=[A-Z]))?"
)
_MONTH = rf"(?i:{MONTH_EN})"
_DATE = (
    rf"(?:c\.\s*|circa\s+)?(?:\d{{1,2}}\s+{_MONTH}\s+\d{{3,4}}|{_MONTH}\s+\d{{1,2}}\s*,?\s*\d{{3,4}}"
    rf"|{_MONTH}\s+\d{{4}}|\d{{3,4}})"
)
_PLACE = rf"{_CAP}(?:\s+(?:{_PART}\s+)*{_CAP})*(?:,\s+{_CAP}(?:\s+{_CAP})*){{0,2}}"
_OFFSPRING = r"\b(?:son|daughter|child|heir)(?:\s+and\s+(?:heir|heiress|successor))?\s+(?:born\s+)?(?:of|to)\s+"
_TITLES = r"(?:\s*,\s+(?!and\b)[^,;.()]{0,40}|\s*\([^()]*\))*?"
_BY = rf"{_LEAD}(?P<x>{_NAME})"

_PATTERNS: dict[Relation, tuple[str, ...]] = {
    Relation.FATHER: (
        rf"{_OFFSPRING}(?!(?:his|her)\s+(?:mother|wife)){_BY}",
        rf"\b(?:his|her|whose)\s+father\s*(?:,|\bwas\b|\bis\b)?\s*{_BY}",
        rf"\bfather(?:\s+(?:was|is|named)\b|\s*,)\s*{_BY}",
        rf"\b(?:fathered|sired)\s+by\s+{_BY}",
    ),
    Relation.MOTHER: (
        rf"{_OFFSPRING}[^.;]{{2,90}}?\band\s+(?:of\s+)?(?:his|her)\s+(?:\w+\s+){{0,2}}(?:wife|consort|queen|mistress|spouse)\s*,?\s*{_BY}",
        rf"{_OFFSPRING}{_LEAD}{_NAME}{_TITLES}\s*,?\s+and\s+(?:of\s+)?{_BY}",
        rf"\b(?:his|her|whose)\s+mother\s*(?:,|\bwas\b|\bis\b)?\s*{_BY}",
        rf"\bmother(?:\s+(?:was|is|named)\b|\s*,)\s*{_BY}",
    ),
    Relation.SPOUSE: (
        rf"\b(?:wife|husband|widow|widower|consort|spouse)\s+of\s+{_BY}",
        rf"\b(?:re)?married\s+(?:to\s+)?{_BY}",
        rf"\b(?:his|her)\s+(?:\w+\s+)?(?:wife|husband|spouse)\s*(?:,|\bwas\b|\bis\b|\bnamed\b)?\s*{_BY}",
    ),
    Relation.CHILD: (
        rf"\b(?:father|mother|parent)\s+of\s+{_BY}",
        rf"\b(?:his|her|their)\s+(?:\w+\s+)?(?:son|daughter|child)\s*(?:,|\bwas\b|\bis\b|\bnamed\b)?\s*{_BY}",
    ),
    Relation.SIBLING: (
        rf"\b(?:brother|sister|sibling)\s+of\s+{_BY}",
        rf"\b(?:his|her)\s+(?:\w+\s+)?(?:brother|sister|sibling)\s*(?:,|\bwas\b|\bis\b|\bnamed\b)?\s*{_BY}",
    ),
    Relation.BORN: (
        rf"\b(?:was|is|were)?\s*born\b[^.;()]{{0,60}}?\b(?:on|in)\s+(?P<x>{_DATE})",
        rf"\bborn\s+(?P<x>{_DATE})",
    ),
    Relation.DIED: (
        rf"\b(?:died|passed away|was killed|was murdered)\b[^.;()]{{0,60}}?\b(?:on|in)\s+(?P<x>{_DATE})",
        rf"\bdeath\s+(?:on|in)\s+(?P<x>{_DATE})",
    ),
    Relation.BIRTHPLACE: (rf"\bborn\b[^.;()]{{0,40}}?\b(?:in|at)\s+(?:the\s+)?(?P<x>{_PLACE})",),
    Relation.DEATHPLACE: (rf"\b(?:died|passed away)\b[^.;()]{{0,40}}?\b(?:in|at)\s+(?:the\s+)?(?P<x>{_PLACE})",),
    Relation.NATIONALITY: (
        r"\b(?:is|was|are|were)\s+(?:an?|the)\s+(?:(?:former|retired|renowned|noted|famous|prominent|leading)\s+)?"
        r"(?P<x>[A-Z][a-z]+(?:[-–\s](?:born\s+)?[A-Z][a-z]+)?)\s+(?:[a-z]|[A-Z][a-z]+\s+[a-z])",
    ),
    Relation.RELEASED: (
        rf"\b(?:was\s+)?(?:first\s+)?(?:released|premiered|published|aired|debuted|broadcast)\b[^.;()]{{0,50}}?\b(?:on|in)\s+(?P<x>{_DATE})",
        rf"\b(?:ran|aired|broadcast|shown|running)\b[^.;()]{{0,40}}?\bfrom\s+(?P<x>{_DATE})\s+(?:to|until|through|till)\b",
        r"\b(?:is|was)\s+an?\s+(?:upcoming\s+)?(?P<x>\d{4})\b",
    ),
    Relation.SCHOOL: (
        rf"\b(?:graduated\s+from|attended|educated\s+at|studied\s+at|(?:degree|diploma|doctorate|Ph\.?D\.?)\s+(?:\w+\s+){{0,4}}?(?:from|at)"
        rf"|alma\s+mater\s+is)\s+(?:the\s+)?(?P<x>{_NAME})",
    ),
}
_COMPILED = {relation: [re.compile(each) for each in rules] for relation, rules in _PATTERNS.items()}
_LIFE = re.compile(
    rf"\((?P<aside>[^()]*?)(?P<x>{_DATE})(?:[^()–—;-]{{0,40}}?\s*(?:[–—-]|to|,?\s)\s*(?:[^()\d]{{0,40}}?)(?P<y>{_DATE}))?[^()]*\)"
)
_BIRTH_SIGN = re.compile(r"\bborn\b|\bb\.|\*|;\s*$", re.IGNORECASE)
_DEATH_SIGN = re.compile(r"\bdied\b|\bd\.|†", re.IGNORECASE)


def found(relation: Relation, sentence: str) -> Iterator[Stretch]:
    """Where a sentence gives the relation, of whichever subject, first patterns first."""
    for rule in _COMPILED[relation]:
        yield from (match.span("x") for match in rule.finditer(sentence))


def life(relation: Relation, sentence: str, after: int) -> Stretch | None:
    """The date of birth or death in the brackets that follow a name, which ends at `after`."""
    match = _LIFE.search(sentence, after)
    if match is None or match.start() > after + 40:
        return None
    before = match.group("aside")
    if relation is Relation.DIED:
        if match.group("y"):
            return match.span("y")
        return match.span("x") if _DEATH_SIGN.search(before) else None
    if match.group("y") or _BIRTH_SIGN.search(before):
        return None if _DEATH_SIGN.search(before) else match.span("x")
    return None
