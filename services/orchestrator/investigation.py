"""One sub-question: search, judge, search again from another angle, until it is enough or nothing new comes.

The loop of self-checking retrieval: at most five rounds, done at a sufficiency of 0.8, never the same query twice, and
stopped when a round brings neither a new passage nor a better score, or two in a row no better score.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.core.domain.finding import SUFFICIENT, Finding, Sufficiency
from services.core.domain.passage import Evidence, Strategy
from services.core.domain.plan import Query, SubQuestion, Tool
from services.core.domain.question import Question, RunContext, TimeRange
from services.core.errors import DeadlinePassed, Unavailable
from services.language.statements import periods
from services.ledger.run import Event, EventKind
from services.orchestrator.databases import Databases
from services.orchestrator.evidence import PassageMemory, merged, slim
from services.orchestrator.ports import Hint, Rewriting, Search, Services
from services.orchestrator.searching import Found, searched
from services.orchestrator.steps import Steps
from services.orchestrator.telling import assessment_event, finding_event, search_event

MAX_ROUNDS = 5
# A round that raises the score by less than this has not helped.
PROGRESS = 0.02
# Passages that are new but no better are looked at once more, not for ever.
PATIENCE = 2
NOTHING = Sufficiency(score=0.0, no_answer=1.0)


# Ends of a loop that are limits, not results.
LIMITS = frozenset({"budget", "deadline"})


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement, or the code of why there is none."""

    sufficiency: Sufficiency
    failed: str = ""


@dataclass
class Trail:
    """What the rounds of one sub-question have found so far."""

    sub: SubQuestion
    asked: Question
    evidence: tuple[Evidence, ...] = ()
    sufficiency: Sufficiency = NOTHING
    tried: list[str] = field(default_factory=list)
    strategies: list[Strategy] = field(default_factory=list)
    rounds: int = 0
    flat: int = 0

    @classmethod
    def of(cls, sub: SubQuestion, asked: Question, seed: Finding | None) -> "Trail":
        """A fresh trail, or one that goes on from an earlier look at the same question."""
        if seed is None or seed.question != asked.text:
            return cls(sub, asked)
        return cls(sub, asked, seed.evidence, seed.sufficiency, list(seed.tried), rounds=seed.rounds)

    def place(self, attempt: int) -> str:
        """Names the steps of a round."""
        return f"sub-{self.sub.id}/round-{attempt}"

    def learn(self, sufficiency: Sufficiency) -> None:
        """Take in a judgement. Worse evidence does not unmake a better reading, but what it missed is sought next."""
        if sufficiency.score >= self.sufficiency.score or not self.sufficiency.spans:
            self.sufficiency = sufficiency
        else:
            self.sufficiency = replace(self.sufficiency, missing=sufficiency.missing, next_query=sufficiency.next_query)

    def finding(self, ended: str) -> Finding:
        """What it comes to, without the passages' texts."""
        spans = self.sufficiency.spans
        return Finding(
            sub_question_id=self.sub.id,
            question=self.asked.text,
            answer=spans[0].text if spans else None,
            sufficiency=self.sufficiency,
            evidence=slim(self.evidence),
            rounds=self.rounds,
            tried=tuple(self.tried),
            ended=ended,
        )


