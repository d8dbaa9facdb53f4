"""Nested descriptions of English questions: "the manager of the plant where the X200 is made".

English nests to the right, so the description that begins last is the innermost. It is replaced by a placeholder, then
the next is looked for, until none is left.
"""

import re

from services.language.structure.chain_shapes_en import (
    COMPOUND,
    CONTACT,
    FRONTED,
    OF,
    OF_LOWER,
    PARTICIPLE,
    POSSESSIVE,
    RELATIVE,
    SITE,
    SLOT,
    STRANDED,
    SUPERLATIVE,
    TAIL_ANY,
    TAIL_BE,
    TAIL_DO,
    TAIL_DONE,
    TRAILING,
    WITH,
)
from services.language.structure.courtesy import bare
from services.language.structure.descriptions import MOST_LINKS, Chain, Description, Relation, slot
from services.language.structure.nouns import PLACES_EN

_ENDS_OPEN = re.compile(r"\b(?:is|was|are|were|has|have|been|be|by|that|who|which|did|does|the|a)$", re.IGNORECASE)
_REGARDED = (
    r"(?:(?:\s+(?:often|widely|generally|usually|commonly))?\s+"
    r"(?:regarded|known|considered|seen|recogni[sz]ed|viewed|described)(?:\s+(?:as|to be))?)?"
)
_PURE = re.compile(
    (
        rf"^(?:(?:who|what|which(?: [a-z]+){{0,2}})(?: exactly)?\s+(?:is|are|was|were){_REGARDED}|(?:name|identify|"
        rf"find|state|give)|(?:who|what)['’]s)\s+{SLOT}(?:\s+(?:called|named))?{TRAILING}$"
    ),
    re.IGNORECASE,
)
_PURE_PLACE = re.compile(rf"^where\s+(?:is|are|was|were)\s+{SLOT}(?:\s+(?:located|based|situated))?$", re.IGNORECASE)
_SITES = ("headquarters", "seat", "birthplace", "hometown", "venue", "capital")
_PURE_BACK = re.compile(rf"^{SLOT}\s+(?:is|was)\s+(?:who|what|which)\b", re.IGNORECASE)
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
_KIN = re.compile(
    r"\bthe (?:(?P<side>maternal|paternal) grand(?P<kin>father|mother)|(?P<law>father|mother)[- ]in[- ]law) of\b",
    re.IGNORECASE,
)
_UNTURNED = re.compile(
    rf"^(?P<wh>(?:(?:in|at|from|to|for) )?(?:which|what)(?: [a-z]+){{1,3}}?) (?P<it>{SLOT}) "
    r"(?P<be>is|was|are|were) (?P<rest>.+)$",
    re.IGNORECASE,
)
_LOCATED_FIRST = re.compile(
    rf"^(?P<wh>(?:in|at|on) (?:which|what)(?: [a-z]+){{1,3}}?) (?P<be>is|was|are|were) "
    rf"(?P<verb>located|based|situated|found) (?P<it>{SLOT})$",
    re.IGNORECASE,
)
_NO_VERB = re.compile(rf"^what (?P<noun>[a-z]+(?: [a-z]+)?) of(?= {SLOT}$)", re.IGNORECASE)
_HIDDEN_NAME = re.compile(r"\bthe name of (?=the\b|that\b|\{)", re.IGNORECASE)


def chain_en(question: str) -> Chain | None:
    """The nested descriptions of an English question, or None when it asks about something that it names."""
    text, found = _from_statement(question) or (bare(question), [])
    text = _KIN.sub(_by_steps, _wanted(_HIDDEN_NAME.sub("", text)))
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
    return Chain(tuple(found), _tidy(text)) if found else None


def _by_steps(match: re.Match[str]) -> str:
    """Kin over another person: "the maternal grandfather" is "the father of the mother"."""
    if match["law"]:
        return f"the {match['law']} of the spouse of"
    first = "mother" if match["side"].lower() == "maternal" else "father"
    return f"the {match['kin']} of the {first} of"


def _tidy(text: str) -> str:
    """The last question in the order of a question: "Which country {1} is from" → "Which country is {1} from"."""
    text = _UNTURNED.sub(r"\g<wh> \g<be> \g<it> \g<rest>", text)
    text = _LOCATED_FIRST.sub(r"\g<wh> \g<be> \g<it> \g<verb>", text)
    return _NO_VERB.sub(r"What is the \g<noun> of", text)


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
        and (description.head.split()[-1].lower() in _SITES or description.head.lower().startswith("place of"))
    ):
        return True
    return bool(_PURE.match(rest) or _PURE_BACK.match(rest))


