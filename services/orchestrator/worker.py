"""The worker: answers doorbells by claiming runs and working on them, several at a time."""

import asyncio
from collections.abc import Callable

import structlog

from services.core.errors import SextantError
from services.ledger.ledger import Ledger
from services.ledger.models import Claim
from services.orchestrator.attempt import Attempt, AttemptRules, RunsQuestions, Stop
from services.orchestrator.journal import Journal
from services.orchestrator.ledger_journal import LedgerJournal
from services.orchestrator.metrics import RUNS_ACTIVE
from services.orchestrator.tracing import attempt_span

log = structlog.get_logger()

JournalOf = Callable[[Ledger, Claim], Journal]


class Worker:
    """Works on runs. `name` is who holds its leases; `journal_of` makes the journal that a claimed run writes to."""

    def __init__(
        self,
        ledger: Ledger,
        pipeline: RunsQuestions,
        *,
        name: str,
        rules: AttemptRules | None = None,
        journal_of: JournalOf = LedgerJournal,
    ) -> None:
        self._ledger = ledger
        self._pipeline = pipeline
        self._name = name
        self._rules = rules or AttemptRules()
        self._journal_of = journal_of
        self._attempts: set[Attempt] = set()
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def active(self) -> int:
        """How many runs are being worked on."""
        return len(self._attempts)

    async def work_on(self, run_id: str) -> None:
        """Work on a run until it ends or its lease is lost. Safe to call twice, late, or for what does not exist."""
        if self._draining:
            return  # The run stays queued; another worker is rung for.
        try:
            claim = await self._ledger.claim(run_id, self._name)
        except SextantError as error:
            log.warning("run could not be claimed", run_id=run_id, reason=error.message)
            return
        if claim is not None:
            await self._attempt(claim)

    async def _attempt(self, claim: Claim) -> None:
        attempt = Attempt(self._ledger, claim, self._rules)
        self._attempts.add(attempt)
        self._idle.clear()
        RUNS_ACTIVE.inc()
        if self._draining:  # The drain began while the run was being claimed.
            attempt.stop(Stop.DRAINED)
        try:
            with attempt_span(claim):
                await attempt.run(self._pipeline, self._journal_of(self._ledger, claim))
        finally:
            RUNS_ACTIVE.dec()
            self._attempts.discard(attempt)
            if not self._attempts:
                self._idle.set()

    async def drain(self, grace_s: float) -> None:
        """Claim no more, let runs go on for `grace_s`, then give back the rest so that others take over at once."""
        self._draining = True
        try:
            async with asyncio.timeout(grace_s):
                await self._idle.wait()
        except TimeoutError:
            for attempt in list(self._attempts):
                attempt.stop(Stop.DRAINED)
            await self._idle.wait()
