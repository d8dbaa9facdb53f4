"""Where a sentence states a relation of a given subject."""

import re
import unicodedata

from services.language.detect import language_of
from services.language.name_keys import name_key
from services.language.relations import chinese, english
from services.language.relations.asked import Relation

Stretch = tuple[int, int]

_LONGEST = 800
_MOST = 2
_LIVES = (Relation.BORN, Relation.DIED)
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|his|her|its|their|the (?:film|song|album|book|novel|series|movie))\b", re.IGNORECASE
)
_CAP = r"[A-ZÀ-ÖØ-Þ][\w'’.\-]*"
_CUE = re.compile(r"\b(?:son|daughter|child|wife|husband|widow|father|mother|brother|sister|born)\b[^,;]*$")
_APPOSED = re.compile(
    rf"({_CAP}(?:\s+(?:(?:of|the|de|da|von|van|la|le|di)\s+)*{_CAP})*)\s*,\s+(?:the\s+|an?\s+)?(?:\w+\s+){{0,3}}$"
)
_LEADING = re.compile(
    r"\s*(?:[\"“'《「『]\s*)?(?:(?:the|a|an|king|queen|prince|princess|sir|lord|lady|emperor|saint|st|dr)\.?\s+)*",
    re.IGNORECASE,
)


def stated(relation: Relation, sentence: str, *, of: str, implied: bool) -> list[Stretch]:
    """Stretches of the sentence that are what `relation` asks for of the subject whose name key is `of`.

    `implied` says that the text around is about the subject, so that "he was born in …" is about it.
    """
    sentence, of = sentence[:_LONGEST], _LEADING.sub("", of, count=1)
    side = chinese if language_of(sentence) == "zh" else english
    own = (_full_name(sentence, of) if implied else None) or _own_name(sentence, of)
    if relation in _LIVES and own is not None:
        dates = side.life(relation, sentence, own)
        if dates is not None:
            return [dates]
    leads = own is not None and _LEADING.sub("", sentence[:own], count=1).strip().casefold() in (of, "")
    subject_is_own = leads or implied and (_PRONOUN.search(sentence) is not None or own is not None or side is chinese)
    kept: list[Stretch] = []
    for at in side.found(relation, sentence):
        apart = all(at[1] <= start or end <= at[0] for start, end in kept)
        if apart and name_key(sentence[at[0] : at[1]]) != of and _is_of(at, sentence, of=of, otherwise=subject_is_own):
            kept.append(at)
    return kept[:_MOST]


def _own_name(sentence: str, of: str) -> int | None:
    """Where the subject's name ends in the sentence, when it stands there."""
    if not of.isascii():
        at = sentence.find(of)
        return at + len(of) + (1 if sentence[at + len(of) : at + len(of) + 1] in "》」』" else 0) if at >= 0 else None
    match = re.search(r"[\W_]+".join(map(re.escape, of.split())), _plain(sentence))
    return match.end() if match else None


def _full_name(sentence: str, of: str) -> int | None:
    """Where the full name ends that opens a text about the subject: Victor David Vale for Victor Vale, William Gerald
    Orlo for Jerry Orlo."""
    words = of.split()
    if len(words) < 2 or not of.isascii():
        return None
    match = re.match(
        rf"(?:[\w'’.-]+\s+|[\"“][^\"“”]+[\"”]\s+){{1,5}}{re.escape(words[-1])}(?=\s*[(,])", _plain(sentence)
    )
    opening = sentence[: match.end()] if match else ""
    return match.end() if match and all(word[0].isupper() or word[0] in '"“' for word in opening.split()) else None


def _plain(text: str) -> str:
    """The text in small letters without accents, each character where it was."""
    return "".join(unicodedata.normalize("NFKD", sign)[:1].lower()[:1] or sign for sign in text)


def _is_of(at: Stretch, sentence: str, *, of: str, otherwise: bool) -> bool:
    """Whether what is stated at a place is of the subject: "A was the son of B and C, daughter of D" says that D is
    C's."""
    cue = _CUE.search(sentence[: at[0]])
    if cue is None:
        return otherwise
    apposed = _APPOSED.search(sentence[: cue.start()])
    if apposed is None:
        return otherwise
    name = name_key(apposed.group(1))
    own = name == of or of.startswith(f"{name} ") or name.startswith(f"{of} ")
    return own or otherwise and _opens(apposed, sentence)


def _opens(apposed: re.Match[str], sentence: str) -> bool:
    """Whether the name in apposition is the subject that opens the sentence."""
    lead = _LEADING.match(sentence)
    return apposed.start(1) <= (lead.end() if lead else 0)
