"""The way from evidence to a checked answer in one call, by the real rules: assess, compare, write, check, revise."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.answer import Check, Contradiction, Draft, Verdict
from services.core.domain.finding import Finding
from services.core.domain.passage import Evidence
from services.core.domain.plan import Combination, Plan, SubQuestion
from services.core.domain.route import Category, Path, Route
from services.factcheck.adapters.rules import RulesAssessor, RulesChecker, RulesComparer
from services.factcheck.ports import DraftToCheck, EvidenceToAssess, FindingsToCompare
from services.inference.port import Inference
from services.synthesis.adapters.rules import RulesWriter
from services.synthesis.ports import AnswerToWrite, DraftToRevise
from tests.fakes.evidence import asking, context, found
from tests.fakes.inference import FakeInference


@dataclass(frozen=True)
class Answered:
    """What came out; `first` is the check of the draft before it was revised."""

    draft: Draft
    check: Check
    contradictions: tuple[Contradiction, ...]
    first: Check

    @property
    def text(self) -> str:
        """The whole answer."""
        return self.draft.text


async def answered(
    question: str,
    *evidence: Evidence,
    subs: Sequence[SubQuestion] = (),
    how: Combination = Combination.SINGLE,
    category: Category = Category.FACTUAL,
    inference: Inference | None = None,
) -> Answered:
    """A question answered from the evidence; `subs` are its sub-questions, the question itself when there are none."""
    models, asked, ctx = inference or FakeInference(), asking(question), context()
    assessor = RulesAssessor(models, 12)
    plan = Plan(tuple(subs) or (SubQuestion(1, question),), how)
    findings: list[Finding] = []
    for sub in plan.sub_questions:
        text = sub.resolved({each.sub_question_id: each.answer for each in findings if each.answer})
        judged = (await assessor.assess(EvidenceToAssess(ctx, asking(text), evidence))).sufficiency
        findings.append(found(text, evidence, judged, number=sub.id))
    made = tuple(findings)
    told = (await RulesComparer().compare(FindingsToCompare(ctx, asked, made))).contradictions
    writer, route = RulesWriter(models), Route(category, Path.FAST)
    parts = [part async for part in writer.write(AnswerToWrite(ctx, asked, route, plan, made, told))]
    draft = parts[-1]
    assert isinstance(draft, Draft)
    checker = RulesChecker(models, 3)
    check = first = await checker.check(DraftToCheck(ctx, asked, draft, made, told))
    if any(claim.verdict is not Verdict.SUPPORTED for claim in check.claims):
        draft = await writer.revise(DraftToRevise(ctx, asked, draft, check.claims, made))
        check = await checker.check(DraftToCheck(ctx, asked, draft, made, told))
    return Answered(draft, check, told, first)
