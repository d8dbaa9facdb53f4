"""The five services as a small scripted world: what is known, and what goes wrong. They count and time their calls."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

from services.core.domain.answer import (
    AnswerSentence,
    Check,
    Citation,
    Claim,
    Confidence,
    Contradiction,
    Draft,
    Verdict,
)
from services.core.domain.finding import Finding, Span, Sufficiency
from services.core.domain.passage import Evidence, Passage, Retrieval, Strategy
from services.core.domain.plan import Decision, Plan, Query, SubQuestion
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Category, Path, Route
from services.core.errors import SextantError
from services.orchestrator.ports import (
    Assessment,
    Hint,
    Link,
    Queried,
    Reflection,
    Rewriting,
    Routed,
    Search,
    Services,
    Writing,
)


def passage(passage_id: str, text: str) -> Passage:
    """A passage of a document of its own."""
    return Passage(passage_id, f"doc-{passage_id}", "", passage_id.title(), "", 0, text, None, "en", 0, len(text))


@dataclass
class World:
    """Facts by the query that finds them, plans by question, and faults by call.

    `facts["where is it made"] = ("plant", "It is made in Plant 7.", "Plant 7")` is found by that very query alone.
    `rows["how many are there"] = "4"` is what a database answers.
    """

    facts: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    plans: dict[str, Plan] = field(default_factory=dict)
    angles: dict[str, list[str]] = field(default_factory=dict)
    route: Route = Route(Category.FACTUAL, Path.FAST)
    faults: dict[str, SextantError] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    growth: float = 0.0
    confidence: list[float] = field(default_factory=list)
    doubted: set[str] = field(default_factory=set)
    decisions: list[Reflection] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    queries: list[str] = field(default_factory=list)
    together: int = 0
    most_together: int = 0

    async def called(self, name: str) -> None:
        """Count a call, raise its fault, and let the others run."""
        self.calls[name] += 1
        if name in self.faults:
            raise self.faults[name]
        await asyncio.sleep(0)

    def services(self) -> Services:
        """The services of this world."""
        return Services(Intent(self), Decompose(self), Search_(self), Factcheck(self), Synthesis(self))


@dataclass
class Intent:
    """Routes as the world says."""

    world: World

    async def route(self, context: RunContext, question: Question) -> Routed:
        """The world's route."""
        await self.world.called("route")
        return Routed(replace(question, language=self.world.language), self.world.route)


@dataclass
class Decompose:
    """Plans as the world says; searches with the question itself, then with the world's other angles."""

    world: World

    async def condense(self, context: RunContext, question: Question) -> Question:
        """The last turn and the question."""
        await self.world.called("condense")
        return replace(question, text=f"{question.text} ({question.history[-1].text})")

    async def plan(self, context: RunContext, writing: Writing, *, reason: str, room: int) -> Plan:
        """The world's plan, or the question as its only sub-question; nothing more when it plans again."""
        await self.world.called("plan")
        if writing.findings:
            return self.world.plans.get(reason, Plan(()))
        return self.world.plans.get(writing.question.text, Plan((SubQuestion(1, writing.question.text),)))

    async def rewrite(self, context: RunContext, question: Question, hint: Hint) -> Rewriting:
        """The next angle that was not tried."""
        await self.world.called("rewrite")
        angles = [question.text, *self.world.angles.get(question.text, [])]
        fresh = [angle for angle in angles if angle not in hint.tried][:1]
        return Rewriting(tuple(Query(angle) for angle in fresh))

    async def decide(self, context: RunContext, writing: Writing, replans: int) -> Reflection:
        """The world's next decision, or to continue."""
        await self.world.called("decide")
        return self.world.decisions.pop(0) if self.world.decisions else Reflection(Decision.CONTINUE, "go on")


