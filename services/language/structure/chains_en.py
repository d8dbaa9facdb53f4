"""Nested descriptions of English questions: "the manager of the plant where the X200 is made".

English nests to the right, so the description that begins last is the innermost. It is replaced by a placeholder, then
the next is looked for, until none is left.
"""

import re

from services.language.structure.courtesy import bare
from services.language.structure.descriptions import MOST_LINKS, Chain, Description, Relation, slot
from services.language.structure.nouns import HEADS_EN, PERSON_ROLES_EN, PLACES_EN, THING_ROLES_EN

_SLOT = r"\{\d\}"
_HEAD = "|".join(sorted(HEADS_EN, key=len, reverse=True))
# Agents: "the ruler", "the conductor". Not every such word is one, but those that are not are described just as well.
_ANY_HEAD = rf"(?:{_HEAD}|[a-z]{{2,}}(?:er|or|ist|ian|man|woman))"
_ROLE = "|".join(sorted({*PERSON_ROLES_EN, *THING_ROLES_EN}, key=len, reverse=True))
_PLACE = "|".join(PLACES_EN)
_MODS = r"(?:(?!(?:of|in|at|for|to|by|that|which|who|where|and|or|is|was)\b)[\w&'’.-]+ ){0,3}?"
_THE = r"\b(?:the|that|our)\s+(?:name of the\s+|same\s+)?"
_CAPITAL = rf"(?:{_SLOT}|[\"“'‘][^\"”’]+[\"”’]|[A-Z0-9\u00c0-\u00de][\w&'’.-]*)"
_KIND = r"(?:film|movie|book|novel|song|album|series|show|company|firm|band|product|plant|group)"
_NAME = (
    rf"(?:the |an? )?(?:{_KIND} )?(?:{_CAPITAL}(?:[ -](?:{_CAPITAL}|(?:[Oo]f|[Tt]he|and|de|von|"
    rf"van|for|in|&)(?= {_CAPITAL})))*(?: \([^)]*\))?(?: (?:{_HEAD})\b(?! (?:that|which|who|"
    rf"where|in|of)\b))?)"
)
_PREP = r"in|at|from|by|for|to|of|on|with|under|through"
_PAST = (
    r"founded|co-founded|established|built|made|assembled|produced|manufactured|developed|designed|directed|written|"
    r"authored|composed|performed|sung|recorded|released|published|invented|discovered|owned|run|operated|managed|led|"
    r"headed|acquired|bought|sold|supplied|used|headquartered|located|based|situated|named|"
    r"created|launched|commissioned|"
    r"opened|responsible|known|awarded|born"
)
_ING = (
    r"making|producing|assembling|manufacturing|building|supplying|operating|running|owning|using|hosting|serving|"
    r"developing|selling|providing|holding|employing|starring|featuring|winning|bordering|containing"
)
_RELATIVE = re.compile(
    rf"{_THE}(?P<head>{_MODS}(?:{_ANY_HEAD}(?:,)?\s+(?=(?:{_PREP}|where|that|which|who|whom|"
    rf"whose)\b)|[a-z]+\s+(?=where\b|(?:{_PREP})\s+(?:which|whom)\b)))"
    rf"(?:(?P<prep>{_PREP})\s+(?P<rel>which|whom)|(?P<rel2>where|that|which|who|whom|whose))\s+(?P<of>.+)$",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(rf"{_THE}(?P<head>{_MODS}(?:{_HEAD}))\s+(?P<of>(?P<link>{_PAST}|{_ING})\s+.+)$", re.IGNORECASE)
_CONTACT = re.compile(
    rf"{_THE}(?P<head>{_MODS}(?:{_HEAD}))\s+(?P<of>(?:{_SLOT})\s+(?!is\b|was\b|and\b|in\b)\w+.*)$", re.IGNORECASE
)
_OF = re.compile(rf"{_THE}(?P<head>{_MODS}(?:{_ROLE}))\s+(?:of|for|at)\s+(?P<of>(?i:(?-i:{_NAME})))", re.IGNORECASE)
_OF_LOWER = re.compile(rf"{_THE}(?P<head>{_MODS}(?:{_ROLE}))\s+(?:of|for)\s+(?P<of>[\w&'’. -]{{2,60}})$", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"(?P<of>{_NAME})(?:['’]s|(?<=s)['’])\s+(?P<head>{_MODS}(?:{_ROLE}))\b(?!\s+(?:of|name)\b)")
_SITE = re.compile(rf"{_THE}(?P<head>(?:home )?(?:{_PLACE}))\s+of\s+(?P<of>{_SLOT})", re.IGNORECASE)
# What follows a description in a question whose verb came first: "When was [the company that makes X] founded?"
_FRONTED = re.compile(
    r"^(?:(?:when|where|why|how|in (?:which|what) [\w ]+?|on (?:which|what) [\w ]+?|at "
    r"(?:which|what) [\w ]+?|from (?:which|what) [\w ]+?"
    r"|(?:which|what) [\w ]+?|how (?:many|much|old|long|tall|large|big|far|often)(?: [\w]+)*?)\s+)"
    r"(?P<aux>is|was|are|were|did|does|do|has|have|had|will)\s+(?=the|that|our|\{)",
    re.IGNORECASE,
)
_TAIL_BE = re.compile(
    r"\s(?:located|based|headquartered|situated|founded|established|incorporated|built|opened|"
    r"closed|born|buried|educated|married|"
    r"killed|released|published|registered|listed|named|called|acquired|sold|appointed|"
    r"elected|created|launched|from|in charge of|"
    r"expected|due|planned|divided)\b[^,]*$",
    re.IGNORECASE,
)
_TAIL_DO = re.compile(
    r"\s(?:die|live|come from|come out|graduate|study|work|retire|open|close|start|begin|end|"
    r"take place|take over|stand|employ|"
    r"earn|cost|weigh|make|produce|report|have|play for|play|win|serve|speak|belong to|own|"
    r"sell|export|receive|resign|join|"
    r"leave|move|marry|grow up|use|hold|publish|release|host|bear|cover|spend|achieve|generate)\b[^,]*$",
    re.IGNORECASE,
)
_ENDS_OPEN = re.compile(r"\b(?:is|was|are|were|has|have|been|be|by|that|who|which|did|does|the|a)$", re.IGNORECASE)
_PURE = re.compile(
    (
        rf"^(?:(?:who|what|which(?: [a-z]+){{0,2}})(?: exactly)?\s+(?:is|are|was|were)|(?:name|identify|"
        rf"find|state|give)|(?:who|what)['’]s)\s+{_SLOT}$"
    ),
    re.IGNORECASE,
)
_PURE_PLACE = re.compile(rf"^where\s+(?:is|are|was|were)\s+{_SLOT}(?:\s+(?:located|based|situated))?$", re.IGNORECASE)
_SITES = ("headquarters", "seat", "birthplace", "hometown", "venue", "capital")
_PURE_BACK = re.compile(rf"^{_SLOT}\s+(?:is|was)\s+(?:who|what|which)\b", re.IGNORECASE)
_STATEMENT = re.compile(
    (
        r"^(?P<of>.+?)\s+(?P<prep>in|at|by|from|on)\s+(?:one of (?:our|the|its|their|your)|an?|"
        r"some|another)\s+(?P<head>[\w-]+(?: [\w-]+)?)$"
    ),
    re.IGNORECASE,
)
_SUBJECT_STATEMENT = re.compile(
    r"^(?:one of (?:our|the|its|their|your)|an?|some)\s+(?P<head>[\w-]+)\s+(?P<of>\w+s\s+.+)$", re.IGNORECASE
)
_NEED = re.compile(
    r"[?.,;]\s*(?:and )?(?:i|we) (?:only |just )?(?:need|want)(?: to know)? (?:the|its) (?P<noun>[a-z]+)(?: only)?$",
    re.IGNORECASE,
)
_HIDDEN_NAME = re.compile(r"\bthe name of (?=the\b|that\b|\{)", re.IGNORECASE)


def chain_en(question: str) -> Chain | None:
    """The nested descriptions of an English question, or None when it asks about something that it names."""
    text, found = _from_statement(question) or (bare(question), [])
    text = _wanted(_HIDDEN_NAME.sub("", text))
    while len(found) < MOST_LINKS:
        step = _innermost(text)
        if step is None:
            break
        description, start, end = step
        number = len(found) + 1
        rest = f"{text[:start]}{slot(number)}{text[end:]}".strip()
        if _asks_for_it(rest, description):
            break
        found.append(description)
        text = rest
    return Chain(tuple(found), text) if found else None


def _wanted(text: str) -> str:
    """ "Where is X? I need the city." → "In which city is X"."""
    match = _NEED.search(text)
    if match is None:
        return text
    asked = text[: match.start()]
    where = re.match(r"where\s+(?P<be>is|was)\s+(?P<it>.+)$", asked, re.IGNORECASE)
    if where and match["noun"].lower() in PLACES_EN:
        return f"In which {match['noun'].lower()} {where['be'].lower()} {where['it']}"
    return asked


def _asks_for_it(rest: str, description: Description) -> bool:
    """Whether it only asks what the description stands for: "Who is {1}", "Where is {1}" of a headquarters."""
    if (
        description.relation is Relation.ROLE
        and _PURE_PLACE.match(rest)
        and description.head.split()[-1].lower() in _SITES
    ):
        return True
    return bool(_PURE.match(rest) or _PURE_BACK.match(rest))


def _innermost(text: str) -> tuple[Description, int, int] | None:
    """The description that begins last, with its place; None when there is none."""
    best: tuple[Description, int, int] | None = None
    for read in (_relative, _participle, _contact, _role, _possessive, _site):
        step = read(text)
        if step and (best is None or step[1] > best[1]):
            best = step
    return best


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match that begins last: patterns that run to the end of the text are tried from every start."""
    found, at = None, 0
    while match := pattern.search(text, at):
        found, at = match, match.start() + 1
    return found


def _clause_end(text: str, start: int) -> int:
    """Where a clause ends: before the verb that a fronted auxiliary waits for, or before another clause."""
    fronted = _FRONTED.match(text)
    if fronted:
        tails = _TAIL_DO if fronted["aux"].lower() in ("did", "does", "do") else _TAIL_BE
        tail = tails.search(text, start)
        if (
            tail
            and not _ENDS_OPEN.search(text[start : tail.start()].strip())
            and " " in text[start : tail.start()].strip()
        ):
            return tail.start()
    joint = re.search(
        (
            r",\s+(?:and\s+)?(?:who|what|when|where|which|how|in which|i need)\b|\s+and (?:who|when|"
            r"where|what|how)\b|[.?]\s"
        ),
        text[start:],
        re.IGNORECASE,
    )
    return start + joint.start() if joint else len(text)


def _relative(text: str) -> tuple[Description, int, int] | None:
    match = _last(_RELATIVE, text)
    if match is None:
        return None
    end = _clause_end(text, match.start("of"))
    of = text[match.start("of") : end].strip(" ,")
    head = match["head"].strip(" ,")
    word = (match["rel2"] or "").lower()
    if match["prep"] or word == "where":
        prep = (match["prep"] or ("in" if _is_place(head) else "at")).lower()
        relation, link = Relation.PLACE, prep
    elif word == "whose" or _has_subject(of):
        relation, link = Relation.GAP, word
    else:
        relation, link = Relation.DOES, ""
    return Description(text[match.start() : end].strip(" ,"), head, relation, of, link), match.start(), end


def _is_place(head: str) -> bool:
    return head.rsplit(maxsplit=1)[-1].lower() in PLACES_EN or head.rsplit(maxsplit=1)[-1].lower() in (
        "capital",
        "island",
    )


def _has_subject(clause: str) -> bool:
    """Whether a relative clause brings its own subject: "that Jane founded", "which the board appointed"."""
    return bool(
        re.match(rf"(?:(?:the|an?|our|we|he|she|they|it|you|i)\b|(?-i:[A-Z])|{_SLOT})", clause, re.IGNORECASE)
    ) and not re.match(r"(?:a|an)\b", clause, re.IGNORECASE)


def _participle(text: str) -> tuple[Description, int, int] | None:
    match = _last(_PARTICIPLE, text)
    if match is None:
        return None
    end = _clause_end(text, match.start("of"))
    of = text[match.start("of") : end].strip(" ,")
    if " " not in of:
        return None
    relation = Relation.DOES if match["link"].lower().endswith("ing") else Relation.PASSIVE
    return (
        Description(text[match.start() : end].strip(" ,"), match["head"], relation, of, match["link"]),
        match.start(),
        end,
    )


def _contact(text: str) -> tuple[Description, int, int] | None:
    match = _last(_CONTACT, text)
    if match is None:
        return None
    end = _clause_end(text, match.start("of"))
    of = text[match.start("of") : end].strip(" ,")
    return Description(text[match.start() : end].strip(" ,"), match["head"], Relation.GAP, of), match.start(), end


def _role(text: str) -> tuple[Description, int, int] | None:
    match = _last(_OF, text) or _last(_OF_LOWER, text)
    return _entity(text, match) if match else None


def _possessive(text: str) -> tuple[Description, int, int] | None:
    matches = list(_POSSESSIVE.finditer(text))
    return _entity(text, matches[-1]) if matches else None


def _entity(text: str, match: re.Match[str]) -> tuple[Description, int, int] | None:
    of = match["of"].strip()
    if _is_place(match["head"]) and "{" not in of:
        return None  # "the city of Leeds" is a name.
    relation = Relation.LOCATION if _is_place(match["head"]) else Relation.ROLE
    return (
        Description(text[match.start() : match.end()].strip(), match["head"], relation, of),
        match.start(),
        match.end(),
    )


def _site(text: str) -> tuple[Description, int, int] | None:
    match = _last(_SITE, text)
    return (
        (Description(match.group(), match["head"], Relation.LOCATION, match["of"]), match.start(), match.end())
        if match
        else None
    )


def _from_statement(question: str) -> tuple[str, list[Description]] | None:
    """ "The X is assembled at one of our works. Who is its manager?": a statement describes what is asked about."""
    parts = re.split(r"(?<=[a-z0-9)])\.\s+(?=[A-Z])", " ".join(question.split()), maxsplit=1)
    if len(parts) != 2 or "?" in parts[0]:
        return None
    statement, asked = parts[0].strip(), bare(parts[1])
    match = _STATEMENT.match(statement)
    subject = _SUBJECT_STATEMENT.match(statement)
    if match:
        head, prep = match["head"], match["prep"].lower()
        description = Description(f"the {head} {prep} which {match['of']}", head, Relation.PLACE, match["of"], prep)
    elif subject:
        head = subject["head"]
        description = Description(f"the {head} that {subject['of']}", head, Relation.DOES, subject["of"])
    else:
        return None
    resolved = _with_slot(asked, head)
    return (resolved, [description]) if resolved != asked else None


def _with_slot(asked: str, head: str) -> str:
    """The question with what stands for the described thing replaced by its placeholder."""
    noun = re.escape(head.rsplit(maxsplit=1)[-1])
    text = re.sub(rf"\b(?:that|this|the)\s+(?:same\s+)?{noun}\b", slot(1), asked, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:its|their)\s+((?:[\w-]+\s+){0,3}[\w-]+)$", rf"the \1 of {slot(1)}", text, flags=re.IGNORECASE)
    text = re.sub(r"\bits\b", f"{slot(1)}'s", text, flags=re.IGNORECASE)
    return re.sub(r"\b(?:it|there)\b", slot(1), text, flags=re.IGNORECASE)
