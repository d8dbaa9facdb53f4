"""The second hop: passages about what the best passages name and the question does not.

"Where was the designer of the X-200 born?" finds the page of the X-200; the page that answers shares no word with the
question, but its title is a name that stands on the first one. Passages are taken only when their title is that very
name, so that most questions, whose best passages name nothing that has a page, get none.

Source of the idea: hops along titles and links in open-domain question answering, e.g. Asai et al., "Learning to
Retrieve Reasoning Paths over Wikipedia Graph", ICLR 2020.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from services.core.domain.passage import Evidence, LegHit, Passage
from services.core.domain.question import Scope
from services.documents.models import Mention, StoredSentence
from services.indexes.port import Hit, IndexFilter, KeywordIndex
from services.language.name_keys import name_key, plain_key, title_key
from services.retrieval.ports import PassageStore

BRIDGE = "bridge"
_FROM, _NAMES, _MOST = 2, 8, 3
"""Passages looked through for names, names followed, passages brought back."""
_AFTER = 2
"""Places that are the first hop's own: beyond them the two take turns."""
_DEPTH = 8
_READ = 1500
_NOT_NAMES = frozenset({"date", "number"})


@dataclass(frozen=True, slots=True)
class Bridge:
    """Follows names of passages through the keyword index, for one asker."""

    keywords: KeywordIndex
    store: PassageStore
    where: IndexFilter
    scope: Scope

    async def beyond(
        self, question: str, best: Sequence[Evidence], near: Callable[[Sequence[str]], Awaitable[Mapping[str, float]]]
    ) -> list[Evidence]:
        """At most three passages, those nearest to the question first; none of `best`.

        `near` gives cosines with the question by passage id, for those that have a vector. Raises IndexUnavailable.
        """
        sentences = await self.store.sentence_analysis([one.passage.id for one in best[:_FROM]])
        names = names_beyond(question, best[:_FROM], sentences)
        found = await asyncio.gather(*(self.keywords.search(name, _DEPTH, self.where) for name in names.values()))
        ids = list(dict.fromkeys(hit.passage_id for hits in found for hit in hits))
        known = {passage.id: passage for passage in await self.store.passages(self.scope, ids)} if ids else {}
        cosines = await near(list(known))
        taken = {one.passage.id for one in best[:_FROM]}
        beyond: dict[str, Evidence] = {}
        for (key, name), hits in zip(names.items(), found, strict=True):
            titled = _titled(key, name, hits, passages=known)
            fresh = [
                replace(one, similarity=cosines.get(one.passage.id, 0.0))
                for one in titled
                if one.passage.id not in taken
            ]
            if fresh:
                one = max(fresh, key=lambda each: each.similarity)
                beyond.setdefault(one.passage.id, one)
        return sorted(beyond.values(), key=lambda one: -one.similarity)[:_MOST]


def names_beyond(
    question: str, best: Sequence[Evidence], sentences: Mapping[str, Sequence[StoredSentence]]
) -> dict[str, str]:
    """Names in the passages that the question lacks, by their keys; at most eight. First what is said of something
    (who founded it, where it lies), then all others, in order of appearance.

    `sentences` is the analysis of the passages. A passage's own title is no name beyond it.
    """
    asked = f" {plain_key(question)} "
    titles = {title_key(one.passage.title) for one in best}
    found: dict[str, str] = {}
    for start, end, passage in _places(best, sentences):
        text = passage.text[start:end]
        key = name_key(text)
        if key and key not in asked and key not in titles:
            found.setdefault(key, text)
    return dict(list(found.items())[:_NAMES])


def _places(
    best: Sequence[Evidence], sentences: Mapping[str, Sequence[StoredSentence]]
) -> list[tuple[int, int, Passage]]:
    """Where the names stand: first those that are an object of what a sentence says."""
    named = [
        (_is_object(name, sentence), name.start, name.end, one.passage)
        for one in best
        for sentence in sentences.get(one.passage.id, ())
        for name in sentence.entities
        if name.kind not in _NOT_NAMES and name.start < _READ
    ]
    named.sort(key=lambda each: not each[0])
    return [(start, end, passage) for _, start, end, passage in named]


def _is_object(name: Mention, sentence: StoredSentence) -> bool:
    return any(each.start <= name.start and name.end <= each.end for each in sentence.triples)


def placed(first: Sequence[Evidence], beyond: Sequence[Evidence], limit: int) -> list[Evidence]:
    """The first hop's passages with those beyond it from the third place on, in turn.

    They take the relevance of their place, because by the words of the question they would have none. What the first
    hop has about as high already stays there.
    """
    early = {one.passage.id for one in first[: _AFTER + len(beyond)]}
    late = {one.passage.id: one for one in first[_AFTER:]}
    own = [_seen_by_both(late.get(one.passage.id), one) for one in beyond if one.passage.id not in early]
    ids = {one.passage.id for one in own}
    rest = [one for one in late.values() if one.passage.id not in ids]
    merged = list(first[:_AFTER])
    for turn in range(max(len(own), len(rest))):
        if turn < len(own):
            merged.append(replace(own[turn], relevance=merged[-1].relevance if merged else own[turn].relevance))
        if turn < len(rest):
            merged.append(rest[turn])
    return merged[:limit]


def _seen_by_both(found: Evidence | None, beyond: Evidence) -> Evidence:
    return replace(found, hits=(*found.hits, *beyond.hits)) if found else beyond


def _titled(key: str, name: str, hits: Sequence[Hit], *, passages: Mapping[str, Passage]) -> list[Evidence]:
    """The hits whose title is the name."""
    return [
        Evidence(passages[hit.passage_id], (LegHit(BRIDGE, name, rank, hit.score),))
        for rank, hit in enumerate(hits, start=1)
        if hit.passage_id in passages and title_key(passages[hit.passage_id].title) == key
    ]
