"""How each compared thing is asked about in English: what "which had the higher revenue" asks of one thing alone."""

import re
from dataclasses import dataclass, replace

from services.language.aspects import Mention, aspects
from services.language.structure.nouns import PERSON_ROLES_EN

THING = "{thing}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about one thing: `text` holds `{thing}`, `label` says which aspect it is.

    `via` is a question to ask first ("Who is the director of {thing}?"); then `{thing}` in `text` is its answer.
    `timed` says whether the period of the comparison belongs to it.
    """

    text: str
    label: str
    via: str = ""
    timed: bool = True


_PAST = re.compile(
    (
        r"\b(?:was|were|had|did|reported|recorded|earned|made|posted|generated|employed|paid|sold|"
        r"spent|produced|came|lived|died|won|opened|born)\b"
    ),
    re.IGNORECASE,
)
_KIND = re.compile(
    (
        r"\b(?P<kind>film|movie|book|novel|song|album|series|magazine|band|school|university|"
        r"airport|river|mountain|person|singer|author|director)s?\b"
    ),
    re.IGNORECASE,
)
_VIA = re.compile(
    rf"\b(?:has|have|had|with|whose|the)\s+(?:the\s+|an?\s+)?(?P<role>{'|'.join(PERSON_ROLES_EN)})s?\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_ABOUT_ROLE = re.compile(
    r"\b(?:born|died|dies|older|younger|nationalit\w+|country|countries|lived|birth|death|age)\b", re.IGNORECASE
)
_MORE_THINGS = re.compile(
    (
        r"\b(?:more|fewer|most|fewest|(?:higher|larger|greater|lower|smaller) number of|number of)"
        r"\s+(?P<noun>(?:[a-z-]+ ){0,2}?[a-z]+(?<!s)s)\b(?! than)"
    ),
    re.IGNORECASE,
)
_COMPARED = re.compile(
    (
        r"\b(?:higher|greater|larger|bigger|lower|smaller|better|worse|longer|shorter|highest|"
        r"largest|lowest|smallest|best|more|less|stronger|weaker)\s+(?P<noun>[a-z][a-z &-]{2,40}?)"
        r"(?=$|[.,?]|\s+(?:than|in|for|at|on|by|per|and)\b)"
    ),
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"\b(?:in terms of|with respect to|with regard to|regarding|differences? in|difference of|"
    r"gap in|whose|by|as to)\s+(?:their\s+|the\s+)?(?P<noun>[a-z][\w &-]{2,50}?)(?=$|[.,?]|"
    r"\s+(?:is|was|are|were|between|of)\b)"
    r"|^(?:compare|contrast)\s+(?:the\s+)?(?P<noun2>[a-z][\w &-]{2,60}?)(?:\s+(?:of|for|between|at|in))?(?=$|[.,?])",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(
    (
        r"\b(?P<be>was|were|is|been|get|got)?\s*(?P<verb>born|built|[a-z]{3,}ed|came out|come out|"
        r"began|begun|went public|set up|took office|open|start|end|die|launch|join)\s+(?:\w+\s+)"
        r"{0,3}?"
        r"(?:first|earlier|earliest|later|latest|last|sooner|before|after|more recently|most "
        r"recently)\b|\b(?:first|last|earlier|later) to (?P<inf>[a-z]+)\b"
    ),
    re.IGNORECASE,
)
_INTRANSITIVE_TABLE = """
opened: open; died: die; came out: come out; come out: come out; started: start; began: begin; begun: begin;
ended: end; closed: close; joined: join; retired: retire; went public: go public; took office: take office;
premiered: premiere; arrived: arrive; lived: live; launched: launch; open: open; start: start; end: end; die:
die; launch: launch; join: join; happened: happen
"""
_INTRANSITIVE = dict(pair.split(": ") for pair in " ".join(_INTRANSITIVE_TABLE.split()).split("; "))
_QUALITIES: tuple[tuple[str, str, str], ...] = (
    (r"lived? (?:longer|shorter)|longest[- ]lived", "When was {thing} born?|When did {thing} die?", "lifespan"),
    (
        (
            r"(?:younger|older|youngest|oldest|elder)\b(?=.*\b(?:works|plant|company|building|school|"
            r"university|film|site|factory|city|house|bridge|newspaper|magazine)\b)"
        ),
        "When was {thing} founded, built or opened?",
        "age",
    ),
    (r"younger|older|youngest|oldest|elder|born", "When was {thing} born or founded?", "age"),
    (r"taller|tallest|higher up", "How tall {be} {thing}?", "height"),
    (r"heavier|lighter|heaviest|lightest|weighs? (?:more|less)", "How much {do} {thing} weigh?", "weight"),
    (
        r"more expensive|less expensive|cheaper|cheapest|costs? (?:more|less)|dearer|pricier",
        "How much {do} {thing} cost?",
        "price",
    ),
    (r"longer|shorter|longest|shortest", "How long {be} {thing}?", "length"),
    (r"faster|slower|fastest|quicker", "How fast {be} {thing}?", "speed"),
    (
        r"more populous|most populous|bigger population|more people live",
        "What {be} the population of {thing}?",
        "population",
    ),
    (
        (
            r"closer|nearer|(?:further|farther) (?:west|east|north|south|away)|same (?:city|place|"
            r"country|state|town|location|county|region)|located"
        ),
        "Where {be} {thing} located?",
        "location",
    ),
    (r"earns? (?:more|less)|paid better|pays? (?:more|less)", "How much {do} {thing} earn?", "pay"),
    (r"bigger|larger|smaller|biggest|largest|smallest", "How large {be} {thing}?", "size"),
    (r"earlier|later|first|before|after|more recent(?:ly)?|newer|newest", "When {be} {thing} dated?", "date"),
)
_SAME = re.compile(r"\b(?:the )?same (?P<noun>[a-z]+)|\bshare (?:the |a )?(?P<noun2>[a-z]+)", re.IGNORECASE)
_BOTH = re.compile(
    r"^(?P<be>are|were|is|was|do|did|does|have|had)\b(?P<kind> \w+s)?(?: both)?\s+(?:both\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)
# Measures that are said by a verb or an adjective, and the noun to ask by.
_NOUN_OF_TABLE = """
headcount: number of employees; weight: weight; age: age; height: height; length: length; width: width; depth:
depth; duration: duration; funding: amount raised; donation: amount donated; customers: number of customers;
shareholders: number of shareholders; area: floor area; population: population
"""
_NOUN_OF = dict(pair.split(": ") for pair in " ".join(_NOUN_OF_TABLE.split()).split("; "))


def asks_en(asked: str, past: bool) -> list[Ask]:
    """What to ask of each thing; at least one question."""
    past = past or bool(_PAST.search(asked))
    for read in (_by_role, _lifespan, _measured, _counted, _happened, _alike, _compared, _quality, _topic):
        found = read(asked)
        if found:
            return [_tensed(ask, past) for ask in found]
    return [Ask("What is said about {thing}?", "description")]


def _tensed(ask: Ask, past: bool) -> Ask:
    text = ask.text.replace("{be}", "was" if past else "is").replace("{do}", "did" if past else "does")
    return replace(ask, text=text)


def _by_role(asked: str) -> list[Ask]:
    match = _VIA.search(asked)
    if match is None or not _ABOUT_ROLE.search(asked):
        return []
    role, about = match["role"].lower(), match["rest"] + " " + asked
    kind = _KIND.search(asked[: match.start()]) or _KIND.search(match["rest"])
    noun = f"the {kind['kind'].lower()} " if kind and kind["kind"].lower() != role else ""
    via = f"Who is the {role} of {noun}{THING}?"
    if re.search(r"\b(?:nationalit\w+|countr\w+)\b", about, re.IGNORECASE):
        return [Ask(f"What is the nationality of {THING}?", "nationality", via)]
    if re.search(r"\b(?:lived|death and birth)\b", about, re.IGNORECASE):
        return [Ask(f"When was {THING} born and when did {THING} die?", "lifespan", via)]
    if re.search(r"\b(?:died|dies|death)\b", about, re.IGNORECASE):
        return [Ask(f"When did {THING} die?", "date of death", via)]
    return [Ask(f"When was {THING} born?", "date of birth", via)]


def _lifespan(asked: str) -> list[Ask]:
    pattern, text, label = _QUALITIES[0]
    return [Ask(part, label) for part in text.split("|")] if re.search(pattern, asked, re.IGNORECASE) else []


def _measured(asked: str) -> list[Ask]:
    said = [each for each in aspects(asked) if each.kind in ("measure", "role")]
    first = next((each for each in said if each.kind == "measure"), said[0] if said else None)
    if first is None:
        return []
    return [
        Ask(measured(asked, each, thing=THING), asked[each.start : each.end])
        for each in (
            [*said]
            if len(said) > 1
            and first.kind == "measure"
            and all(e.kind == "measure" for e in said)
            and not _same_key(said)
            else [first]
        )
    ]


def _same_key(said: list[Mention]) -> bool:
    return len({each.key for each in said}) == 1


def measured(text: str, mention: Mention, *, thing: str, when: str = "") -> str:
    """The plain question for a measure or a role: "What {be} the net profit of X in 2023?" with `when` " in 2023"."""
    words = text[mention.start : mention.end]
    if mention.kind == "role":
        return f"Who {{be}} the {words.lower() if not words.isupper() else words} of {thing}{when}?"
    if mention.key == "headcount" and re.match(r"employs|people", words, re.IGNORECASE):
        return f"How many people {{do}} {thing} employ{when}?"
    noun = _NOUN_OF.get(mention.key, words if words.isupper() else words.lower())
    return f"What {{be}} the {noun} of {thing}{when}?"


def _counted(asked: str) -> list[Ask]:
    match = _MORE_THINGS.search(asked)
    if match is None:
        return []
    noun = match["noun"]
    verb = "employ" if re.search(r"\bemploy", asked, re.IGNORECASE) else _main_verb(asked)
    return [Ask(f"How many {noun} {{do}} {THING} {verb}?", noun)]


def _main_verb(asked: str) -> str:
    match = re.search(
        (
            r"\b(?:treat|sell|make|produce|serve|own|run|operate|ship|win|won|host|hold|contain|"
            r"publish|open|use)(?:s|es|ed)?\b"
        ),
        asked,
        re.IGNORECASE,
    )
    bare = {"won": "win", "held": "hold"}
    return (
        re.sub(r"(?<=[a-z])(?:es|s|ed)$", "", bare.get(match.group().lower(), match.group().lower()))
        if match
        else "have"
    )


def _happened(asked: str) -> list[Ask]:
    match = _VERB_FIRST.search(asked)
    if match is None:
        return []
    verb = (match["verb"] or match["inf"] or "").lower()
    if verb in ("called", "named", "based"):
        return []
    if match["inf"]:
        return [Ask(f"When did {THING} {verb}?", f"date of {verb}")]
    base = _INTRANSITIVE.get(verb)
    if base and not match["be"]:
        return [Ask(f"When did {THING} {base}?", verb)]
    return [Ask(f"When was {THING} {verb}?", verb)]


def _alike(asked: str) -> list[Ask]:
    match = _SAME.search(asked)
    noun = ((match["noun"] or match["noun2"]) if match else "").lower()
    if noun in ("city", "place", "state", "town", "location", "county", "region"):
        return [Ask(f"Where {{be}} {THING} located?", noun)]
    if noun == "country":
        return [Ask(f"Which country {{be}} {THING} in or from?", noun)]
    if noun:
        return [Ask(f"What {{be}} the {noun} of {THING}?", noun)]
    return _both(asked)


def _both(asked: str) -> list[Ask]:
    match = _BOTH.match(asked)
    if match is None or not re.search(r"\bboth\b", asked, re.IGNORECASE):
        return []
    what = re.sub(r"\bboth\b\s*", "", match["what"], flags=re.IGNORECASE).strip()
    if match["be"].lower() in ("do", "did", "does", "have", "had"):
        verb = {"do": "Does", "did": "Did", "does": "Does", "have": "Has", "had": "Had"}[match["be"].lower()]
        return [Ask(f"{verb} {THING} {what}?", what)]
    be = "Was" if match["be"].lower() in ("were", "was") else "Is"
    return [Ask(f"{be} {THING} {_singular(what)}?", what)]


def _singular(what: str) -> str:
    """ "American documentaries" → "an American documentary"; what is no plural stays."""
    if not re.search(r"(?<![su])s$", what) or re.match(r"(?:in|at|on|from|located|based|the)\b", what, re.IGNORECASE):
        return what
    one = re.sub(r"ies$", "y", what) if what.endswith("ies") else what[:-1]
    return f"{'an' if one[0].lower() in 'aeiou' else 'a'} {one}"


def _compared(asked: str) -> list[Ask]:
    match = _COMPARED.search(asked)
    if (
        match is None
        or re.fullmatch(_KIND, match["noun"].strip())
        or re.match(r"(?:works|plant|one|company|of|than|or)\b", match["noun"])
    ):
        return []
    return [Ask(f"What {{be}} the {match['noun'].strip()} of {THING}?", match["noun"].strip())]


def _quality(asked: str) -> list[Ask]:
    for pattern, text, label in _QUALITIES[1:]:
        if re.search(rf"\b(?:{pattern})\b", asked, re.IGNORECASE):
            return [Ask(text, label)]
    return []


def _topic(asked: str) -> list[Ask]:
    match = _TOPIC.search(asked)
    noun = ((match["noun"] or match["noun2"]) if match else "").strip()
    if not noun or re.match(r"(?:and|which|the|difference)$", noun):
        return []
    plural = noun.endswith("s") and not noun.endswith("ss")
    return [Ask(f"What {'are' if plural else 'is'} the {noun} of {THING}?", noun)]
