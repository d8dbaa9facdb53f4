"""An orchestrator that follows a script: it claims what the ledger accepts, tells events, and ends runs."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from services.core.domain.answer import Answer, AnswerSentence, Citation, Confidence, Contradiction, Statement
from services.core.domain.route import Category, Path, Route
from services.core.errors import Cancelled
from services.core.wire import json
from services.ledger.ledger import Ledger
from services.ledger.models import Claim, RunRow
from services.ledger.run import Event, EventKind, Outcome, RunStatus
from tests.fakes.runs import answer

SENTENCES = (
    AnswerSentence("Ada approved it on 4 May 2024.", (1,), "answer"),
    AnswerSentence("董事会会议纪要也这样写。", (2, 1)),
    AnswerSentence("Nothing says why 🙂.", (), "notice"),
)
CITATIONS = (
    Citation(1, "p1", "d1", "minutes-7", "Minutes", "Decisions", 2, "Ada approved it", url="https://example.org/m"),
    Citation(2, "p2", "d2", "", "纪要", "", 0, "会议纪要", url="javascript:alert(1)"),
)


@dataclass(frozen=True)
class Script:
    """How a run goes: its path, whether it escalates, how long it waits, and how it ends."""

    path: Path = Path.FAST
    escalates: bool = False
    waits: bool = False
    status: RunStatus = RunStatus.DONE
    reason: str = ""


@dataclass
class ScriptedOrchestrator:
    """Works on runs by script; the question names it, another question gets the plain one. `go` ends the waiting."""

    ledger: Ledger
    scripts: Mapping[str, Script] = field(default_factory=dict)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    worked_on: list[RunRow] = field(default_factory=list)
    _stopped: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def working(self) -> AsyncIterator["ScriptedOrchestrator"]:
        """Work inside this context."""
        pump = asyncio.create_task(self._pump())
        try:
            yield self
        finally:
            self._stopped.set()
            await pump

    async def _pump(self) -> None:
        async with asyncio.TaskGroup() as runs:
            while not self._stopped.is_set():
                items = await self.ledger.take_doorbells()
                await self.ledger.doorbells_rang([item.id for item in items])
                for item in items:
                    runs.create_task(self._work_on(item.key))
                await asyncio.sleep(0.01)

    async def _work_on(self, run_id: str) -> None:
        claim = await self.ledger.claim(run_id, "scripted")
        if claim is None:
            return
        self.worked_on.append(claim.run)
        try:
            await self._follow(claim, self.scripts.get(claim.run.question.text, Script()))
        except Cancelled:
            await self.ledger.finish(claim, Outcome(RunStatus.CANCELLED, reason="cancelled while it ran"))

    async def _follow(self, claim: Claim, script: Script) -> None:
        await self._tell(claim, script)
        if script.waits:
            await self._wait(claim)
        if script.status in (RunStatus.DONE, RunStatus.DEGRADED, RunStatus.ABSTAINED):
            await self._answer(claim, script)
        else:
            await self.ledger.finish(claim, Outcome(script.status, reason=script.reason))

    async def _tell(self, claim: Claim, script: Script) -> None:
        facts = {"category": "factual", "path": script.path.value, "reasons": ["short"]}
        routed = Event(EventKind.QUESTION_ROUTED, facts)
        await self.ledger.record(claim, "route", b"1", told=[routed])
        if script.escalates:
            await self.ledger.record(
                claim, "escalate", b"1", told=[Event(EventKind.RUN_ESCALATED, {"confidence": 0.4})]
            )
        plan = Event(EventKind.PLAN_MADE, {"plan": {"sub_questions": []}, "again": ""})
        finding = Event(EventKind.FINDING_MADE, {"sub_question": 1, "answer": "Ada", "score": 0.9})
        draft = Event(EventKind.ANSWER_DRAFT, {"text": "UNCHECKED WORDS", "abstained": False})
        await self.ledger.record(claim, "look", b"1", told=[plan, finding, draft])

    async def _wait(self, claim: Claim) -> None:
        while not self.go.is_set() and not self._stopped.is_set():
            if await self.ledger.stop_wanted(claim):
                raise Cancelled("Somebody asked to stop.")
            await asyncio.sleep(0.02)

    async def _answer(self, claim: Claim, script: Script) -> None:
        given = written(claim.run, script)
        events = [
            Event(EventKind.ANSWER_SENTENCE, {"text": sentence.marked, "kind": sentence.kind}) for sentence in SENTENCES
        ]
        await self.ledger.record(
            claim, "final", b"1", told=[*events, Event(EventKind.ANSWER_FINAL, {"answer": json.plain(given)})]
        )
        await self.ledger.finish(claim, Outcome(script.status, given))


def written(run: RunRow, script: Script) -> Answer:
    """The scripted answer."""
    text = " ".join(sentence.marked for sentence in SENTENCES)
    statements = (Statement("4 May", "p1", "Minutes", "4 May"), Statement("5 May", "p2", "纪要", "5月5日"))
    return replace(
        answer(run.id, text),
        question=run.question.text,
        abstained=script.status is RunStatus.ABSTAINED,
        citations=CITATIONS,
        confidence=Confidence(0.83, "high"),
        contradictions=(Contradiction("day of approval", statements),),
        unconfirmed=("why it was approved",),
        route=Route(Category.FACTUAL, script.path),
        degraded=("keyword_unavailable",) if script.status is RunStatus.DEGRADED else (),
        profile="general@1",
    )
