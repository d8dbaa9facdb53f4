"""Sentences and their analysis as compact JSON: one list a sentence."""

import zlib
from collections.abc import Sequence
from operator import attrgetter

import orjson

from services.documents.models import Amount, Day, Mention, StoredSentence, Triple

_MENTION = attrgetter("start", "end", "kind")
_AMOUNT = attrgetter("start", "end", "value", "unit", "scale", "kind", "precision")
_TRIPLE = attrgetter("subject", "relation", "start", "end")
_DAY = attrgetter("start", "end", "first", "last", "grain")


def encode_sentences(sentences: Sequence[StoredSentence]) -> bytes:
    """Bytes of the sentences of a passage."""
    rows = [
        [
            sentence.start,
            sentence.end,
            [_MENTION(entity) for entity in sentence.entities],
            [_AMOUNT(amount) for amount in sentence.amounts],
            [_DAY(day) for day in sentence.days],
            [_TRIPLE(triple) for triple in sentence.triples],
        ]
        for sentence in sentences
    ]
    return zlib.compress(orjson.dumps(rows), 1)


def decode_sentences(data: bytes) -> list[StoredSentence]:
    """The sentences whose bytes these are."""
    return [
        StoredSentence(
            start,
            end,
            tuple(Mention(*entity) for entity in entities),
            tuple(Amount(*amount) for amount in amounts),
            tuple(Day(*day) for day in days),
            tuple(Triple(*triple) for each in triples for triple in each),
        )
        # Before there were triples, rows ended with the days.
        for start, end, entities, amounts, days, *triples in orjson.loads(zlib.decompress(data))
    ]
