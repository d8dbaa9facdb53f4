"""The funnel: from many candidates to the few sentences that matter. One object a search; each stage is one method."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from services.core.domain.passage import Evidence, LegHit, Passage, Retrieval, Strategy
from services.core.domain.plan import Filter, Query
from services.core.errors import IndexUnavailable, InferenceUnavailable
from services.indexes.generations import IndexPair
from services.indexes.port import Vector
from services.inference.port import Capabilities, Inference, TextKind
from services.language.similarity import agree
from services.retrieval import (
    bridge,
    coverage,
    decay,
    duplicates,
    exact,
    floor,
    fusion,
    glossary,
    rerank,
    supervisor,
    tiering,
)
from services.retrieval.distil import Distiller
from services.retrieval.ports import PassageStore
from services.retrieval.profile import Profile
from services.retrieval.request import Search
from services.retrieval.search import KEYWORD, VECTOR, Recall, Recaller, Searches

FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class Widths:
    """How much each stage lets through, and how long a leg may take in seconds.

    `rescore` vector hits a query are scored anew from exact vectors where the index is not exact.
    """

    recall: int = 20
    candidates: int = 60
    rerank: int = 24
    sentences: int = 24
    leg_seconds: float = 4.0
    rescore: int = 60


@dataclass(frozen=True, slots=True)
class Tools:
    """What a funnel works with."""

    store: PassageStore
    inference: Inference
    widths: Widths


class Funnel:
    """The state of one search between its stages."""

    def __init__(
        self, search: Search, tools: Tools, *, profile: Profile, indexes: IndexPair, models: Capabilities
    ) -> None:
        self._search, self._tools = search, tools
        self._profile, self._indexes, self._models = profile, indexes, models
        self._question = search.question.text
        self._choice = supervisor.choose(self._question, profile.weights, asked=search.strategy, tried=search.tried)
        self._intent = decay.temporal_intent(search.question, profile.decay.cues)
        self._words_only: tuple[Query, ...] = ()
        self._recalled = Recall((), {})
        self._evidence: list[Evidence] = []
        self._dropped: list[Evidence] = []
        self._beyond: list[Evidence] = []
        self._degraded: list[str] = []
        self._notes: list[str] = []
        self._vectors: Mapping[str, Vector] = {}
        self._embed_calls = 0

    async def rewrite(self) -> int:
        """Add the profile's synonyms as words to look for. Returns the number of queries."""
        added = glossary.glossary_query(self._profile, [self._question, *self._query_texts()])
        self._words_only = (added,) if added else ()
        return len(self._search.queries) + len(self._words_only)

    async def recall(self) -> int:
        """Both legs of all queries at once. Returns the passages found."""
        widths = self._tools.widths
        searches = Searches(self._search.queries, self._search.where, self._words_only, (self._question,))
        seconds = min(widths.leg_seconds, self._search.seconds_left)
        reach = tiering.reach(self._search, self._profile.tiers, self._models.calibration.source)
        recaller = Recaller(widths.recall, seconds, reach=reach, wide=widths.rescore, precise=self._search.precise)
        recalled = await recaller.recall(
            self._indexes, searches, strategy=self._choice.strategy, embed=self._embed_queries
        )
        self._notes += dict.fromkeys(ranking.note for ranking in recalled.rankings if ranking.note)
        self._recalled = await self._in_exact_order(recalled)
        self._degraded.extend(self._recalled.degraded)
        return len(self._recalled.sightings())

    async def fuse(self) -> int:
        """One ranking out of all, read from the store, checked, aged, and cut at the floor. Returns what is left."""
        fused, seen = await self._past_summaries(fusion.fuse(self._profile.fusion, self._weighted_rankings()))
        best = list(fused)[: self._tools.widths.candidates]
        passages, self._vectors = await asyncio.gather(
            self._tools.store.passages(self._search.context.scope, best),
            self._tools.store.vectors(best, self._models.embed.name),
        )
        found = [Evidence(passage, seen[passage.id], self._aged(passage, fused[passage.id])) for passage in passages]
        found = floor.with_similarity(found, self._vectors, self._query_vectors())
        found.sort(key=lambda one: -one.fused)
        self._evidence = self._above_floor(self._newest_versions(found))
        self._beyond = await self._second_hop()
        return len(self._evidence) + len(self._beyond)

    async def rerank(self) -> int:
        """Without duplicates, in the reranker's order mixed with fusion's. Returns the passages kept."""
        single, twins = duplicates.merge(
            self._evidence, self._vectors, threshold=self._models.calibration.duplicate, agree=agree
        )
        width = max(self._tools.widths.rerank, self._search.limit)
        judged, unread = single[:width], single[width:]
        share = self._profile.thresholds.rerank
        try:
            judged = await rerank.rerank(self._tools.inference, self._question, judged)
        except InferenceUnavailable:
            self._degraded.append("rerank_unavailable")
            share = 0.0
        best = max((one.fused for one in judged), default=0.0)
        scores = [rerank.blended(one, best, share) for one in judged]
        cuts = self._profile.thresholds if self._search.distil else None
        judged = [replace(one, relevance=score) for one, score in zip(judged, scores, strict=True)]
        kept, out = rerank.keep(judged, scores, limit=self._search.limit, thresholds=cuts)
        self._evidence = bridge.placed(kept, self._beyond, self._search.limit)
        shown = {one.passage.id for one in self._evidence}
        out += [replace(one, fate=rerank.OUT) for one in (*kept, *self._beyond) if one.passage.id not in shown]
        self._dropped += [*twins, *out, *(replace(one, fate=rerank.OUT) for one in unread)]
        return len(self._evidence)

    async def distil(self) -> int:
        """The sentences that matter, when asked for. Returns the passages left."""
        if not self._search.distil or not self._evidence:
            return len(self._evidence)
        distiller = Distiller(
            self._tools.widths.sentences,
            self._profile.thresholds.sentence_ratio,
            self._models.calibration,
            agree,
        )
        distil = partial(distiller.distil, self._question, self._evidence, embed=self._embed_sentences)
        try:
            self._evidence, gone = await distil(asked=self._recalled.vectors.get(self._question))
        except InferenceUnavailable:
            self._degraded.append("embedding_unavailable")
            self._evidence, gone = await distil(asked=None)
        self._dropped += gone
        return len(self._evidence)

    def result(self) -> Retrieval:
        """What was found, and what was dropped when that was asked for."""
        return Retrieval(
            evidence=tuple(self._evidence),
            dropped=tuple(self._dropped) if self._search.explain else (),
            strategy=self._choice.strategy,
            strategy_reason="; ".join((self._choice.reason, *self._notes)),
            degraded=tuple(dict.fromkeys(self._degraded)),
            profile=self._profile.label,
            generation=self._indexes.generation,
            embed_calls=self._embed_calls,
        )

    async def _in_exact_order(self, recalled: Recall) -> Recall:
        """What the vector index brought, by exact cosines where its own are not or where exactness was asked for."""
        ids = exact.candidates(recalled)
        if not ids or (recalled.exact and not self._search.precise):
            return recalled
        vectors = await self._tools.store.vectors(ids, self._models.embed.name)
        found = exact.rescore(recalled, vectors, self._tools.widths.recall)
        self._notes.append(found.note)
        return found.recall

    async def _past_summaries(
        self, fused: Mapping[str, float]
    ) -> tuple[Mapping[str, float], Mapping[str, tuple[LegHit, ...]]]:
        """The fused ranking and the sightings with the passages that summaries lead to in the place of summaries."""
        store, seen = self._tools.store, self._recalled.sightings()
        best = list(fused)[: self._tools.widths.candidates]
        covered = await store.covered(self._search.context.scope, best)
        if not covered:
            return fused, seen
        fine = [key for keys in covered.values() for key in keys]
        vectors = await store.vectors(fine, self._models.embed.name)
        led = coverage.led_to(fused, covered, coverage.nearest_first(vectors, self._query_vectors()))
        scores = coverage.scored(fused, led, covered)
        return dict(sorted(scores.items(), key=lambda one: -one[1])), coverage.seen(seen, led)

    async def _second_hop(self) -> list[Evidence]:
        """Passages about what the best ones name; none without words, or when their index does not answer."""
        if self._choice.strategy is Strategy.VECTOR:
            return []
        widths, scope = self._tools.widths, self._search.context.scope
        hop = bridge.Bridge(self._indexes.keywords, self._tools.store, self._search.where, scope)
        try:
            found = await asyncio.wait_for(
                hop.beyond(self._question, self._evidence, self._cosines), widths.leg_seconds
            )
        except (IndexUnavailable, TimeoutError):
            self._degraded.append(f"{KEYWORD}_unavailable")
            return []
        return [one for one in found if _passes(one.passage, self._search.wanted)]

    async def _cosines(self, ids: Sequence[str]) -> Mapping[str, float]:
        """Cosines of passages with the question, where both have a vector."""
        asked = self._recalled.vectors.get(self._question)
        if asked is None or not ids:
            return {}
        vectors = await self._tools.store.vectors(ids, self._models.embed.name)
        return {key: float(np.dot(asked, vector)) for key, vector in vectors.items()}

    def _weighted_rankings(self) -> list[fusion.WeightedRanking]:
        """A leg's weight, shared among its queries by their own weights."""
        weights = {KEYWORD: self._choice.weights.keyword, VECTOR: self._choice.weights.vector}
        lowest = {KEYWORD: 0.0, VECTOR: self._models.calibration.floor}
        totals = dict.fromkeys(weights, 0.0)
        for ranking in self._recalled.rankings:
            totals[ranking.leg] += ranking.query.weight
        return [
            fusion.WeightedRanking(
                ranking.hits,
                weights[ranking.leg] * ranking.query.weight / totals[ranking.leg],
                lowest[ranking.leg],
            )
            for ranking in self._recalled.rankings
        ]

    def _aged(self, passage: Passage, fused: float) -> float:
        today = self._search.context.now.date()
        rules = self._profile.decay
        fit = decay.recency(passage.date, self._intent, today=today, decay=rules)
        section = passage.section.casefold()
        boost = max((by for words, by in self._profile.sections.items() if words.casefold() in section), default=1.0)
        return decay.decayed(fused, fit, decay.share_of_age(self._intent, rules)) * boost

    def _newest_versions(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        """Without passages of a version that a newer one among them replaces, and without what the filter forbids."""
        newest: dict[str, int] = {}
        for one in evidence:
            newest[one.passage.document_id] = max(newest.get(one.passage.document_id, 0), one.passage.version)
        kept = []
        for one in evidence:
            fresh = one.passage.version == newest[one.passage.document_id]
            if fresh and _passes(one.passage, self._search.wanted):
                kept.append(one)
            else:
                self._dropped.append(replace(one, fate=FILTERED))
        return kept

    def _above_floor(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        least = floor.floor_of(self._profile.thresholds, self._models.calibration)
        asked = floor.asked_words([self._question, *self._query_texts()])
        kept = []
        for one in evidence:
            if floor.below_floor(one, asked, floor=least, lexical=self._profile.thresholds.lexical):
                self._dropped.append(replace(one, fate=floor.BELOW))
            else:
                kept.append(one)
        return kept

    def _query_texts(self) -> list[str]:
        return [query.text for query in self._search.queries]

    def _query_vectors(self) -> list[Vector]:
        return list(self._recalled.vectors.values())

    async def _embed_queries(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        return await self._embed(texts, TextKind.QUERY)

    async def _embed_sentences(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        return await self._embed(texts, TextKind.PASSAGE)

    async def _embed(self, texts: Sequence[str], kind: TextKind) -> Mapping[str, Vector]:
        self._embed_calls += 1
        matrix = await self._tools.inference.embed(texts, kind)
        return {text: np.asarray(row, dtype=np.float32) for text, row in zip(texts, matrix, strict=True)}


def _passes(passage: Passage, wanted: Filter) -> bool:
    """The filter once more, on what the store says: an index may lag behind it."""
    dated = wanted.dated is None or passage.date is None or wanted.dated.start <= passage.date <= wanted.dated.end
    section = " ".join(wanted.section.casefold().split())
    return (
        (not wanted.tags or bool(set(wanted.tags) & set(passage.tags)))
        and (not wanted.languages or passage.language in wanted.languages)
        and (not wanted.document_ids or passage.document_id in wanted.document_ids)
        and section in " ".join(passage.section.casefold().split())
        and dated
    )
