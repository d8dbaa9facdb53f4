"""What a question says in passing: where a thing is, of which nation someone is, what a title is made of.

"Who led the town of Alderheim in Jutland?", "What club did Ivo Brandt, a Danish footballer, join?", "the film The
Silver Age", "Father Brandt": a page that answers need not say any of it.
"""

import re
from collections.abc import Sequence

from services.language.aspects import Mention
from services.language.entities import Entity
from services.language.nations import nations_of
from services.language.questions import Expects

Stretch = tuple[int, int]

_TITLE = re.compile(
    r"\b(?:film|movie|novel|book|album|song|single|magazine|newspaper|series|show|play|opera|game|poem)s?\s+"
    r"((?:[A-Z][\w'’-]*|of|the|and|in|on|a|an|to|for|with)(?:\s+(?:[A-Z][\w'’-]*|of|the|and|in|on|a|an|to|for|with))*)"
)
# Of a town it only tells which; "Apple in China" is another thing than Apple.
_PLACE = re.compile(
    r"\b(?:(?:town|city|village|district|county|province|municipality|island|parish|borough) of\s+[A-Z][\w'’ -]*"
    r"|[A-Z][\w'’-]*\s+(?:District|County|Province|Castle|Island|River|Lake|Park|Abbey|Cathedral))$"
)
_WHERE_IT_IS = re.compile(r"(?:,\s*(?:which is\s+)?(?:located|situated|based)\s+in|\s+in|\s+of)\s+(?:the\s+)?$")
_LOCATED_ASIDE = re.compile(r",\s*(?:which (?:is|was)\s+)?(?:located|situated|based)\s+in\s+[A-Z][^,]*,")
_NAME_NEXT = re.compile(r"\s+[A-ZÀ-ÖØ-Þ]")
_APPOSED = re.compile(r"(?<=[\w’'.]),\s*(?:an?|the)\s+[^,?]{2,60},")

# "Which fashion brand took …", "the name of the football club that …": what kind of name it is, a source need not say.
_KIND_OF_NAME = re.compile(
    r"\b(?:which|what)\s(?:(?:is|was|are|were)\s(?:the\s)?names?\sof\s(?:the\s|an?\s)?)?((?:[A-Za-z-]+\s){1,4}?)"
    r"(?=(?:is|was|are|were|did|does|do|has|had|have|that|which|who|whose|took|held|led|ran|made|won|built|wrote|bought"
    r"|sold|(?!united|limited|red|noted)[a-z]{2,}ed)\b)"
)
_SLIGHT = re.compile(
    r"\b(?:last|family|given|first) names?\b|\btitle character\b|\bcomes? from\b"
    r"|\b(?:organi[sz]ation|company|firm|band|singer|actor|actress|river|city|town|team|club|king|queen)\s(?=(?-i:[A-Z]))"
    "|哪[一几些]?[种门类项款]|几[种门类项款]|主要",
    re.IGNORECASE,
)
_PLAYED = re.compile(
    r"\b(?:who|act(?:or|ress)(?: who| that)?)\s(plays?|played|portray(?:s|ed)|voice[sd]|starred)\b(?!\s(?:for|at)\b)",
    re.IGNORECASE,
)
_BELONGS = re.compile(r"隶属于?|(?<!不)属于|\bbelongs? to\b", re.IGNORECASE)
_GOVERNED = re.compile("[^，。？]{0,8}(?:管辖|管理|主管)")


def is_aside(text: str, mention: Mention) -> bool:
    """Whether a measure, role or event is only a word of a title, of an address ("Father Brandt") or of a place."""
    return _in_title(text, mention) or _is_address(text, mention) or _is_located_aside(text, mention)


def appositions(text: str) -> list[Stretch]:
    """Where the question says more of a name between commas: ", a Danish footballer,"."""
    return [match.span() for match in _APPOSED.finditer(text)]


def is_passing(text: str, entity: Entity, entities: Sequence[Entity]) -> bool:
    """Whether it only says where or of which nation another name is."""
    joint = _WHERE_IT_IS.search(text, 0, entity.start)
    aside = joint is not None and joint.group().startswith(",")
    follows = joint is not None and any(
        other.end == joint.start() and _PLACE.search(text, 0, other.end) for other in entities
    )
    nation = any(each.casefold() != entity.text.casefold() for each in nations_of(entity.text))
    return len(entities) > 1 and (follows or aside or nation)


def _is_address(text: str, mention: Mention) -> bool:
    """Whether a role or kin is written as a title: Father Brandt, President Vale."""
    capitals = text[mention.start].isupper() and _NAME_NEXT.match(text, mention.end) is not None
    return capitals and mention.kind == "role" and text[: mention.start].strip() != ""


def _is_located_aside(text: str, mention: Mention) -> bool:
    """ "The district, located in Velmoria, was …" asks for no place."""
    return any(each.start() <= mention.start < each.end() for each in _LOCATED_ASIDE.finditer(text))


def _in_title(text: str, mention: Mention) -> bool:
    """Whether it is a word of a title: the film The Silver Age asks for no age."""
    title = next((each for each in _TITLE.finditer(text) if each.start(1) <= mention.start < each.end(1)), None)
    return title is not None and text[mention.start].isupper()


def is_place_of(text: str, mention: Mention, expects: Expects) -> bool:
    """Which city a town belongs to asks where it is, not who owns it; so does whose rule something is under."""
    if not _BELONGS.fullmatch(text, mention.start, mention.end):
        return False
    return expects == "place" or _GOVERNED.match(text, mention.end) is not None


def actors_asked(text: str) -> list[Mention]:
    """ "Who played …" asks for an actor, as "the team played" does not."""
    return [Mention("actor", "role", *match.span(1)) for match in _PLAYED.finditer(text)]


def unsaid(text: str, expects: Expects) -> list[Stretch]:
    """Words that only tell what kind of thing is meant or asked for, which no source need repeat."""
    slight = [match.span() for rule in (_SLIGHT, _BELONGS) for match in rule.finditer(text)]
    if expects not in ("person", "org", "place") or text.islower():
        return slight  # where nothing is written in capitals, a name may be among the words
    return slight + [match.span(1) for match in _KIND_OF_NAME.finditer(text)]
