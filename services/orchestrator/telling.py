"""What the events of a run tell: small, JSON-able, without the text of a passage."""

from services.core.domain.answer import Check
from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.passage import Retrieval
from services.core.domain.plan import SubQuestion
from services.core.wire import json
from services.orchestrator.ports import Routed, Search


def route_event(routed: Routed) -> dict[str, object]:
    """Category, path, why, and the times that were understood."""
    return {
        "category": routed.route.category.value,
        "path": routed.route.path.value,
        "reasons": list(routed.route.reasons),
        "language": routed.question.language,
        "time_ranges": json.plain_all(routed.question.time_ranges),
    }


def search_event(sub: SubQuestion, search: Search, found: Retrieval) -> dict[str, object]:
    """What was searched with, how, and what came."""
    return {
        "sub_question": sub.id,
        "question": search.question.text,
        "queries": [query.text for query in search.queries],
        "strategy": found.strategy.value,
        "strategy_reason": found.strategy_reason,
        "passages": [
            {"id": item.passage.id, "title": item.passage.title, "relevance": round(item.relevance, 3)}
            for item in found.evidence
        ],
        "dropped": len(found.dropped),
    }


def assessment_event(sub: SubQuestion, sufficiency: Sufficiency) -> dict[str, object]:
    """How far the evidence goes, and what is missing."""
    return {
        "sub_question": sub.id,
        "score": round(sufficiency.score, 3),
        "missing": list(sufficiency.missing),
        "next_query": sufficiency.next_query,
    }


def finding_event(finding: Finding) -> dict[str, object]:
    """A finding in an event: what was asked, what was found, how sure, and why it ended."""
    return {
        "sub_question": finding.sub_question_id,
        "question": finding.question,
        "answer": finding.answer,
        "score": round(finding.sufficiency.score, 3),
        "rounds": finding.rounds,
        "ended": finding.ended,
        "passages": [item.passage.id for item in finding.evidence],
    }


def check_event(check: Check) -> dict[str, object]:
    """How many claims got which verdict, and how sure the answer is."""
    counts: dict[str, int] = {}
    for claim in check.claims:
        counts[claim.verdict.value] = counts.get(claim.verdict.value, 0) + 1
    return {"verdicts": counts, "confidence": round(check.confidence.score, 3), "label": check.confidence.label}
