"""What a system without any thinking would answer, over the same indexes and with the same embedder.

naive   one dense search with the question as it stands; the text of the first three passages is the answer
hybrid  one search by words and meaning, fused; ten passages; the sentence of the best one nearest to the question
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import numpy as np

from services.core.domain.passage import Passage
from services.evaluation.questions import EvaluationQuestion
from services.evaluation.workbench import Workbench
from services.indexes.port import IndexFilter
from services.inference.port import TextKind
from services.language.sentences import sentences
from services.language.tokens import content_tokens, tokens
from services.retrieval.fusion import WeightedRanking, fuse

Json = Any  # dict, list, str, int, float, bool or None
Baseline = Callable[[Workbench, EvaluationQuestion], Awaitable[Json]]

_NAIVE_PASSAGES, _HYBRID_PASSAGES = 3, 10
_DEPTH = 20
# Equal shares: a single-shot hybrid search is not tuned to anything.
_SHARE = 0.5


async def naive(bench: Workbench, question: EvaluationQuestion) -> Json:
    """One dense search, three passages, their text."""
    found = await _passages(bench, await _nearest(bench, question.text, _NAIVE_PASSAGES))
    text = "\n".join(passage.text for passage in found)
    return _answered(text, text, cited=found, retrieved=found) | {"usage": {"searches": 1, "embed": 1}}


async def hybrid(bench: Workbench, question: EvaluationQuestion) -> Json:
    """One fused search, ten passages, one sentence."""
    indexes = bench.generations.at((await bench.store.pointer(bench.tenant)).generation)
    dense, words = await asyncio.gather(
        _nearest(bench, question.text, _DEPTH),
        indexes.keywords.search(question.text, _DEPTH, IndexFilter(bench.tenant)),
    )
    ranked = fuse("rrf", [WeightedRanking(dense, _SHARE), WeightedRanking(words, _SHARE)])
    found = await _passages(bench, list(ranked))
    top = found[:_HYBRID_PASSAGES]
    sentence = _best_sentence(question.text, top[0].text) if top else ""
    return _answered(sentence, sentence, cited=top[:1], retrieved=top) | {"usage": {"searches": 1, "embed": 1}}


BASELINES: Mapping[str, Baseline] = {"naive": naive, "hybrid": hybrid}


async def line(name: str, bench: Workbench, question: EvaluationQuestion) -> Json:
    """The prediction line of a baseline."""
    began = time.perf_counter()
    answer = await BASELINES[name](bench, question)
    return {"id": question.id, **answer, "seconds": round(time.perf_counter() - began, 3), "system": name}


async def _nearest(bench: Workbench, text: str, limit: int) -> list[Any]:
    indexes = bench.generations.at((await bench.store.pointer(bench.tenant)).generation)
    vector = (await bench.inference.embed([text], TextKind.QUERY))[0]
    return await indexes.vectors.nearest(np.asarray(vector, np.float32), limit, IndexFilter(bench.tenant))


async def _passages(bench: Workbench, hits: Sequence[Any]) -> list[Passage]:
    ids = [hit if isinstance(hit, str) else hit.passage_id for hit in hits]
    return await bench.store.passages(bench.context().scope, ids)


def _best_sentence(question: str, text: str) -> str:
    asked = frozenset(content_tokens(question) or tokens(question))
    spans = [text[span.start : span.end] for span in sentences(text)] or [text]
    return max(spans, key=lambda sentence: len(asked & frozenset(tokens(sentence, bigrams=True))))


def _answered(text: str, short: str, *, cited: Sequence[Passage], retrieved: Sequence[Passage]) -> Json:
    return {
        "answer": text,
        "short_answer": short,
        "abstained": False,
        "conflict": False,
        "cited_ids": external_ids(cited),
        "retrieved_ids": external_ids(retrieved),
    }


def external_ids(passages: Sequence[Passage]) -> list[str]:
    """The caller's ids in order, each once: several passages may come from one line of the corpus."""
    return list(dict.fromkeys(passage.external_id for passage in passages if passage.external_id))
