"""How each compared thing is asked about in English: what "which had the higher revenue" asks of one thing alone."""

import re
from dataclasses import replace

from services.decompose.ask import KIND, THING, Ask
from services.decompose.asks_roles import by_role
from services.language.aspects import Mention, aspects

_PAST = re.compile(
    (
        r"\b(?:was|were|had|did|reported|recorded|earned|made|posted|generated|employed|paid|sold|"
        r"spent|produced|came|lived|died|won|opened|born)\b"
    ),
    re.IGNORECASE,
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
# "is more reliable", "is the most reliable", "was operational for longer"
_GRADED = re.compile(
    r"\b(?:is|are|was|were|be|been|seems?|looks?)\s+(?:the\s+|a\s+|generally\s+)?(?:more|less|most|least)\s+"
    r"(?P<adjective>[a-z-]{3,})\b(?!\s+(?:of|in)\s+the\s+[a-z]+\s+of)"
    r"|\b(?:is|are|was|were|be|been|seems?|looks?|the)\s+(?:the\s+)?(?P<grade>[a-z]{4,}(?:er|est))\b",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"\b(?P<be>is|are|was|were|has been|had been)\s+(?P<state>[a-z]+(?: in [a-z]+)?)\s+"
    r"(?:for\s+)?(?:the\s+)?long(?:er|est)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"\bwhose\s+(?P<noun>[a-z][\w -]{1,40}?)\s+"
    r"(?:is|was|are|were|has|have|had|lasts?|lasted|runs?|began|started|ended)\b",
    re.IGNORECASE,
)
# "wide" loses its e in "wider"; "quiet" has none to lose.
_DROPPED_E = re.compile(r"(?:[^aeiou][aiou][lrsvz]|(?<![aeiou])[aiou][cgsvztd]|[bptg]l)$")
_NO_GRADE = re.compile(
    r"^(?:other|either|neither|whether|rather|another|number|order|owner|manager|paper|water|power|never|ever|later"
    r"|earlier|latest|earliest|computer|center|father|mother|brother|sister|member|leader|buyer|supplier|letter|river"
    r"|summer|winter|quarter|under|over|after|former|better|worse|best|greater|greatest)$"
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
        r"\b(?P<be>was|were|is|been|get|got)?\s*(?P<verb>born|built|died|[a-z]{3,}ed|came out|come out|"
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
        r"more expensive|less expensive|cheaper|cheapest|costs? (?:more|less)|(?:more|less)\b.*\bcosts?|dearer|pricier",
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
shareholders: number of shareholders; area: floor area; population: population; accuracy: accuracy;
service_life: service life; rent: rent; price: price
"""
_NOUN_OF = dict(pair.split(": ") for pair in " ".join(_NOUN_OF_TABLE.split()).split("; "))


def asks_en(asked: str, past: bool) -> list[Ask]:
    """What to ask of each thing; at least one question."""
    past = past or bool(_PAST.search(asked))
    for read in (
        by_role,
        _lifespan,
        _measured,
        _counted,
        _happened,
        _lasted,
        _alike,
        _owned,
        _compared,
        _quality,
        _topic,
        _graded,
        _predicate,
    ):
        found = read(asked)
        if found:
            return [_tensed(ask, past) for ask in found]
    return [Ask("What is said about {thing}?", "description")]


def _tensed(ask: Ask, past: bool) -> Ask:
    text = ask.text.replace("{be}", "was" if past else "is").replace("{do}", "did" if past else "does")
    return replace(ask, text=text)


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
    if match is None or re.match(r"(?:does|was|is|has|less)\b|\w+ous$", match["noun"], re.IGNORECASE):
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
        of_people = re.search(r"\b(?:from|born|come|came|citizens?|nationals?)\b", asked, re.IGNORECASE)
        return [Ask(f"Which country {{be}} {THING} {'from' if of_people else 'in'}?", noun)]
    if noun in ("university", "school", "college"):
        return [Ask(f"Which {noun} did {THING} attend?", noun)]
    if noun:
        return [Ask(f"What {{be}} the {noun} of {THING}?", noun)]
    return _both(asked)


def _both(asked: str) -> list[Ask]:
    return _predicate(asked) if re.search(r"\bboth\b", asked, re.IGNORECASE) else []


def _predicate(asked: str) -> list[Ask]:
    """ "are … engineers", "have … a patent": whether it is so of each."""
    match = _BOTH.match(asked)
    if match is None:
        return []
    what = re.sub(r"\bboth\b\s*", "", match["what"], flags=re.IGNORECASE).strip()
    if match["be"].lower() in ("do", "did", "does", "have", "had"):
        verb = {"do": "Does", "did": "Did", "does": "Does", "have": "Has", "had": "Had"}[match["be"].lower()]
        return [Ask(f"{verb} {THING} {what}?", what)]
    be = "Was" if match["be"].lower() in ("were", "was") else "Is"
    return [Ask(f"{be} {THING} {_singular(what)}?", what)]


def _lasted(asked: str) -> list[Ask]:
    """ "was operational for longer" → "How long was it operational?" """
    match = _LASTED.search(asked)
    if match is None or match["state"].lower() in ("the", "a", "for", "even", "much", "any"):
        return []
    be = match["be"].lower()
    fronted = {"has been": "has", "had been": "had"}.get(be, "")
    text = (
        f"How long {fronted} {THING} been {match['state']}?"
        if fronted
        else f"How long {{be}} {THING} {match['state']}?"
    )
    return [Ask(text, f"time {match['state']}")]


def _owned(asked: str) -> list[Ask]:
    """ "whose sentence is longer" → the sentence of each."""
    match = _OWNED.search(asked)
    if match is None:
        return []
    return [Ask(f"What {{be}} the {match['noun'].strip()} of {THING}?", match["noun"].strip())]


def _graded(asked: str) -> list[Ask]:
    """ "is more reliable", "is quieter" → "How reliable is it?" """
    for match in _GRADED.finditer(asked):
        adjective = (match["adjective"] or _base(match["grade"] or "")).lower()
        if adjective and not _NO_GRADE.match((match["grade"] or "").lower()):
            return [Ask(f"How {adjective} {{be}} {THING}?", adjective)]
    return []


def _base(grade: str) -> str:
    """The adjective of a comparative or superlative: "quieter" → "quiet", "noisiest" → "noisy", "hottest" → "hot"."""
    root = re.sub(r"(?:er|est)$", "", grade.lower())
    if root.endswith("i"):
        return f"{root[:-1]}y"
    if re.search(r"([bdgmnpt])\1$", root):
        return root[:-1]
    return (
        f"{root}e"
        if re.search(r"(?:[^aeiou](?:[aiou]|u[aeiou])[lrsvz]|[aiou](?:c|g|s|v|z|t|d)|bl|pl|tl|gl)$", root)
        else root
    )


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
        or re.fullmatch(KIND, match["noun"].strip())
        or (_GRADED.search(asked) and re.match(r"(?:more|less)\b", match.group(), re.IGNORECASE))
        or re.match(r"(?:is|was|are|were|do|does|did|has|have|had)\b", match["noun"])
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