@dataclass
class Search_:
    """Finds a fact by its very query."""

    world: World

    async def retrieve(self, context: RunContext, search: Search) -> Retrieval:
        """The facts whose query was asked."""
        self.world.together += 1
        self.world.most_together = max(self.world.most_together, self.world.together)
        try:
            await self.world.called("retrieve")
            await asyncio.sleep(0.01)
        finally:
            self.world.together -= 1
        asked = [query.text for query in search.queries]
        self.world.queries += asked
        found = [self.world.facts[text] for text in asked if text in self.world.facts]
        evidence = tuple(Evidence(passage(name, text), relevance=0.9) for name, text, _ in found)
        return Retrieval(evidence, strategy=Strategy.HYBRID, profile="general@1", generation=3)

    async def passages(self, context: RunContext, ids: Sequence[str]) -> tuple[Passage, ...]:
        """Passages by id."""
        await self.world.called("passages")
        known = {name: passage(name, text) for name, text, _ in self.world.facts.values()}
        return tuple(known[item] for item in ids if item in known)

    async def link(self, context: RunContext, question: Question, texts: Sequence[str]) -> Sequence[Link]:
        """The world's databases answer the texts that it lists."""
        await self.world.called("link")
        return [Link("clinic", 0.9, ("it is there",)) if text in self.world.rows else Link() for text in texts]

    async def query(self, context: RunContext, question: Question) -> Queried:
        """The rows of a text that the world lists."""
        await self.world.called("query")
        answer = self.world.rows.get(question.text)
        if answer is None:
            return Queried(Link(reasons=("no database can",)))
        item = passage(f"sql-{answer}", answer)
        evidence = Evidence(replace(item, char_end=len(answer)), relevance=0.9)
        return Queried(Link("clinic", 0.9, ("it is there",)), "SELECT 1", evidence, answer)

    async def holdings(self, context: RunContext) -> int:
        """How many facts there are."""
        await self.world.called("holdings")
        return len(self.world.facts)


@dataclass
class Factcheck:
    """Evidence that holds the text of a fact suffices, unless the world says otherwise."""

    world: World

    async def assess(self, context: RunContext, question: Question, evidence: Sequence[Evidence]) -> Assessment:
        """0.9 and the fact's answer when it is there, else 0.2."""
        await self.world.called("assess")
        for item in evidence:
            for name, text, answer in self.world.facts.values():
                if item.passage.id == name:
                    assert item.passage.text == text, "evidence must have its text"
                    score = self.world.scores.get(name, 0.9) + self.world.growth * (len(evidence) - 1)
                    return Assessment(Sufficiency(score, spans=(Span(name, 0, 1, answer, score),)))
        return Assessment(Sufficiency(0.2, missing=("everything",), no_answer=0.8))

    async def compare(
        self, context: RunContext, question: Question, findings: Sequence[Finding]
    ) -> tuple[Contradiction, ...]:
        """No disagreement."""
        await self.world.called("compare")
        return ()

    async def check(self, context: RunContext, writing: Writing, draft: Draft) -> Check:
        """Every sentence is a supported claim, but those that the world doubts."""
        await self.world.called("check")
        claims = tuple(
            Claim(
                sentence.text, index, Verdict.UNSUPPORTED if sentence.text in self.world.doubted else Verdict.SUPPORTED
            )
            for index, sentence in enumerate(draft.sentences)
        )
        score = self.world.confidence.pop(0) if self.world.confidence else 0.9
        doubted = tuple(claim.text for claim in claims if claim.verdict is not Verdict.SUPPORTED)
        return Check(claims, Confidence(score, "high" if score >= 0.8 else "low"), doubted)


@dataclass
class Synthesis:
    """One sentence an answered finding."""

    world: World

    async def synthesize(self, context: RunContext, writing: Writing) -> AsyncIterator[AnswerSentence | Draft]:
        """The answers, each cited."""
        await self.world.called("synthesize")
        answered = [finding for finding in writing.findings if finding.answer]
        sentences = tuple(
            AnswerSentence(f"{finding.question}: {finding.answer}", (number,))
            for number, finding in enumerate(answered, start=1)
        )
        for sentence in sentences:
            yield sentence
        citations = tuple(
            _citation(number, finding.evidence[0].passage) for number, finding in enumerate(answered, start=1)
        )
        yield Draft(sentences, (answered[-1].answer or "") if answered else "", not answered, citations)

    async def revise(self, context: RunContext, writing: Writing, draft: Draft, *, claims: Sequence[Claim]) -> Draft:
        """Only what was supported."""
        await self.world.called("revise")
        good = {claim.sentence for claim in claims if claim.verdict is Verdict.SUPPORTED}
        kept = tuple(sentence for index, sentence in enumerate(draft.sentences) if index in good)
        gone = tuple(claim.text for claim in claims if claim.sentence not in good)
        return replace(draft, sentences=kept, abstained=not kept, unconfirmed=gone)


def _citation(number: int, cited: Passage) -> Citation:
    return Citation(number, cited.id, cited.document_id, "", cited.title, "", 0, cited.text)
