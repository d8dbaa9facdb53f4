"""A question as part of a sentence: "When did Ann Roe die?" → "when Ann Roe died"."""

import re

_BE = r"(?P<be>is|was|are|were)"
_PARTICIPLE = (
    r"(?P<done>born|built|made|known|held|sold|shown|written|drawn|won|led|sent|set|based|from|located"
    r"|(?!indeed|need|speed|red)[a-z]{2,}ed)"
)
_DONE = re.compile(
    rf"^(?P<wh>when|where|why|how|by whom) {_BE} (?P<thing>.+?) {_PARTICIPLE}"
    r"(?P<rest>(?: (?:in|on|at|by|to|for|as) .+)?)$",
    re.I,
)
_IS = re.compile(
    rf"^(?P<wh>who|what|which [a-z ]+?|where|when|how [a-z]+) {_BE} (?P<thing>(?:the|an?|his|her|its) .+|.+['’]s? .+)$",
    re.I,
)
_DID = re.compile(
    r"^(?P<wh>when|where|why|which [a-z]+|what [a-z]+|how(?: (?:many|much))?(?: [a-z]+){0,3}?) (?P<did>did|does) "
    r"(?P<thing>(?-i:(?:.* )?[A-Z\d][\w'’.&-]*|it|he|she|they)) (?P<verb>(?-i:[a-z]+))"
    r"(?P<rest>(?: (?:in|on|at|by|to|for|as|during|from|with) .+)?)$",
    re.I,
)
_WHO = re.compile(
    r"^(?:who|which [a-z]+) (?!is|are|was|were|do|does|did|has|have|had|can|will|would|should)[a-z]+ .+$", re.I
)
_PAST = {
    "begin": "began",
    "come": "came",
    "get": "got",
    "go": "went",
    "win": "won",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "meet": "met",
    "rise": "rose",
    "sell": "sold",
    "start": "started",
    "take": "took",
    "write": "wrote",
    "build": "built",
}
_ASKS_ZH = re.compile("谁|什么|多少|哪|何[时地处]|几|多[久长高大远]|怎[么样]")
_LEAD_ZH = re.compile("^(?:请问|想问一下|我想知道|请告诉我)[，,]?")
_LONGEST = 120


def clause_of(question: str, *, chinese: bool) -> str:
    """The question as a clause after "they do not say", 没有说明; "" for one that is too long or not simple enough."""
    if len(question) > _LONGEST:
        return ""
    if not chinese:
        return indirect(question)
    bare = _LEAD_ZH.sub("", question.strip(" ?？。"))
    return bare if _ASKS_ZH.search(bare) and not re.search("[？?。！]", bare) else ""


def indirect(question: str) -> str:
    """The English question as a clause, "" for one that is not simple enough to be turned round."""
    text = " ".join(question.split()).strip(" ?")
    done, states, did = _DONE.match(text), _IS.match(text), _DID.match(text)
    if done:
        return f"{done['wh'].lower()} {done['thing']} {done['be'].lower()} {done['done']}{done['rest']}"
    if states:
        return f"{states['wh'].lower()} {states['thing']} {states['be'].lower()}"
    if did:
        verb = _third(did["verb"].lower(), past=did["did"].lower() == "did")
        return f"{did['wh'].lower()} {did['thing']} {verb}{did['rest']}"
    return f"{text[:1].lower()}{text[1:]}" if _WHO.match(text) else ""


def _third(verb: str, *, past: bool) -> str:
    if not past:
        return f"{verb}es" if re.search(r"(?:s|x|ch|sh|o)$", verb) else f"{verb}s"
    if verb in _PAST:
        return _PAST[verb]
    return f"{verb}d" if verb.endswith("e") else (f"{verb[:-1]}ied" if re.search("[^aeiou]y$", verb) else f"{verb}ed")
