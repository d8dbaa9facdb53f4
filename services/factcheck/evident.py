"""Names of a question that only the evidence shows: titles in small letters, cuts that ran through a Chinese name."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked, Named
from services.factcheck.presence import UNKNOWN, present
from services.language.entities import name_key
from services.language.lexicon.names import PERSON_TITLES_EN
from services.language.tokens import content_tokens

_HAN = re.compile("[\u4e00-\u9fff]")
_NAMING = re.compile("(?![的是由在有和与为])[\u4e00-\u9fff]")
_TAIL = re.compile(r"\s+(?:of|in|from)\s+[^\s].*$")
_ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_SHORTEST_HAN, _SHORTEST_WORD, _SHORTEST_NAME, _REACH = 4, 5, 4, 24
_WHOLE = 0.97


def settled(asked: Asked, evidence: Sequence[Evidence]) -> Asked:
    """The question with its names as the evidence writes them.

    A name with more behind it than any passage has ("the Harbour Club of Denmark") is what stands before that. A
    Chinese name that no passage holds is widened to what passages hold of the words around it; where there is none,
    and another name is met, it was a phrase and no name. A question without a capital letter has the longest title
    that it repeats as its name.
    """
    texts = [f"{item.passage.title} {item.passage.section} {item.passage.text}" for item in evidence]
    names = list(dict.fromkeys(filter(None, (_widened(asked, named, texts) for named in asked.names))))
    if not names and asked.text.islower() and asked.text.isascii():
        names = _titled(asked, evidence)
    if tuple(names) == asked.names:
        return asked
    own = frozenset(word for named in names for word in content_tokens(named.text))
    phrases = frozenset(word for named in asked.names for word in content_tokens(named.text))
    return replace(asked, names=tuple(names), words=(asked.words | phrases) - own)


def _widened(asked: Asked, named: Named, texts: Sequence[str]) -> Named | None:
    if any(_stands(named, text) for text in texts):
        return named
    bare = _without_title(named, texts)
    if bare is not named or any(_met(named, text) for text in texts):
        return bare
    if not _HAN.search(named.key):
        return _without_tail(named, texts)
    at = asked.text.find(named.text)
    wider = _longest(asked.text, (at, at + len(named.text)), texts) if at >= 0 else ""
    if wider:
        return Named(wider, name_key(wider))
    others = [each for each in asked.names if each is not named and any(_met(each, text) for text in texts)]
    return None if others and not _is_marked(asked.text, at, named) else named


def _without_tail(named: Named, texts: Sequence[str]) -> Named:
    """The words before "of" or "in", where they are a name that passages hold, and none with another tail."""
    head = _TAIL.sub("", named.text)
    short = replace(named, text=head, key=name_key(head))
    if head == named.text or len(short.key.split()) < 2:
        return named
    holding = [text for text in texts if _met(short, text)]
    other = re.compile(rf"{re.escape(head)}\s+(?:of|in|from)\s+[A-Z]")
    return short if holding and not any(other.search(text) for text in holding) else named


def _without_title(named: Named, texts: Sequence[str]) -> Named:
    """ "Father Vale" as Vale, where passages hold that name alone."""
    title, _, rest = named.text.partition(" ")
    if title.lower().rstrip(".") not in PERSON_TITLES_EN or len(rest) < _SHORTEST_NAME:
        return named
    bare = replace(named, text=rest, key=name_key(rest))
    return (
        named if any(_stands(named, text) for text in texts) or not any(_stands(bare, text) for text in texts) else bare
    )


def _stands(named: Named, text: str) -> bool:
    return present(named.key, text) >= _WHOLE


def _met(named: Named, text: str) -> bool:
    return present(named.key, text) >= UNKNOWN


def _is_marked(text: str, at: int, named: Named) -> bool:
    """Whether quotation marks or letters and digits say that it is a name."""
    return text[max(0, at - 1) : at] in tuple("“《「『\"'") or not all(_HAN.match(sign) for sign in named.text)


def _longest(question: str, name: tuple[int, int], texts: Sequence[str]) -> str:
    """The longest stretch that begins before the name, reaches into it and stands in a passage; "" for none."""
    start, end = name
    best = ""
    for left in range(max(0, start - _REACH), start):
        for right in range(min(len(question), end + 8), max(left + _SHORTEST_HAN, start + 1) - 1, -1):
            stretch = question[left:right]
            if len(stretch) <= len(best):
                break
            if all(_NAMING.match(sign) for sign in stretch) and any(stretch in text for text in texts):
                best = stretch
    return best


def _titled(asked: Asked, evidence: Sequence[Evidence]) -> list[Named]:
    found = {}
    for item in evidence:
        title = _ASIDE.sub("", item.passage.title)
        key = name_key(title)
        words = key.split()
        if words and (len(words) > 1 or len(key) >= _SHORTEST_WORD) and f" {key} " in f" {name_key(asked.text)} ":
            found[key] = Named(title, key)
    return [max(found.values(), key=lambda named: len(named.key))] if found else []
