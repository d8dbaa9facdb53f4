"""The answer object of a run, its events, and the state in which the run ends."""

from collections.abc import Sequence

from services.core.domain.answer import Answer, Draft
from services.core.wire import json
from services.ledger.run import Event, EventKind, RunRequest, RunStatus
from services.orchestrator.answering import Checked, unsure_when
from services.orchestrator.evidence import PassageMemory, looked_at, slim_finding
from services.orchestrator.journal import Outcome
from services.orchestrator.steps import Steps


def concluded(run: RunRequest, checked: Checked, steps: Steps, *, memory: PassageMemory) -> Outcome:
    """What the run gives its reader."""
    writing, draft, check = checked.writing, checked.draft, checked.check
    degraded = tuple(steps.degraded)
    answer = Answer(
        run_id=run.run_id,
        question=writing.question.text,
        answer=draft.text,
        short_answer=draft.short_answer,
        abstained=draft.abstained,
        conflict=bool(writing.contradictions) and not draft.abstained,
        citations=draft.citations,
        retrieved=looked_at(writing.findings),
        claims=check.claims,
        confidence=unsure_when(degraded, check.confidence),
        contradictions=writing.contradictions,
        unconfirmed=draft.unconfirmed,
        route=writing.route,
        plan=writing.plan,
        findings=tuple(slim_finding(finding) for finding in writing.findings),
        timings={stage: round(seconds, 4) for stage, seconds in steps.timings.items()},
        usage={"steps": sum(steps.counts.values()), "searches": steps.counts["retrieve"]},
        degraded=degraded,
        profile=memory.profile or run.context.profile,
        generation=memory.generation,
    )
    return Outcome(_status(draft, degraded), answer)


def _status(draft: Draft, degraded: Sequence[str]) -> RunStatus:
    if degraded:
        return RunStatus.DEGRADED
    return RunStatus.ABSTAINED if draft.abstained else RunStatus.DONE


def answer_events(draft: Draft, answer: Answer) -> list[Event]:
    """The checked sentences one by one, then the whole answer. Nothing here is ever taken back."""
    sentences = [
        Event(EventKind.ANSWER_SENTENCE, {"text": sentence.marked, "kind": sentence.kind})
        for sentence in draft.sentences
    ]
    return [*sentences, Event(EventKind.ANSWER_FINAL, {"answer": json.plain(answer)})]
