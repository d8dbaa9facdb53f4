"""`/v1/search`: passages, without a run."""

from typing import Any

from fastapi import APIRouter

from services.core.domain.question import Question
from services.core.wire.json import plain, plain_all
from services.gateway.ports import Found, Search
from services.gateway.schemas import SearchBody, Settled
from services.gateway.wiring import PartsHere, ScopeHere
from services.language.detect import language_of

router = APIRouter(tags=["search"])


@router.post("/v1/search", summary="Search passages")
async def search(*, body: SearchBody, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Passages best first: `relevance` in [0, 1] is the reranker's, `hits` say which leg found it at which rank,
    `text` are the sentences that matter. `degraded` names what did not work."""
    text = parts.reception.question(body.query)
    settled = Settled(profile=body.profile)
    context = parts.reception.context(scope, settled, parts.settings.gateway_search_deadline_s)
    wanted = Search(
        Question(text, original=text, language=language_of(text)),
        body.filter.as_filter(),
        body.strategy,
        body.limit,
        body.explain,
    )
    return _shown(await parts.searching.search(context, wanted), body)


def _shown(found: Found, body: SearchBody) -> dict[str, Any]:
    retrieval = found.retrieval
    return {
        "query": body.query,
        "strategy": retrieval.strategy.value,
        "strategy_reason": retrieval.strategy_reason,
        "profile": retrieval.profile,
        "generation": retrieval.generation,
        "degraded": list(retrieval.degraded),
        "evidence": [
            {"rank": rank, "text": item.text, **plain(item)} for rank, item in enumerate(retrieval.evidence, start=1)
        ],
        "dropped": plain_all(retrieval.dropped),
        "stages": plain_all(found.stages),
    }
