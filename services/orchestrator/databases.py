"""Questions that a tenant's databases answer: which ones they are, and the finding that a query gives.

A whole question that a database answers needs no plan and no search. Of a plan, each sub-question that a database can
answer gets the SQL tool; the others go to the documents, and the answer is written from both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.core.domain.finding import Finding, Span, Sufficiency
from services.core.domain.passage import Evidence
from services.core.domain.plan import Combination, Plan, SubQuestion, Tool
from services.core.domain.question import Question, RunContext
from services.core.errors import DeadlinePassed, Refused, TooLarge, Unavailable
from services.core.wire import json
from services.ledger.run import Event, EventKind
from services.orchestrator.evidence import slim
from services.orchestrator.ports import Link, Queried, RetrievalService, Routed, Writing
from services.orchestrator.steps import Steps
from services.orchestrator.telling import finding_event

QUERIED = "queried"
# What went wrong with a database leaves the documents to answer from.
_GOES_ON = (Unavailable, DeadlinePassed, TooLarge, Refused)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a database answered, or the code of why it did not."""

    queried: Queried
    failed: str = ""


@dataclass(slots=True)
class Databases:
    """Asks the databases for one run. `asked`: parts of its plan that are for one; what rests on them may be, too."""

    context: RunContext
    retrieval: RetrievalService
    steps: Steps
    asked: tuple[str, ...] = ()

    async def whole(self, routed: Routed) -> Writing | None:
        """What to write from when one query answers the question; None when it is for the documents."""
        begun = [await self.steps.knows(name) for name in ("plan", "sub-0/round-1/rewrite", "final")]
        if any(begun) and not await self.steps.knows("query"):
            return None  # a run from before this step was there
        sub = SubQuestion(1, routed.question.text, tool=Tool.SQL)

        def tell(asked: Asked) -> list[Event]:
            plan = Plan((sub,), Combination.SINGLE, reasons=asked.queried.link.reasons)
            made = Event(EventKind.PLAN_MADE, {"plan": json.plain(plan), "again": ""})
            return [made, *_told(sub, asked)] if asked.queried.evidence else []

        asked = await self.steps.take("query", Asked, lambda: self._ask(routed.question), tell=tell)
        if asked.queried.evidence is None:
            return None
        plan = Plan((sub,), Combination.SINGLE, reasons=asked.queried.link.reasons)
        return Writing(routed.question, routed.route, plan, (self._finding(sub, sub.text, asked.queried),))

    async def assigned(self, question: Question, plan: Plan) -> Plan:
        """The plan with the SQL tool for each sub-question that a database can answer. Part of the plan's step."""
        open_subs = [sub for sub in plan.sub_questions if not sub.placeholders]
        if len(plan.sub_questions) < 2 or not open_subs:
            return plan  # the whole question was asked before
        try:
            links = await self.retrieval.link(self.context, question, [sub.text for sub in open_subs])
        except _GOES_ON as error:
            self.steps.degrade(error.wire_code)
            return plan
        chosen = {sub.id: link for sub, link in zip(open_subs, links, strict=True) if link.database}
        if not chosen:
            return plan
        subs = tuple(replace(sub, tool=Tool.SQL) if sub.id in chosen else sub for sub in plan.sub_questions)
        reasons = tuple(_reason(sub_id, link) for sub_id, link in chosen.items())
        return replace(plan, sub_questions=subs, reasons=(*plan.reasons, *reasons))

    def note(self, plan: Plan) -> None:
        """Take in a plan, made now or recalled."""
        self.asked += tuple(sub.text for sub in plan.sub_questions if sub.tool is Tool.SQL)

    def for_documents(self, question: Question) -> Question:
        """The question as the parts for documents see it: a time that a part for a database names is that part's."""
        kept = tuple(each for each in question.time_ranges if not any(each.text in text for text in self.asked))
        return replace(question, time_ranges=kept) if self.asked else question

    async def finding(self, question: Question, sub: SubQuestion, text: str) -> Finding | None:
        """What a database says to a sub-question; None when it gives nothing, and the documents are asked."""
        asked = await self.steps.take(
            f"sub-{sub.id}/query",
            Asked,
            lambda: self._ask(replace(question, text=text, history=())),
            tell=lambda made: _told(sub, made) if made.queried.evidence else [],
        )
        return self._finding(sub, text, asked.queried) if asked.queried.evidence else None

    async def _ask(self, question: Question) -> Asked:
        try:
            return Asked(await self.retrieval.query(self.context, question))
        except _GOES_ON as error:
            self.steps.degrade(error.wire_code)
            return Asked(Queried(Link()), failed=error.wire_code)

    def _finding(self, sub: SubQuestion, text: str, queried: Queried) -> Finding:
        assert queried.evidence is not None
        return found(sub, text, queried, evidence=queried.evidence)


def found(sub: SubQuestion, text: str, queried: Queried, *, evidence: Evidence) -> Finding:
    """The finding of a query: its answer is the head of the evidence."""
    passage = evidence.passage
    span = Span(passage.id, passage.char_start, passage.char_end, queried.answer, queried.link.score)
    return Finding(
        sub_question_id=sub.id,
        question=text,
        answer=queried.answer,
        sufficiency=Sufficiency(queried.link.score, spans=(span,)),
        evidence=slim((evidence,)),
        tried=(queried.sql,),
        ended=QUERIED,
    )


def _told(sub: SubQuestion, asked: Asked) -> Sequence[Event]:
    """The query as a search, and what it found."""
    queried, evidence = asked.queried, asked.queried.evidence
    assert evidence is not None
    passage = evidence.passage
    search = {
        "sub_question": sub.id,
        "question": sub.text,
        "queries": [queried.sql],
        "strategy": Tool.SQL.value,
        "strategy_reason": "; ".join(queried.link.reasons),
        "passages": [{"id": passage.id, "title": passage.title, "relevance": round(evidence.relevance, 3)}],
        "dropped": 0,
    }
    finding = finding_event(found(sub, sub.text, queried, evidence=evidence))
    return [Event(EventKind.SEARCH_DONE, search), Event(EventKind.FINDING_MADE, finding)]


def _reason(sub_id: int, link: Link) -> str:
    return f"{sub_id} is for the database {link.database}: {'; '.join(link.reasons[:4])}"
