"""Retrieval alone: which passages the product's search finds for a question, by each leg, fused and reranked.

Nothing is read and nothing is written, so what a search needs of earlier answers is left out: of a plan only the
sub-questions that name no other one's answer are searched.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.core.domain.passage import Evidence, Retrieval
from services.core.domain.plan import MAX_SUB_QUESTIONS, Query
from services.core.domain.question import Question, Role, RunContext, Turn
from services.core.errors import SextantError
from services.decompose.adapters.rules import RulesCondenser, RulesPlanner, RulesRewriter
from services.decompose.ports import QuestionToCondense, QuestionToPlan, QuestionToRewrite
from services.evaluation.questions import EvaluationQuestion
from services.evaluation.workbench import Workbench
from services.intent.adapters.rules import RulesRouter
from services.intent.intake import Intake
from services.intent.ports import QuestionToRoute, Routed
from services.retrieval.request import Search

Json = Any  # dict, list, str, int, float, bool or None

KEPT = 20
# Passages asked for, so that 20 lines of a corpus are left where several passages come from one line.
_LIMIT = 24


@dataclass(frozen=True, slots=True)
class Searched:
    """One search with its trace, and the text that it was made for."""

    text: str
    retrieval: Retrieval

    @property
    def seen(self) -> tuple[Evidence, ...]:
        """Everything that was found, kept or not."""
        return (*self.retrieval.evidence, *self.retrieval.dropped)

    def by_leg(self, leg: str) -> list[str]:
        """External ids by one leg's rank for the question itself."""
        ranks = [
            (hit.rank, one.passage.external_id)
            for one in self.seen
            for hit in one.hits
            if hit.leg == leg and hit.query == self.text
        ]
        return _unique(external for _, external in sorted(ranks))

    @property
    def fused(self) -> list[str]:
        """External ids by fused score."""
        return _unique(one.passage.external_id for one in sorted(self.seen, key=lambda one: -one.fused))

    @property
    def reranked(self) -> list[str]:
        """External ids in the final order."""
        return _unique(one.passage.external_id for one in self.retrieval.evidence)


class Searcher:
    """Searches for questions, as plainly as they stand or in the ways that the product makes of them (`rewrite`)."""

    def __init__(self, bench: Workbench, *, rewrite: bool) -> None:
        self._bench, self._rewrite = bench, rewrite
        self._condenser, self._planner, self._rewriter = RulesCondenser(), RulesPlanner(), RulesRewriter()
        self._intake = Intake(RulesRouter())

    async def line(self, question: EvaluationQuestion) -> Json:
        """The prediction line: ids of 20 passages, best first, and the same by each leg, by fusion, and reranked."""
        began = time.perf_counter()
        try:
            searches = await self._searches(question)
        except SextantError as error:
            return {"id": question.id, "retrieved_ids": [], "error": error.wire_code}
        seconds = time.perf_counter() - began
        whole = searches[0]
        rankings = {
            "words": whole.by_leg("keyword"),
            "dense": whole.by_leg("vector"),
            "fused": interleaved([search.fused for search in searches]),
            "reranked": interleaved([search.reranked for search in searches]),
        }
        return {
            "id": question.id,
            "retrieved_ids": rankings["reranked"][:KEPT],
            "rankings": {name: ids[:KEPT] for name, ids in rankings.items()},
            "queries": [search.text for search in searches],
            "seconds": round(seconds, 3),
            "usage": {
                "searches": len(searches),
                "embed": sum(search.retrieval.embed_calls for search in searches),
                "rerank": len(searches),
                "read": 0,
            },
            "profile": whole.retrieval.profile,
            "candidates": [_facts(one, whole.text) for one in whole.seen],
        }

    async def searched(self, context: RunContext, question: Question) -> Searched:
        """One search for one question, with everything that it saw."""
        queries: Sequence[Query] = (Query(question.text),)
        if self._rewrite:
            queries = (await self._rewriter.rewrite(QuestionToRewrite(context, question, attempt=1))).queries or queries
        search = Search(context, question, tuple(queries), limit=_LIMIT, distil=False, explain=True)
        return Searched(question.text, await self._bench.search(search))

    async def _searches(self, asked: EvaluationQuestion) -> list[Searched]:
        context = self._bench.context()
        turns = tuple(Turn(Role(role), text) for role, text in asked.history)
        question = Question(asked.text, original=asked.text, history=turns)
        if not self._rewrite:
            return [await self.searched(context, replace(question, history=()))]
        if question.history:
            question = (await self._condenser.condense(QuestionToCondense(context, question))).question
        routed = await self._intake.take(QuestionToRoute(context, replace(question, history=())))
        texts = await self._texts(context, routed)
        return [await self.searched(context, replace(routed.question, text=text)) for text in texts]

    async def _texts(self, context: RunContext, routed: Routed) -> list[str]:
        """The question, then the sub-questions of its plan that can be searched without an answer of another."""
        task = QuestionToPlan(context, routed.question, routed.route, MAX_SUB_QUESTIONS)
        plan = (await self._planner.plan(task)).plan
        free = [sub.text for sub in plan.sub_questions if not sub.placeholders]
        return list(dict.fromkeys([routed.question.text, *free]))


def _facts(one: Evidence, text: str) -> list[Any]:
    """What weights are fitted from: external id, score by words and by meaning, fused score, relevance, fate."""
    scores = {hit.leg: hit.score for hit in one.hits if hit.query == text}
    legs = (scores.get("keyword", 0.0), scores.get("vector", one.similarity))
    figures = [round(figure, 4) for figure in (*legs, one.fused, one.relevance)]
    return [one.passage.external_id, *figures, one.fate.partition(":")[0]]


def interleaved(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Rankings merged by rank, so that no search crowds another out; each id once."""
    longest = max(map(len, rankings), default=0)
    return _unique(ranking[rank] for rank in range(longest) for ranking in rankings if rank < len(ranking))


def _unique(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(each for each in ids if each))
