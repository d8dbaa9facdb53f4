"""From findings to an answer: compare sources, write, check every claim, look again for what failed, revise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.core.domain.answer import Check, Claim, Confidence, Contradiction, Draft, Verdict
from services.core.domain.finding import Finding
from services.core.domain.passage import Evidence
from services.core.domain.plan import Query
from services.core.domain.question import RunContext
from services.core.errors import Internal
from services.ledger.run import Event, EventKind
from services.orchestrator.evidence import PassageMemory, merged
from services.orchestrator.ports import Search, Services, Writing
from services.orchestrator.searching import Found, searched
from services.orchestrator.steps import Steps
from services.orchestrator.telling import check_event

CONFIDENT = 0.7
_HIGH, _MEDIUM = 0.8, 0.6  # The scale is the contract of the answer object.


@dataclass(frozen=True, slots=True)
class Disagreements:
    """What a comparison found."""

    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A draft with its verdicts, and what it was written from."""

    writing: Writing
    draft: Draft
    check: Check


@dataclass(frozen=True, slots=True)
class Answering:
    """Writes and checks the answer of one run."""

    context: RunContext
    services: Services
    steps: Steps
    memory: PassageMemory

    async def answer(self, writing: Writing, place: str) -> Checked:
        """Write an answer and check it. `place` names the steps: "fast" or "deep"."""
        found = await self.steps.take(f"{place}/compare", Disagreements, lambda: self._compare(writing))
        return await self._written(replace(writing, contradictions=found.contradictions), place)

    async def mended(self, checked: Checked, place: str) -> Checked:
        """Look again for the claims that failed, and write again when that found something new."""
        again = checked.check.next_queries
        if not failing(checked.check) or not again or not await self._may_look_again(place):
            return checked
        findings = await self._searched_again(checked, place)
        if findings == checked.writing.findings:
            return checked
        second = await self.answer(replace(checked.writing, findings=findings), f"{place}/again")
        return second if second.check.confidence.score > checked.check.confidence.score else checked

    async def revised(self, checked: Checked, place: str) -> Checked:
        """Take out what was not confirmed. What is left is checked again: the verdicts are of the final text."""
        if not failing(checked.check):
            return checked
        claims = checked.check.claims
        draft = await self.steps.take(
            f"{place}/revise",
            Draft,
            lambda: self.services.synthesis.revise(self.context, checked.writing, checked.draft, claims=claims),
        )
        revised = await self._checked(checked.writing, draft, f"{place}/revised")
        return replace(revised, check=_not_surer(revised.check, checked.check, draft))

    async def _may_look_again(self, place: str) -> bool:
        """Whether there is time for it; a run that is gone through again does what it did before."""
        if await self.steps.knows(f"{place}/again/retrieve"):
            return True
        return self.steps.may_search and not await self.steps.knows("final")

    async def _compare(self, writing: Writing) -> Disagreements:
        question = writing.question
        return Disagreements(await self.services.factcheck.compare(self.context, question, writing.findings))

    async def _written(self, writing: Writing, place: str) -> Checked:
        draft = await self.steps.take(
            f"{place}/draft",
            Draft,
            lambda: self._draft(writing),
            tell=lambda made: [Event(EventKind.ANSWER_DRAFT, {"text": made.text, "abstained": made.abstained})],
        )
        return await self._checked(writing, draft, place)

    async def _draft(self, writing: Writing) -> Draft:
        async for part in self.services.synthesis.synthesize(self.context, writing):
            if isinstance(part, Draft):
                return part
        raise Internal("The synthesis service ended its stream without an answer.")

    async def _checked(self, writing: Writing, draft: Draft, place: str) -> Checked:
        check = await self.steps.take(
            f"{place}/check",
            Check,
            lambda: self.services.factcheck.check(self.context, writing, draft),
            tell=lambda made: [Event(EventKind.ANSWER_CHECKED, check_event(made))],
        )
        return Checked(writing, draft, check)

    async def _searched_again(self, checked: Checked, place: str) -> tuple[Finding, ...]:
        """The findings with evidence for the failing claims put in, from exact FP32 scores."""
        queries = tuple(Query(text, "failing_claim") for text in checked.check.next_queries)
        search = Search(checked.writing.question, queries, precise=True)

        found = await self.steps.take(
            f"{place}/again/retrieve",
            Found,
            lambda: searched(self.services.retrieval, search, self.steps, memory=self.memory),
        )
        evidence = await self.memory.filled(found.retrieval.evidence)
        return tuple(with_evidence(finding, merged(finding.evidence, evidence)) for finding in checked.writing.findings)


def with_evidence(finding: Finding, evidence: tuple[Evidence, ...]) -> Finding:
    """The finding resting on other evidence; the same object when nothing is new."""
    known = {item.passage.id for item in finding.evidence}
    fresh = any(item.passage.id not in known for item in evidence)
    return replace(finding, evidence=evidence) if fresh else finding


def failing(check: Check) -> Sequence[Claim]:
    """The claims that no source confirms as they stand."""
    return [claim for claim in check.claims if claim.verdict is not Verdict.SUPPORTED]


def _not_surer(after: Check, before: Check, draft: Draft) -> Check:
    """Dropping a claim does not make the rest surer than the check that dropped it, unless something was confirmed."""
    if draft.abstained or not after.claims:
        return after
    share = len(after.claims) / max(1, len(before.claims))
    score = min(after.confidence.score, before.confidence.score + (1 - before.confidence.score) * share)
    reasons = (*after.confidence.reasons, f"{len(before.claims) - len(after.claims)} unconfirmed claims were removed")
    return replace(after, confidence=Confidence(score, label_of(score), reasons))


def unsure_when(degraded: Sequence[str], confidence: Confidence) -> Confidence:
    """An answer that was made without something is never a sure one: what was missing might have said otherwise."""
    if not degraded:
        return confidence
    score = min(confidence.score, _HIGH - 0.01)
    reasons = (*confidence.reasons, f"something was missing: {', '.join(degraded)}")
    return Confidence(score, label_of(score), reasons)


def label_of(score: float) -> str:
    """The label that people see: high from 0.8, medium from 0.6, else low."""
    if score >= _HIGH:
        return "high"
    return "medium" if score >= _MEDIUM else "low"
