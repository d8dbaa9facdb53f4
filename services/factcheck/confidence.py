"""How sure an answer is as a whole, and why.

A logistic combination of what is known about the answer. The weights are reasoned, not learned: a well supported
answer from sufficient evidence lands above 0.8, a supported answer whose evidence was thin between 0.6 and 0.8, one
with an unsupported claim in its core, or with nothing that answers, below 0.6.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.answer import Claim, Confidence, Contradiction, Draft, Verdict
from services.core.domain.finding import Finding
from services.factcheck.lines import origin_of

HIGH, MEDIUM = 0.8, 0.6
_VERDICT_WORTH = {Verdict.SUPPORTED: 1.0, Verdict.PARTIAL: 0.5, Verdict.UNSUPPORTED: 0.0, Verdict.CONTRADICTED: 0.0}
_ABSTAINED = 0.1


@dataclass(frozen=True, slots=True)
class Signals:
    """What confidence is made of, each in [0, 1]."""

    sufficiency: float
    support: float
    core: float
    agreement: float
    conflict: float


def confidence(
    draft: Draft, claims: Sequence[Claim], *, findings: Sequence[Finding], contradictions: Sequence[Contradiction]
) -> Confidence:
    """Score, label and reasons. An abstention is low by nature: there is no answer to be sure of."""
    if draft.abstained or not claims:
        reason = "the sources do not hold the answer" if draft.abstained else "the answer makes no claim"
        return Confidence(_ABSTAINED, label(_ABSTAINED), (reason,))
    signals = _signals(draft, claims, findings=findings, contradictions=contradictions)
    score = _combined(signals)
    return Confidence(round(score, 3), label(score), _reasons(signals, claims, contradictions))


def label(score: float) -> str:
    """high from 0.8, medium from 0.6, else low."""
    if score >= HIGH:
        return "high"
    return "medium" if score >= MEDIUM else "low"


def _signals(
    draft: Draft, claims: Sequence[Claim], *, findings: Sequence[Finding], contradictions: Sequence[Contradiction]
) -> Signals:
    worth = [_VERDICT_WORTH[claim.verdict] * (0.5 + 0.5 * claim.score) for claim in claims]
    core = [value for value, claim in zip(worth, claims, strict=True) if _is_core(draft, claim)] or worth
    scores = [finding.sufficiency.score for finding in findings] or [0.0]
    unresolved = [item for item in contradictions if item.preferred < 0]
    return Signals(
        sufficiency=0.5 * min(scores) + 0.5 * sum(scores) / len(scores),
        support=sum(worth) / len(worth),
        core=min(core),
        agreement=_agreement(findings),
        conflict=1.0 if unresolved else 0.6 * bool(contradictions),
    )


def _is_core(draft: Draft, claim: Claim) -> bool:
    return claim.sentence < len(draft.sentences) and draft.sentences[claim.sentence].kind == "answer"


def _agreement(findings: Sequence[Finding]) -> float:
    """Share of the findings whose best answer was seen in two documents or more."""
    if not findings:
        return 0.0
    agreed = 0
    for finding in findings:
        best = finding.sufficiency.spans[:1]
        said = [origin_of(item.passage) for item in finding.evidence if best and best[0].text in item.passage.text]
        agreed += len(set(said)) > 1
    return agreed / len(findings)


def _combined(signals: Signals) -> float:
    logit = (
        -5.1
        + 3.0 * signals.sufficiency
        + 2.4 * signals.support
        + 2.3 * signals.core
        + 0.5 * signals.agreement
        - 1.6 * signals.conflict
    )
    return 1 / (1 + math.exp(-logit))


def _reasons(signals: Signals, claims: Sequence[Claim], contradictions: Sequence[Contradiction]) -> tuple[str, ...]:
    supported = sum(claim.verdict is Verdict.SUPPORTED for claim in claims)
    reasons = [
        f"{supported} of {len(claims)} claims supported by their sources",
        f"evidence sufficiency {signals.sufficiency:.2f}",
    ]
    if signals.agreement:
        reasons.append("independent documents agree")
    if contradictions:
        settled = "and none is preferred" if signals.conflict == 1.0 else "and one is preferred"
        reasons.append(f"sources disagree on {len(contradictions)} point(s) {settled}")
    if signals.core < 0.5:
        reasons.append("the direct answer is not fully supported")
    return tuple(reasons)
