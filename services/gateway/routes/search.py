"""`/v1/search`: passages, without a run."""

from typing import Any

from fastapi import APIRouter

from services.core.domain.question import Question, Scope
from services.core.wire.json import plain, plain_all
from services.gateway.ports import Found, Search
from services.gateway.schemas import SearchBody, Settled
from services.gateway.wiring import Parts, PartsHere, ScopeHere
from services.language.detect import language_of

router = APIRouter(tags=["search"])
NO_DOCUMENTS = "There are no documents yet. Run `sextant ingest <folder>`."
BEING_READ = "The documents are still being read. See `sextant documents list`."


@router.post("/v1/search", summary="Search passages")
async def search(*, body: SearchBody, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Passages best first: `relevance` in [0, 1] is the reranker's, `hits` say which leg found it at which rank,
    `text` are the sentences that matter. `degraded` names what did not work, `notice` says what to do when there is
    nothing to search yet."""
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
    found = await parts.searching.search(context, wanted)
    return _shown(found, body) | {"notice": await _notice(parts, scope, found)}


async def _notice(parts: Parts, scope: Scope, found: Found) -> str:
    """Why nothing was found, when the reason is that there is nothing, or nothing yet."""
    if found.retrieval.evidence or found.retrieval.dropped:
        return ""
    counts = await parts.documents.counts(scope.tenant)
    if counts.passages:
        return ""
    return BEING_READ if any(not status.terminal for status in counts.documents) else NO_DOCUMENTS


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
