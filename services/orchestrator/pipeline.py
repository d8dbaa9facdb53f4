"""A run, from question to checked answer. Plain Python over ports: it knows neither Celery nor Redis nor gRPC.

1. condense → route (screen, times, category)
2. sql: one query answers it (databases.py); else
3. fast: one round of retrieval, write, check; a fast answer that checks out badly escalates
4. deep: plan ≤ 5 sub-questions as a DAG → each level in parallel → reflect (continue, finish, replan)
5. write → check every claim → look again for the failing ones → revise → the answer object
"""

import asyncio
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, replace

from services.core.domain.answer import Check, Confidence, Draft
from services.core.domain.finding import Finding
from services.core.domain.plan import MAX_SUB_QUESTIONS, Combination, Decision, Plan, SubQuestion
from services.core.domain.question import Question
from services.core.domain.route import Category, Path
from services.core.errors import Unavailable, UnknownFlow
from services.core.wire import json
from services.ledger.run import Event, EventKind, RunRequest
from services.orchestrator.answering import CONFIDENT, Answering, Checked
from services.orchestrator.databases import Databases
from services.orchestrator.empty_store import nothing_to_search, notice
from services.orchestrator.evidence import PassageMemory
from services.orchestrator.investigation import MAX_ROUNDS, Investigator
from services.orchestrator.journal import Journal, Outcome
from services.orchestrator.outcome import answer_events, concluded
from services.orchestrator.ports import Reflection, Routed, Services, Writing
from services.orchestrator.steps import Steps
from services.orchestrator.telling import route_event

FLOWS = ("auto", "deep", "fast")
MAX_REPLANS = 2
REPLAN_ROUNDS = 2
# These are answered from no document.
WITHOUT_EVIDENCE = frozenset({Category.SMALL_TALK, Category.OUT_OF_SCOPE})


class Pipeline:
    """Answers questions by the five services."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def run(self, run: RunRequest, journal: Journal) -> Outcome:
        """Answer a run. Steps that its journal recalls are not done again.

        Raises UnknownFlow, what screening raises, LeaseLost, Cancelled, and Unavailable when there is nothing to go on.
        """
        if run.flow not in FLOWS:
            raise UnknownFlow(run.flow, FLOWS)
        return await Attempt.of(run, journal, self._services).answer(run)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a run, with everything that its parts share."""

    services: Services
    steps: Steps
    memory: PassageMemory
    investigator: Investigator
    answering: Answering
    databases: Databases

    @classmethod
    def of(cls, run: RunRequest, journal: Journal, services: Services) -> "Attempt":
        """Make what an attempt needs."""
        steps = Steps(run, journal)
        memory = PassageMemory(run.context, services.retrieval)
        databases = Databases(run.context, services.retrieval, steps)
        investigator = Investigator(run.context, services, steps, memory, databases)
        answering = Answering(run.context, services, steps, memory)
        return cls(services, steps, memory, investigator, answering, databases)

    async def answer(self, run: RunRequest) -> Outcome:
        """Condense, route, then the fast or the deep path."""
        routed = await self._routed(run)
        checked = await self._by_path(run, routed)
        outcome = concluded(run, checked, self.steps, memory=self.memory)
        if outcome.answer is None:
            return outcome
        answer = outcome.answer

        async def final() -> Draft:
            return checked.draft

        await self.steps.take("final", Draft, final, tell=lambda draft: answer_events(draft, answer))
        return outcome

    async def _routed(self, run: RunRequest) -> Routed:
        context = run.context
        question = replace(run.question, original=run.question.original or run.question.text)
        if question.history:
            question = await self.steps.take(
                "condense",
                Question,
                lambda: self.services.decompose.condense(context, question),
                tell=lambda made: [Event(EventKind.QUESTION_CONDENSED, {"text": made.text})],
            )
        return await self.steps.take(
            "route",
            Routed,
            lambda: self.services.intent.route(context, question),
            tell=lambda made: [Event(EventKind.QUESTION_ROUTED, route_event(made))],
        )

    async def _by_path(self, run: RunRequest, routed: Routed) -> Checked:
        if routed.route.category in WITHOUT_EVIDENCE:
            return await self._without_evidence(routed)
        queried = await self.databases.whole(routed)
        if queried is not None:
            return await self.answering.revised(await self.answering.answer(queried, "sql"), "sql")
        if run.flow != "auto":
            routed = _by(routed, Path(run.flow), f"asked for: {run.flow}")
        if routed.route.path is Path.DEEP:
            return await self._deep(routed, None)
        writing = await self._looked(routed)
        if await self._nothing_there(writing):
            return notice(writing)
        fast = await self.answering.answer(writing, "fast")
        if run.flow == "fast" or not _doubtful(fast):
            return await self.answering.revised(fast, "fast")
        score = fast.check.confidence.score
        await self.steps.take(
            "escalate",
            Confidence,
            lambda: _given(fast.check.confidence),
            tell=lambda _: [Event(EventKind.RUN_ESCALATED, {"confidence": round(score, 3), "below": CONFIDENT})],
        )
        deeper = _by(routed, Path.DEEP, f"escalated: the quick answer checked out at {score:.2f}")
        return await self._deep(deeper, fast.writing.findings[0])

    async def _nothing_there(self, writing: Writing) -> bool:
        return await nothing_to_search(writing, self.steps, self.services.retrieval, memory=self.memory)

    async def _without_evidence(self, routed: Routed) -> Checked:
        writing = Writing(routed.question, routed.route, Plan(()), ())
        return await self.answering.answer(writing, "notice")

    async def _looked(self, routed: Routed) -> Writing:
        """One sub-question, one round, no loop."""
        sub = SubQuestion(0, routed.question.text)
        finding = await self.investigator.investigate(routed.question, sub, {}, rounds=1)
        plan = Plan((replace(sub, id=1),), Combination.SINGLE, reasons=("fast path: one search answers",))
        return Writing(routed.question, routed.route, plan, (replace(finding, sub_question_id=1),))

    async def _deep(self, routed: Routed, seed: Finding | None) -> Checked:
        writing = await self._investigated(routed, seed)
        if seed is None and await self._nothing_there(writing):
            return notice(writing)
        checked = await self.answering.answer(writing, "deep")
        if checked.check.confidence.score < CONFIDENT and not checked.draft.abstained:
            checked = await self.answering.mended(checked, "deep")
        return await self.answering.revised(checked, "deep")

    async def _investigated(self, routed: Routed, seed: Finding | None) -> Writing:
        """Plan, look, reflect; plan again when that promises more."""
        writing = Writing(routed.question, routed.route, Plan(()), ())
        reason, replans = "", 0
        while True:
            plan = await self._plan(writing, reason, replans)
            if not plan.sub_questions:
                return writing
            writing = _grown(writing, plan)
            progress = await self._worked_through(Work(writing, plan, replans), seed)
            writing = replace(writing, findings=progress.findings)
            seed = None
            room = MAX_SUB_QUESTIONS - len(writing.plan.sub_questions)
            if progress.decision is not Decision.REPLAN or replans >= MAX_REPLANS or room <= 0:
                return writing
            reason, replans = progress.reason, replans + 1

    async def _plan(self, writing: Writing, reason: str, replans: int) -> Plan:
        context = self.investigator.context
        room = MAX_SUB_QUESTIONS - len(writing.plan.sub_questions)

        async def work() -> Plan:
            try:
                made = await self.services.decompose.plan(context, writing, reason=reason, room=room)
                return await self.databases.assigned(writing.question, made)
            except Unavailable as error:
                # Without a planner the whole question is its only sub-question: a worse answer, and it says so.
                self.steps.degrade("plan_unavailable")
                if writing.findings:
                    return Plan(())
                return Plan((SubQuestion(1, writing.question.text),), reasons=(error.message,))

        plan = await self.steps.take(
            f"replan-{replans}/plan" if replans else "plan",
            Plan,
            work,
            tell=lambda made: [Event(EventKind.PLAN_MADE, {"plan": json.plain(made), "again": reason})],
        )
        self.databases.note(plan)
        return plan

    async def _worked_through(self, work: "Work", seed: Finding | None) -> "Progress":
        """The levels of a plan in order, the sub-questions of a level at the same time."""
        writing, reflection = work.writing, Reflection(Decision.FINISH, "the plan is done")
        for level in work.plan.levels():
            answers = {found.sub_question_id: found.answer for found in writing.findings if found.answer is not None}
            found = await all_of(
                self.investigator.investigate(writing.question, sub, answers, rounds=work.rounds, seed=seed)
                for sub in level
            )
            writing = replace(writing, findings=(*writing.findings, *found))
            reflection = await self._reflect(f"level-{level[0].id}/policy", writing, work.replans)
            if reflection.decision is not Decision.CONTINUE:
                break
        return Progress(writing.findings, reflection.decision, reflection.reason)

    async def _reflect(self, name: str, writing: Writing, replans: int) -> Reflection:
        context = self.investigator.context

        async def work() -> Reflection:
            try:
                return await self.services.decompose.decide(context, writing, replans)
            except Unavailable:
                self.steps.degrade("policy_unavailable")
                return Reflection(Decision.CONTINUE, "reflection was not available")

        return await self.steps.take(
            name,
            Reflection,
            work,
            tell=lambda made: [
                Event(EventKind.POLICY_DECIDED, {"decision": made.decision.value, "reason": made.reason})
            ],
        )


