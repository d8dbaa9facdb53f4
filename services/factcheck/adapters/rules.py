"""Judging by rules and by the models behind the inference port; no language model is needed."""

from collections.abc import Sequence

from services.core.domain.answer import Check, Claim, Contradiction, Verdict
from services.core.domain.finding import Finding
from services.core.domain.question import Question, RunContext
from services.factcheck.aliases import with_aliases
from services.factcheck.asked import Asked, asked_of
from services.factcheck.checking import Bench, judge
from services.factcheck.claims import pieces
from services.factcheck.confidence import confidence
from services.factcheck.contradictions import contradictions
from services.factcheck.lines import all_lines
from services.factcheck.ports import (
    Assessment,
    Comparison,
    DraftToCheck,
    EvidenceToAssess,
    FindingsToCompare,
)
from services.factcheck.queries import queries_for
from services.factcheck.sufficiency import EvidenceReader, judged
from services.factcheck.tracing import Tracer
from services.inference.port import Inference
from services.language.query_results import read


class RulesAssessor:
    """Sufficiency from one reading and from what each value is said of."""

    def __init__(self, inference: Inference, limit: int) -> None:
        self._reader = EvidenceReader(inference, limit)

    async def assess(self, task: EvidenceToAssess) -> Assessment:
        """The judgement; without a reader it rests on what the sentences say alone, and is flagged."""
        pointed, degraded = await self._reader.read(task.question.text, task.evidence)
        asked = with_aliases(asked_of(task.question, task.context.now), task.evidence)
        return Assessment(judged(asked, task.evidence, pointed), degraded)


class RulesComparer:
    """Disagreements, question by question."""

    async def compare(self, task: FindingsToCompare) -> Comparison:
        """The disagreements of every finding about its own question, the surest findings first."""
        found: list[Contradiction] = []
        # Rows of one query do not disagree: they are of different things.
        told = [each for each in task.findings if not any(read(item.passage.text) for item in each.evidence)]
        for finding in sorted(told, key=lambda each: -each.sufficiency.score):
            asked = with_aliases(asked_by(task.question, finding, task.context), finding.evidence)
            found.extend(item for item in contradictions(asked, finding) if not _known(item, found))
        return Comparison(tuple(found))


class RulesChecker:
    """Claims against sources, detail by detail."""

    def __init__(self, inference: Inference, max_queries: int) -> None:
        self._tracer, self._max_queries = Tracer(inference), max_queries

    async def check(self, task: DraftToCheck) -> Check:
        """A verdict for every claim, the confidence in the whole, and searches for what failed."""
        lines = all_lines(item for finding in task.findings for item in finding.evidence)
        found = pieces(task.draft)
        bench = Bench(asked_of(task.question, task.context.now), lines, task.draft, task.contradictions)
        traces = await self._tracer.trace(found, lines)
        claims = tuple(judge(piece, sources, bench) for piece, sources in zip(found, traces, strict=True))
        sure = confidence(task.draft, claims, findings=task.findings, contradictions=task.contradictions)
        return Check(claims, sure, queries_for(bench.asked, _failing(claims), self._max_queries))


def asked_by(question: Question, finding: Finding, context: RunContext) -> Asked:
    """What a finding's own question asks, in the language and with the times of the whole."""
    named = tuple(each for each in question.time_ranges if each.text and each.text in finding.question)
    times = named or question.time_ranges
    return asked_of(Question(finding.question, language=question.language, time_ranges=times), context.now)


def _known(item: Contradiction, found: Sequence[Contradiction]) -> bool:
    mine = {(statement.passage_id, statement.value) for statement in item.statements}
    return any(mine & {(each.passage_id, each.value) for each in known.statements} for known in found)


def _failing(claims: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.verdict is not Verdict.SUPPORTED]
