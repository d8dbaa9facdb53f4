"""Where the vector index is not exact, or exactness is asked for, exact vectors decide the order."""

from dataclasses import replace

import numpy as np

from services.core.domain.passage import Retrieval, Strategy
from services.core.domain.plan import Query
from services.indexes.port import Hit
from services.retrieval.exact import candidates, rescore
from services.retrieval.search import KEYWORD, VECTOR, Ranking, Recall
from tests.fakes.passages import bag, passage
from tests.unit.retrieval.conftest import World

QUESTION = "harbour crane lifts granite blocks"
TEXTS = {
    "a": "granite blocks and gulls, ropes, sails, tar, nets, barrels and buoys",
    "b": "the harbour crane lifts granite",
    "c": "crane and granite and harbour and gulls",
}


async def _filled(world: World) -> World:
    await world.add(*(passage(key, text, document_id=f"d-{key}") for key, text in TEXTS.items()))
    return world


def _ranks(found: Retrieval) -> dict[str, tuple[int, float]]:
    seen = (*found.evidence, *found.dropped)
    return {one.passage.id: (hit.rank, hit.score) for one in seen for hit in one.hits if hit.leg == VECTOR}


async def test_an_index_that_blurs_scores_gives_the_ranks_of_an_exact_one_and_the_trace_says_so(world: World) -> None:
    await _filled(world)
    exact = await world.find(QUESTION, strategy=Strategy.VECTOR, explain=True)
    assert "exact FP32" not in exact.strategy_reason
    world.vectors.blurred = True
    blurred = await world.find(QUESTION, strategy=Strategy.VECTOR, explain=True)
    assert _ranks(blurred) == _ranks(exact)
    assert "; exact FP32 cosines of 3 of 3 vector hits" in blurred.strategy_reason


async def test_a_wider_search_finds_what_a_blurred_one_ranks_beyond_the_depth(world: World) -> None:
    world.widths = replace(world.widths, recall=1, rescore=3)
    await world.add(
        *(passage(f"a{number}", "harbour crane lifts granite", document_id=f"d{number}") for number in range(2)),
        passage("z", QUESTION, document_id="dz"),
    )
    world.vectors.blurred = True
    # Blurred, all three are as near, and the tie goes to the first id.
    for row in world.vectors.rows.values():
        assert round(float(np.dot(row.vector, bag(QUESTION))), 1) >= 0.9
    found = await world.find(QUESTION, strategy=Strategy.VECTOR, explain=True)
    assert list(_ranks(found)) == ["z"]


async def test_a_precise_search_is_exact_and_wider_on_any_index(world: World) -> None:
    world.widths = replace(world.widths, recall=1, rescore=3)
    await _filled(world)
    found = await world.find(QUESTION, strategy=Strategy.VECTOR, precise=True)
    assert "exact FP32 cosines of 3 of 3 vector hits" in found.strategy_reason


def test_hits_without_a_vector_keep_their_score_and_words_are_left_alone() -> None:
    query = bag(QUESTION)
    near, far = bag(QUESTION), bag("something else entirely")
    vectors = Ranking(VECTOR, Query(QUESTION), (Hit("far", 0.9), Hit("gone", 0.5), Hit("near", 0.1)))
    words = Ranking(KEYWORD, Query(QUESTION), (Hit("far", 7.0), Hit("near", 3.0)))
    recall = Recall((vectors, words), {QUESTION: query}, exact=False)
    assert candidates(recall) == ["far", "gone", "near"]
    found = rescore(recall, {"near": near, "far": far}, keep=2)
    assert [hit.passage_id for hit in found.recall.rankings[0].hits] == ["near", "gone"]
    assert found.recall.rankings[1] == words
    assert found.note == "exact FP32 cosines of 2 of 3 vector hits"