@dataclass(frozen=True, slots=True)
class Investigator:
    """Investigates sub-questions of one run."""

    context: RunContext
    services: Services
    steps: Steps
    memory: PassageMemory
    databases: Databases

    async def investigate(
        self,
        question: Question,
        sub: SubQuestion,
        answers: Mapping[int, str],
        *,
        rounds: int = MAX_ROUNDS,
        seed: Finding | None = None,
    ) -> Finding:
        """What the documents say to a sub-question. Never raises Unavailable: a finding says that it was cut short.

        `seed` is what an earlier look at the same question found; its rounds count, its queries are not tried again.
        """
        text = sub.resolved(answers)
        if replace(sub, text=text).placeholders:
            return Finding(sub.id, text, None, NOTHING, ended="blocked")
        queried = await self._queried(question, sub, text)
        if queried is not None:
            return queried
        trail = Trail.of(sub, sub_question(self.databases.for_documents(question), text), seed)
        place = f"sub-{sub.id}/finding"
        ended = await self._loop(trail, rounds, concluded=await self.steps.knows(place))

        async def conclude() -> Finding:
            if ended in LIMITS:
                self.steps.degrade(f"{ended}_spent")
            return trail.finding(ended)

        finding = await self.steps.take(
            place,
            Finding,
            conclude,
            tell=lambda found: [Event(EventKind.FINDING_MADE, finding_event(found))],
        )
        return replace(finding, evidence=await self.memory.filled(finding.evidence))

    async def _queried(self, question: Question, sub: SubQuestion, text: str) -> Finding | None:
        """What a database says, where the plan gives the sub-question to one, or could not tell before its time."""
        if sub.tool is Tool.SQL or (sub.placeholders and self.databases.asked):
            return await self.databases.finding(sub_question(question, text), sub, text)
        return None

    async def _loop(self, trail: Trail, rounds: int, *, concluded: bool) -> str:
        """Rounds until one ends the loop; why it ended. Of a concluded one, only the rounds that were done."""
        for attempt in range(trail.rounds + 1, rounds + 1):
            done_before = await self.steps.knows(f"{trail.place(attempt)}/rewrite")
            if not done_before and (concluded or not self.steps.may_search):
                return self.steps.why_not
            ended = await self._round(trail, attempt)
            if ended:
                return ended
        return "rounds"

    async def _round(self, trail: Trail, attempt: int) -> str:
        """One round; why the loop ends, or "" when it goes on."""
        rewriting = await self._rewrite(trail, attempt)
        fresh = tuple(query for query in rewriting.queries if query.text not in trail.tried)
        if not fresh:
            return "no_progress"
        known, score = {item.passage.id for item in trail.evidence}, trail.sufficiency.score
        trail.tried += [query.text for query in fresh]
        found = await self._retrieve(trail, fresh, attempt)
        if found.failed:
            return found.failed
        retrieval = found.retrieval
        trail.rounds = attempt
        trail.strategies.append(retrieval.strategy)
        trail.evidence = merged(trail.evidence, await self.memory.filled(retrieval.evidence))
        judged = await self._assess(trail, attempt)
        if judged.failed:
            return judged.failed
        trail.learn(judged.sufficiency)
        if trail.sufficiency.score >= SUFFICIENT:
            return "sufficient"
        new = {item.passage.id for item in trail.evidence} - known
        trail.flat = 0 if attempt == 1 or trail.sufficiency.score >= score + PROGRESS else trail.flat + 1
        return "no_progress" if trail.flat and (not new or trail.flat >= PATIENCE) else ""

    async def _rewrite(self, trail: Trail, attempt: int) -> Rewriting:
        known = trail.sufficiency
        hint = Hint(attempt, tuple(trail.tried), known.missing, known.next_query or "")

        async def work() -> Rewriting:
            try:
                return await self.services.decompose.rewrite(self.context, trail.asked, hint)
            except (Unavailable, DeadlinePassed) as error:
                # The question itself is a search too, a plainer one.
                self.steps.degrade(error.wire_code)
                return Rewriting((Query(trail.asked.text),))

        return await self.steps.take(f"{trail.place(attempt)}/rewrite", Rewriting, work)

    async def _retrieve(self, trail: Trail, queries: tuple[Query, ...], attempt: int) -> Found:
        search = Search(trail.asked, queries, trail.sub.filter, tuple(trail.strategies))
        found = await self.steps.take(
            f"{trail.place(attempt)}/retrieve",
            Found,
            lambda: searched(self.services.retrieval, search, self.steps, memory=self.memory),
            tell=lambda made: [Event(EventKind.SEARCH_DONE, search_event(trail.sub, search, made.retrieval))],
        )
        self.memory.note(found.retrieval)
        return found

    async def _assess(self, trail: Trail, attempt: int) -> Judged:
        async def work() -> Judged:
            try:
                made = await self.services.factcheck.assess(self.context, trail.asked, trail.evidence)
            except (Unavailable, DeadlinePassed) as error:
                self.steps.degrade(error.wire_code)
                return Judged(NOTHING, failed=error.wire_code)
            self.steps.degrade(*made.degraded)
            return Judged(made.sufficiency)

        return await self.steps.take(
            f"{trail.place(attempt)}/assess",
            Judged,
            work,
            tell=lambda made: [Event(EventKind.EVIDENCE_ASSESSED, assessment_event(trail.sub, made.sufficiency))],
        )


def sub_question(question: Question, text: str) -> Question:
    """A sub-question as a question of its own: of the times of the whole it keeps those that its text names, of "from
    2018 to 2019" its own year; all when it names none."""
    named = tuple(time for time in question.time_ranges if time.text and time.text in text)
    own = tuple(TimeRange(each.first, each.last, text[each.start : each.end]) for each in periods(text))
    return replace(question, text=text, time_ranges=named or own or question.time_ranges, history=())
