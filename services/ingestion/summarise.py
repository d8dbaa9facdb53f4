"""Summaries of the sections of very long documents: coarse texts that lead a search to the passages they cover.

Extractive: a section's most central sentences, in their order, without those that repeat another. Nobody is shown a
summary; a question that finds one is answered from its passages.

Source: centroid-based summarisation, Radev et al., "Centroid-based summarization of multiple documents", 2004.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from services.documents.models import StoredPassage
from services.language.sentences import sentences
from services.language.tokens import content_tokens

LONG = 48
"""Passages of a document from which on it has summaries: about forty pages."""
_FEWEST, _MOST = 3, 12
"""Passages that one summary covers; a shorter section is found by its own passages."""
_SHORTEST, _REPEATED = 5, 0.6
"""Content words of a sentence that can say something; the share of them that makes one a repetition."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Sentence:
    place: int
    text: str
    words: frozenset[str]


Choose = Callable[[Sequence[_Sentence]], list[_Sentence]]


def summaries(passages: Sequence[StoredPassage], count: Count, size: int) -> list[StoredPassage]:
    """A summary of at most `size` tokens for each run of passages under one main heading; none for short documents
    and for records, each of which is a document of its own."""
    if len(passages) < LONG or any(one.record for one in passages):
        return []
    rarity = _rarity(passages)
    made = (
        _summary(passages, run, lambda found: _chosen(found, rarity, lambda text: count(text) <= size))
        for run in _runs(passages)
    )
    return [one for one in made if one is not None]


def _runs(passages: Sequence[StoredPassage]) -> Iterator[range]:
    """Neighbours of one main heading, in parts of about the same length when they are many."""
    start = 0
    for at in range(1, len(passages) + 1):
        if at < len(passages) and _heading(passages[at]) == _heading(passages[start]):
            continue
        parts = math.ceil((at - start) / _MOST)
        edges = [start + (at - start) * part // parts for part in range(parts + 1)]
        yield from (range(one, two) for one, two in zip(edges, edges[1:], strict=False) if two - one >= _FEWEST)
        start = at


def _heading(passage: StoredPassage) -> str:
    return passage.section.partition(" > ")[0]


def _rarity(passages: Sequence[StoredPassage]) -> dict[str, float]:
    """Inverse passage frequency of the document's words."""
    seen = Counter(word for one in passages for word in set(content_tokens(one.text)))
    return {word: math.log(1 + len(passages) / number) for word, number in seen.items()}


def _summary(passages: Sequence[StoredPassage], run: range, choose: Choose) -> StoredPassage | None:
    covered = [passages[at] for at in run]
    texts = dict.fromkeys(one.text[span.start : span.end].strip() for one in covered for span in sentences(one.text))
    found = [_Sentence(place, text, frozenset(content_tokens(text))) for place, text in enumerate(texts)]
    found = [one for one in found if len(one.words) >= _SHORTEST and "|" not in one.text and "\n" not in one.text]
    chosen = choose(found)
    if not chosen:
        return None
    first, last = covered[0], covered[-1]
    return StoredPassage(
        text=" ".join(one.text for one in sorted(chosen, key=lambda one: one.place)),
        section=_heading(first),
        page=first.page,
        char_start=first.char_start,
        char_end=last.char_end,
        language=first.language,
        covers=(run.start, run.stop - 1),
    )


def _chosen(found: Sequence[_Sentence], rarity: dict[str, float], fits: Callable[[str], bool]) -> list[_Sentence]:
    """The most central ones that fit together and say different things."""
    centre = Counter(word for one in found for word in one.words)

    def central(one: _Sentence) -> float:
        return sum(centre[word] * rarity[word] for word in one.words) / len(one.words)

    chosen: list[_Sentence] = []
    for one in sorted(found, key=central, reverse=True):
        if any(len(one.words & other.words) > _REPEATED * min(len(one.words), len(other.words)) for other in chosen):
            continue
        if not fits(" ".join(each.text for each in (*chosen, one))):
            break
        chosen.append(one)
    return chosen
