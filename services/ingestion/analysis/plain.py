"""The analyser that is always there: names by rules, triples by the set phrases of `services.language.relations`."""

import re
from collections.abc import Iterator, Sequence

from services.documents.models import Mention, Triple
from services.ingestion.analysis.port import Reading
from services.language.entities import named_entities
from services.language.entity import Entity
from services.language.name_keys import name_key
from services.language.relations import Relation, stated

_LONGEST = 800
_OPENING = 30
"""Characters from the start in which a name is the sentence's subject."""
_STANDS_FOR = re.compile(r"\b(?:s?he|it|they|his|her|its|their)\b|[他她它其]|该", re.IGNORECASE)


class PlainAnalyser:
    """See `services.ingestion.analysis.port.Analyser`."""

    name = "plain"

    def read(self, sentence: str, topic: str) -> Reading:
        """See `Analyser.read`."""
        names = named_entities(sentence)
        triples = tuple(sorted(_triples(sentence, topic, names), key=lambda one: one.start))
        return Reading(tuple(Mention(one.start, one.end, one.kind) for one in names), triples)


def _triples(sentence: str, topic: str, names: Sequence[Entity]) -> Iterator[Triple]:
    if not 0 < len(sentence) <= _LONGEST:
        return
    own = _subject(sentence, names) or topic
    if not own:
        return
    for relation in Relation:
        for start, end in stated(relation, sentence, of=name_key(own), implied=True):
            yield Triple(own, relation.value, start, end)


def _subject(sentence: str, names: Sequence[Entity]) -> str:
    """The name that opens the sentence; "" where another word stands for it."""
    if not names or names[0].start >= _OPENING or _STANDS_FOR.search(sentence[: names[0].start]):
        return ""
    return names[0].text
