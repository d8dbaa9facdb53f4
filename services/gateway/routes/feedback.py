"""`/v1/feedback`: what readers think of answers."""

from typing import Any

from fastapi import APIRouter

from services.gateway.measuring import FEEDBACK
from services.gateway.reception import clean
from services.gateway.schemas import FeedbackBody
from services.gateway.wiring import PartsHere, ScopeHere
from services.ledger.models import Feedback

router = APIRouter(tags=["answers"])


@router.post("/v1/feedback", summary="Rate an answer", status_code=201)
async def rate(*, body: FeedbackBody, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Keeps what a reader thinks of a run's answer; a later rating by the same reader replaces it."""
    feedback = Feedback(body.run_id, scope.user, str(body.rating), clean(body.comment))
    await parts.ledger.rate(feedback, scope.tenant)
    FEEDBACK.labels(feedback.rating).inc()
    return {"run_id": feedback.run_id, "rating": body.rating, "comment": feedback.comment}
