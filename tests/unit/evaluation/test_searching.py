"""Retrieval alone and the baselines, over indexes in memory."""

from functools import partial

import pytest

from services.evaluation import baselines
from services.evaluation.questions import EvaluationQuestion
from services.evaluation.searching import Searcher, interleaved
from services.evaluation.workbench import Workbench
from services.indexes.generations import Generations
from services.language.tokens import tokens
from services.retrieval.engine import Engine
from services.retrieval.funnel import Tools, Widths
from services.retrieval.indexer import Indexer
from tests.fakes.indexes import InMemoryKeywordEngine, InMemoryVectorEngine
from tests.fakes.passages import InMemoryPassages, WordModels, passage

PASSAGES = [
    passage("p1", "Halcyon Robotics was founded in Lyon by Mira Sato. It rains there.", "d1", external_id="c1"),
    passage("p2", "The plant in Brno makes pumps for Halcyon Robotics.", "d1", external_id="c2"),
    passage("p3", "More about the founding of Halcyon Robotics by Mira Sato.", "d1", external_id="c1"),
    passage("p4", "北辰公司由王芳于杭州创立。", "d1", external_id="c4", language="zh"),
]


@pytest.fixture
async def bench() -> Workbench:
    store, models = InMemoryPassages(), WordModels()
    generations = Generations(InMemoryVectorEngine(), InMemoryKeywordEngine(partial(tokens, bigrams=True)))
    indexer = Indexer(generations, store, models)
    store.put(PASSAGES)
    await indexer.index("acme", "d1", 1)
    engine = Engine(generations, Tools(store, models, Widths()))
    return Workbench(engine, generations, store, models, "acme")


async def test_retrieval_alone_gives_ids_once_by_leg_fused_and_reranked(bench: Workbench) -> None:
    line = await Searcher(bench, rewrite=False).line(EvaluationQuestion("q", "Who founded Halcyon Robotics?"))
    assert line["retrieved_ids"][0] == "c1"
    assert len(set(line["retrieved_ids"])) == len(line["retrieved_ids"])
    assert set(line["rankings"]) == {"words", "dense", "fused", "reranked"}
    assert "answer" not in line
    assert (line["usage"]["searches"], line["usage"]["read"]) == (1, 0)


async def test_with_rewriting_the_parts_of_a_question_are_searched_too(bench: Workbench) -> None:
    question = EvaluationQuestion("q", "Which is older, Halcyon Robotics or the plant in Brno?")
    plain = await Searcher(bench, rewrite=False).line(question)
    rewritten = await Searcher(bench, rewrite=True).line(question)
    assert len(plain["queries"]) == 1
    assert len(rewritten["queries"]) > 1
    assert rewritten["queries"][0] == question.text


async def test_a_question_that_is_refused_has_a_line_without_passages(bench: Workbench) -> None:
    line = await Searcher(bench, rewrite=True).line(EvaluationQuestion("q", "   "))
    assert (line["retrieved_ids"], line["error"]) == ([], "empty_question")


async def test_the_naive_baseline_pastes_three_passages(bench: Workbench) -> None:
    line = await baselines.line("naive", bench, EvaluationQuestion("q", "Who founded Halcyon Robotics?"))
    assert PASSAGES[0].text in line["answer"]
    assert line["answer"].count("\n") == 2
    assert not line["abstained"]
    assert line["retrieved_ids"] == line["cited_ids"]


async def test_the_hybrid_baseline_answers_with_one_sentence_in_both_languages(bench: Workbench) -> None:
    line = await baselines.line("hybrid", bench, EvaluationQuestion("q", "Halcyon Robotics was founded in Lyon?"))
    assert line["short_answer"] == "Halcyon Robotics was founded in Lyon by Mira Sato."
    assert line["cited_ids"] == ["c1"]
    chinese = await baselines.line("hybrid", bench, EvaluationQuestion("q", "北辰公司由谁创立？"))
    assert chinese["retrieved_ids"][0] == "c4"


def test_rankings_are_merged_by_rank() -> None:
    assert interleaved([["a", "b", "c"], ["b", "x"], []]) == ["a", "b", "x", "c"]
    assert interleaved([]) == []
