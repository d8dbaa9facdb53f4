"""One sub-question: search, judge, search again from another angle, until it is enough or nothing new comes.

The loop of self-checking retrieval: at most five rounds, done at a sufficiency of 0.8, never the same query twice, and
stopped when a round brings neither a new passage nor a better score.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.core.domain.finding import SUFFICIENT, Finding, Sufficiency
from services.core.domain.passage import Evidence, Retrieval, Strategy
from services.core.domain.plan import SubQuestion
from services.core.domain.question import Question, RunContext
from services.core.domain.run import Event, EventKind
from services.core.errors import DeadlinePassed, Unavailable
from services.orchestrator.evidence import PassageMemory, merged, slim_finding
from services.orchestrator.ports import Assessment, Hint, Rewriting, Search, Services
from services.orchestrator.steps import Steps

MAX_ROUNDS = 5
# A round that raises the score by less than this has not helped.
PROGRESS = 0.02
NOTHING = Sufficiency(score=0.0, no_answer=1.0)


@dataclass
class Trail:
    """What the rounds of one sub-question have found so far."""

    evidence: tuple[Evidence, ...] = ()
    sufficiency: Sufficiency = NOTHING
    tried: list[str] = field(default_factory=list)
    strategies: list[Strategy] = field(default_factory=list)
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Investigator:
    """Investigates sub-questions of one run."""

    context: RunContext
    services: Services
    steps: Steps
    memory: PassageMemory

    async def investigate(
        self,
        question: Question,
        sub: SubQuestion,
        answers: Mapping[int, str],
        rounds: int = MAX_ROUNDS,
        *,
        seed: Finding | None = None,
    ) -> Finding:
        """What the documents say to a sub-question. Never raises Unavailable: a finding says that it was cut short.

        `seed` is what an earlier look at the same question found; its rounds count, its queries are not tried again.
        """
        text = sub.resolved(answers)
        asked = sub_question(question, text)
        if replace(sub, text=text).placeholders:
            return Finding(sub.id, text, None, NOTHING, ended="blocked")
        trail = _from(seed) if seed and seed.question == asked.text else Trail()
        ended = await self._loop(sub, asked, trail, rounds)
        finding = await self.steps.take(
            f"sub-{sub.id}/finding",
            Finding,
            lambda: _concluded(sub, asked, trail, ended),
            lambda found: [Event(EventKind.FINDING_MADE, finding_event(found))],
        )
        return replace(finding, evidence=await self.memory.filled(finding.evidence))

    async def _loop(self, sub: SubQuestion, asked: Question, trail: Trail, rounds: int) -> str:
        for attempt in range(trail.rounds + 1, rounds + 1):
            if not self.steps.may_search:
                self.steps.degrade([f"{self.steps.why_not}_spent"])
                return self.steps.why_not
            try:
                ended = await self._round(sub, asked, trail, attempt)
            except (Unavailable, DeadlinePassed) as error:
                self.steps.degrade([error.wire_code])
                return error.wire_code
            if ended:
                return ended
        return "rounds"

    async def _round(self, sub: SubQuestion, asked: Question, trail: Trail, attempt: int) -> str:
        """One round; why the loop ends, or "" when it goes on."""
        place = f"sub-{sub.id}/round-{attempt}"
        rewriting = await self._rewrite(place, asked, trail, attempt)
        fresh = tuple(query for query in rewriting.queries if query.text not in trail.tried)
        if not fresh:
            return "no_progress"
        trail.tried += [query.text for query in fresh]
        search = Search(asked, fresh, sub.filter, tuple(trail.strategies))
        before = {item.passage.id for item in trail.evidence}, trail.sufficiency.score
        retrieval = await self._retrieve(place, sub.id, search)
        trail.rounds = attempt
        trail.strategies.append(retrieval.strategy)
        trail.evidence = merged(trail.evidence, await self.memory.filled(retrieval.evidence))
        await self._assess(place, sub.id, asked, trail)
        if trail.sufficiency.score >= SUFFICIENT:
            return "sufficient"
        new = {item.passage.id for item in trail.evidence} - before[0]
        stuck = attempt > 1 and not new and trail.sufficiency.score < before[1] + PROGRESS
        return "no_progress" if stuck else ""

    async def _rewrite(self, place: str, asked: Question, trail: Trail, attempt: int) -> Rewriting:
        known = trail.sufficiency
        hint = Hint(attempt, tuple(trail.tried), known.missing, known.next_query or "")
        return await self.steps.take(
            f"{place}/rewrite", Rewriting, lambda: self.services.decompose.rewrite(self.context, asked, hint)
        )

    async def _retrieve(self, place: str, sub_id: int, search: Search) -> Retrieval:
        async def work() -> Retrieval:
            return self.memory.remember(await self.services.retrieval.retrieve(self.context, search))

        queries = [query.text for query in search.queries]
        retrieval = await self.steps.take(
            f"{place}/retrieve",
            Retrieval,
            work,
            lambda found: [
                Event(
                    EventKind.SEARCH_DONE,
                    {
                        "sub_question": sub_id,
                        "queries": queries,
                        "strategy": found.strategy.value,
                        "strategy_reason": found.strategy_reason,
                        "passages": [
                            {"id": item.passage.id, "title": item.passage.title, "relevance": round(item.relevance, 3)}
                            for item in found.evidence
                        ],
                        "dropped": len(found.dropped),
                    },
                )
            ],
        )
        self.steps.degrade(retrieval.degraded)
        self.memory.note(retrieval)
        return retrieval

    async def _assess(self, place: str, sub_id: int, asked: Question, trail: Trail) -> None:
        assessment = await self.steps.take(
            f"{place}/assess",
            Assessment,
            lambda: self.services.factcheck.assess(self.context, asked, trail.evidence),
            lambda judged: [
                Event(
                    EventKind.EVIDENCE_ASSESSED,
                    {
                        "sub_question": sub_id,
                        "score": round(judged.sufficiency.score, 3),
                        "missing": list(judged.sufficiency.missing),
                        "next_query": judged.sufficiency.next_query,
                    },
                )
            ],
        )
        self.steps.degrade(assessment.degraded)
        if assessment.sufficiency.score >= trail.sufficiency.score or not trail.sufficiency.spans:
            trail.sufficiency = assessment.sufficiency
        else:
            # Worse evidence does not unmake a better reading, but what it missed is what to look for next.
            trail.sufficiency = replace(
                trail.sufficiency,
                missing=assessment.sufficiency.missing,
                next_query=assessment.sufficiency.next_query,
            )


def _from(seed: Finding) -> Trail:
    return Trail(seed.evidence, seed.sufficiency, list(seed.tried), rounds=seed.rounds)


async def _concluded(sub: SubQuestion, asked: Question, trail: Trail, ended: str) -> Finding:
    spans = trail.sufficiency.spans
    finding = Finding(
        sub_question_id=sub.id,
        question=asked.text,
        answer=spans[0].text if spans else None,
        sufficiency=trail.sufficiency,
        evidence=trail.evidence,
        rounds=trail.rounds,
        tried=tuple(trail.tried),
        ended=ended,
    )
    return slim_finding(finding)


def sub_question(question: Question, text: str) -> Question:
    """A sub-question as a question of its own: it keeps the times that its text names, or all when it names none."""
    named = tuple(time for time in question.time_ranges if time.text and time.text in text)
    return replace(question, text=text, time_ranges=named or question.time_ranges, history=())


def finding_event(finding: Finding) -> dict[str, object]:
    """A finding in an event: what was asked, what was found, how sure, and why it ended."""
    return {
        "sub_question": finding.sub_question_id,
        "question": finding.question,
        "answer": finding.answer,
        "score": round(finding.sufficiency.score, 3),
        "rounds": finding.rounds,
        "ended": finding.ended,
        "passages": [item.passage.id for item in finding.evidence],
    }