def _innermost(text: str) -> tuple[Description, int, int] | None:
    """The description that begins last, with its place; None when there is none."""
    best: tuple[Description, int, int] | None = None
    for read in (_relative, _participle, _contact, _with, _role, _possessive, _site, _compound, _superlative):
        step = read(text)
        if step and (best is None or step[1] > best[1]):
            best = step
    return best


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match that begins last: patterns that run to the end of the text are tried from every start."""
    found, at = None, 0
    while match := pattern.search(text, at):
        at = match.start() + 1
        if not _is_title(text, match):
            found = match
    return found


def _is_title(text: str, match: re.Match[str]) -> bool:
    """ "the song The Story sung by X": capitals within a sentence make a name of it."""
    words = match["head"].split()
    last = words[-1][:1].isupper() and any(word[:1].islower() for word in text[: match.start()].split()[1:])
    return last and (text[match.start() :].startswith("The ") or words[0][:1].islower())


def _clause_end(text: str, start: int) -> int:
    """Where a clause ends: before the verb that a fronted auxiliary waits for, or before another clause."""
    fronted = FRONTED.match(text)
    if fronted:
        tails = TAIL_DO if fronted["aux"].lower() in ("did", "does", "do") else TAIL_BE
        tail = tails.search(text, start)
        tail = tail or (TAIL_ANY.search(text, start) if tails is TAIL_DO else None)
        if (
            tail
            and not _ENDS_OPEN.search(text[start : tail.start()].strip())
            and " " in text[start : tail.start()].strip()
        ):
            return tail.start()
        done = TAIL_DONE.search(text, start) if tails is TAIL_BE and tail is None else None
        if done:
            return done.start("at")
    stranded = STRANDED.search(text, start)
    if stranded:
        return stranded.start("at") if stranded["at"] else stranded.start("then")
    joint = re.search(
        (
            r",\s+(?:and\s+)?(?:who|what|when|where|which|how|in which|i need)\b|\s+and (?:who|when|"
            r"where|what|how)\b|(?<!\b(?-i:[A-Z]))[.?]\s"
        ),
        text[start:],
        re.IGNORECASE,
    )
    return start + joint.start() if joint else len(text)


def _relative(text: str) -> tuple[Description, int, int] | None:
    match = _last(RELATIVE, text)
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
        re.match(rf"(?:(?:the|an?|our|we|he|she|they|it|you|i)\b|(?-i:[A-Z])|{SLOT})", clause, re.IGNORECASE)
    ) and not re.match(r"(?:a|an)\b", clause, re.IGNORECASE)


def _participle(text: str) -> tuple[Description, int, int] | None:
    match = _last(PARTICIPLE, text)
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
    match = _last(CONTACT, text)
    if match is None:
        return None
    end = _clause_end(text, match.start("of"))
    of = text[match.start("of") : end].strip(" ,")
    return Description(text[match.start() : end].strip(" ,"), match["head"], Relation.GAP, of), match.start(), end


def _with(text: str) -> tuple[Description, int, int] | None:
    match = _last(WITH, text)
    if match is None:
        return None
    end = _clause_end(text, match.start("of"))
    of = f"has {text[match.start('of') : end].strip(' ,')}"
    return Description(text[match.start() : end].strip(" ,"), match["head"], Relation.DOES, of), match.start(), end


def _compound(text: str) -> tuple[Description, int, int] | None:
    match = _last(COMPOUND, text)
    return _entity(text, match) if match else None


def _superlative(text: str) -> tuple[Description, int, int] | None:
    match = _last(SUPERLATIVE, text)
    if match is None:
        return None
    said = match.group()
    return Description(said, match["head"], Relation.ROLE, match["of"], match["prep"]), match.start(), match.end()


def _role(text: str) -> tuple[Description, int, int] | None:
    match = _last(OF, text)
    if match:
        return _entity(text, match)
    match = _last(OF_LOWER, text)
    if match is None:
        return None
    description, start, end = _entity(text, match) or (None, 0, 0)
    short = _clause_end(text, match.start("of"))
    if description is None or short >= end or short <= match.start("of"):
        return (description, start, end) if description else None
    of = text[match.start("of") : short].strip(" ,")
    return Description(text[start:short].strip(" ,"), match["head"], description.relation, of), start, short


def _possessive(text: str) -> tuple[Description, int, int] | None:
    matches = list(POSSESSIVE.finditer(text))
    return _entity(text, matches[-1]) if matches else None


def _entity(text: str, match: re.Match[str]) -> tuple[Description, int, int] | None:
    of = match["of"].strip()
    if _is_place(match["head"]) and "{" not in of and not re.match(r"(?:birth|death|home|native)", match["head"], re.I):
        return None  # "the city of Leeds" is a name.
    head = match["head"].lower()
    own = re.match(r"(?:birth|death|home|native)|.* of (?:birth|death|origin|citizenship|residence|burial)", head)
    relation = Relation.LOCATION if _is_place(head) and not own else Relation.ROLE
    return (
        Description(text[match.start() : match.end()].strip(), match["head"], relation, of),
        match.start(),
        match.end(),
    )


def _site(text: str) -> tuple[Description, int, int] | None:
    match = _last(SITE, text)
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