@dataclass(frozen=True, slots=True)
class Work:
    """A plan to work through: the writing holds what was found before, `replans` how often it was planned again."""

    writing: Writing
    plan: Plan
    replans: int

    @property
    def rounds(self) -> int:
        """Rounds of a sub-question. The first plan's have searched from every angle; other words need fewer."""
        return MAX_ROUNDS if self.replans == 0 else REPLAN_ROUNDS


@dataclass(frozen=True, slots=True)
class Progress:
    """What working through a plan gave."""

    findings: tuple[Finding, ...]
    decision: Decision
    reason: str


async def all_of(works: Iterable[Awaitable[Finding]]) -> list[Finding]:
    """Results in order, all worked on at the same time; when one raises, the others are cancelled first."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        # A TaskGroup would do this too, but wrap the one error that matters in a group.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _given(value: Confidence) -> Confidence:
    return value


def _by(routed: Routed, path: Path, reason: str) -> Routed:
    """The same question on the path that it takes, which the answer tells."""
    if routed.route.path is path:
        return routed
    return replace(routed, route=replace(routed.route, path=path, reasons=(*routed.route.reasons, reason)))


def _grown(writing: Writing, plan: Plan) -> Writing:
    """The writing with the plan's sub-questions added. The first plan decides how answers combine."""
    first = not writing.plan.sub_questions
    combination = plan.combination if first else writing.plan.combination
    grown = Plan(
        (*writing.plan.sub_questions, *plan.sub_questions),
        combination,
        (*writing.plan.dropped, *plan.dropped),
        (*writing.plan.reasons, *plan.reasons),
    )
    return replace(writing, plan=grown)


def _doubtful(checked: Checked) -> bool:
    """Whether a fast answer deserves the deep path: it abstained, or its check leaves it below the threshold."""
    return checked.draft.abstained or _weak(checked.check)


def _weak(check: Check) -> bool:
    return check.confidence.score < CONFIDENT
