"""Whether a sentence says of a person that they hold an office, and does not only name both.

"Dora Finlock visited the manager" and "the assistant of the manager is Dora Finlock" name a person and an office and
bind neither to the other; "is the manager", "the manager, Dora Finlock," and 厂长苏晚晴 do.
"""

import re

from services.language.aspects import Mention, aspects
from services.language.lexicon.names import SURNAMES

_BE = (
    r"(?:is|are|was|were|be|been|became|becomes?|remains?|has been|had been|will be|(?:has\s)?(?:serve[sd]?|act"
    r"(?:s|ed)?|work(?:s|ed)?)(?:\sas)?|(?:was|is|has been|were)?\s?(?:appointed|named|elected|made|promoted)"
    r"(?:\s(?:to|as))?|(?:took|takes|will take)\sover(?:\sas)?|joined\sas|as|who\s(?:is|was)|currently|also|now)"
)
_MODIFIER = (
    r"(?:the|a|an|its|our|their|his|her|new|current|present|acting|interim|former|first|longtime"
    r"|[A-Z][\w'’&-]*|of|and)"
)
_PERSON_FIRST = re.compile(
    rf"^\s*(?:\([^)]*\)\s*)?,?\s*(?:{_BE}\s+){{0,3}}(?:(?:by|at|for|in)\s)?(?:{_MODIFIER}\s+){{0,5}}(?:\S+['’]s\s+)?$"
)
_LEADS = re.compile(r"^(?:manages|owns|supplies|wrote|directed|founded|heads|leads|runs|acquired)$", re.IGNORECASE)
_OFFICE_FIRST = re.compile(
    rf"^(?:\s(?:of|at|for|in)\s[^,;:]{{1,60}}?)?(?:\s*[,:(–—-]\s*|\s+(?:{_BE}\s+){{1,3}}|\s+)(?:Mr\.?\s|Ms\.?\s|Mrs\.?\s|Dr\.?\s)?$"
)
_NOT_AFTER_EN = re.compile(r"^(?:['’]s?\s|\s(?:assistant|deputy|candidate|emeritus)\b)", re.IGNORECASE)
_NOT_BEFORE_EN = re.compile(
    r"\b(?:assistant|secretary|advis[eo]r|deputy|aide|wife|husband|son|daughter|friend|successor|predecessor)\s(?:to|of)\s(?:the\s)?$",
    re.IGNORECASE,
)
_PERSON_FIRST_ZH = re.compile(
    "^(?:（[^）]*）)?(?:先生|女士)?(?:现在|目前|现|曾|已|正式|一直|同时)*(?:是|为|即|担任|出任|任|就任|接任|当选|兼任|被任命为|获任|升任|，)"
    "(?:该|本|新任|现任|前任|前|首任|[A-Za-z0-9\u4e00-\u9fff]{1,24}?的?)?$"
)
_OFFICE_FIRST_ZH = re.compile("^(?:职务)?(?:现在|目前|现|仍)?(?:是|为|系|由|：|:|，)?\\s*$")
_NOT_AFTER_ZH = re.compile("^(?:助理|秘书|助手|候选人|办公室|的(?:助理|秘书|助手|妻子|丈夫|儿子|女儿|朋友|司机))")
_MET_ZH = re.compile("拜访|会见|会面|采访|访问|致函|接待|陪同|见到|举报|批评|感谢|采购|协助|汇报")
_OF_WHAT = re.compile(r"\b(?:of|at|for|in|to|with)\s(?:the\s|our\s|its\s)?$", re.IGNORECASE)
_SURNAME = "|".join(sorted(SURNAMES, key=len, reverse=True))
_PERSON_ZH = re.compile(
    rf"^(?:请问)?(?P<name>(?:{_SURNAME})[\u4e00-\u9fff]{{1,2}}?)(?:先生|女士)?(?:现在|目前|曾经?)?(?:是不是|是否|是|担任|任)"
)
_NAME_AFTER_ZH = re.compile(
    rf"^(?:现在|目前|现)?(?:是|为|系|由|：|:)\s*(?P<name>(?:{_SURNAME})[\u4e00-\u9fff]{{1,2}})(?=[，。；、！？\s（(]|$|担任)"
)
_DENIED_ZH = re.compile("^(?:先生|女士)?(?:已|现|目前)?(?:不是|不再|并非|没有担任|未担任|从未)")
_HAN = re.compile("[\u4e00-\u9fff]")


def holds(text: str, person: tuple[int, int], roles: frozenset[str]) -> bool:
    """Whether the person at `text[start:end]` is said to hold one of the offices (keys of roles and loose ones)."""
    said = [each for each in aspects(text) if each.kind == "role" and (not roles or each.key in roles)]
    return any(_binds(text, person, mention) for mention in said)


def _binds(text: str, person: tuple[int, int], office: Mention) -> bool:
    start, end = person
    chinese = bool(_HAN.search(text[office.start : office.end]))
    if (_NOT_AFTER_ZH if chinese else _NOT_AFTER_EN).search(text[office.end :]):
        return False
    if start >= office.end:
        between = text[office.end : start]
        if chinese:
            return bool(_OFFICE_FIRST_ZH.match(between))
        if _OF_WHAT.search(between):
            return False
        return not _NOT_BEFORE_EN.search(text[: office.start]) and bool(_OFFICE_FIRST.match(between))
    if end <= office.start:
        between = text[end : office.start]
        if chinese:
            return bool(_PERSON_FIRST_ZH.match(between)) and not _MET_ZH.search(between)
        return bool(_LEADS.match(text[office.start : office.end])) and not between.strip() or _is_said(between)
    return False


def _is_said(between: str) -> bool:
    """Only copulas, articles and names stand between a person and their office, and no other office of another."""
    if re.search(r"\b(?:to|of|with|for|by)\s(?:the\s)?$", between.lower()) and not re.search(r"\bappointed\b", between):
        return False
    return bool(between.strip()) and bool(_PERSON_FIRST.match(between))


def person_asked(question: str) -> str:
    """The person of a Chinese question whether they hold an office, "" for any other question."""
    match = _PERSON_ZH.match(question)
    return match["name"] if match else ""


def said_of(person: str, text: str, roles: frozenset[str]) -> bool | None:
    """True when a sentence gives the person an office, False when it gives it to another, None when to nobody."""
    places = [match.span() for match in re.finditer(re.escape(person), text)]
    if any(holds(text, place, roles) for place in places):
        return True
    said = [each for each in aspects(text) if each.kind == "role" and each.key in roles]
    if said and any(_DENIED_ZH.match(text[end:]) for _, end in places):
        return False
    named = [match["name"] for each in said if (match := _NAME_AFTER_ZH.match(text[each.end :]))]
    return False if named and person not in named else None
