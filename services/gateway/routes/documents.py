"""`/v1/documents`: what answers are made from."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from services.core.errors import SextantError
from services.documents.models import Listed
from services.documents.status import DocumentStatus
from services.gateway import problems, views
from services.gateway.uploads import BODY, arrivals
from services.gateway.wiring import PartsHere, ScopeHere

router = APIRouter(tags=["documents"])
DocumentId = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,64}$", description="The document.")]
_DESCRIPTION = """
Takes documents in and returns at once; they are parsed and indexed afterwards, and their `status` says how far that is.
The same `external_id` (or name) with other bytes is a new version of the same document; the same bytes again are a
`duplicate` and nothing is done. One document sent, one document back; several files give `documents`, and `problems`
for those that could not be taken.
"""


@router.post(
    "/v1/documents",
    summary="Add documents",
    description=_DESCRIPTION,
    response_model=None,
    status_code=202,
    openapi_extra={"requestBody": BODY},
    responses={202: {"model": views.DocumentView, "description": "Received."}},
)
async def add_documents(*, request: Request, parts: PartsHere, scope: ScopeHere) -> Response:
    """Receive documents."""
    coming = await arrivals(request, parts.settings)
    taken, refused = [], []
    for each in coming:
        try:
            taken.append(await parts.intake.receive(scope.tenant, each.content, each.arrival))
        except SextantError as error:
            if len(coming) == 1:
                raise
            refused.append({"name": each.arrival.name, **problems.of_error(error).plain()})
    shown = [views.DocumentView(**views.document(row)).model_dump(mode="json") for row in taken]
    if len(coming) == 1:
        return JSONResponse(shown[0], 202, {"Location": f"/v1/documents/{taken[0].id}"})
    return JSONResponse({"documents": shown, "problems": refused}, 202)


@router.get("/v1/documents", summary="List documents", response_model=views.DocumentList)
async def list_documents(
    *,
    parts: PartsHere,
    scope: ScopeHere,
    status: DocumentStatus | None = None,
    under: Annotated[str, Query(max_length=4096, description="Start of a source path or an external id.")] = "",
    ids: Annotated[list[str] | None, Query(alias="id", max_length=200, description="Ids, or how some begin.")] = None,
    cursor: Annotated[str, Query(max_length=512)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, Any]:
    """Documents of the tenant, newest first; deleted ones only when asked for by status or id."""
    wanted = Listed(status, under, tuple(ids or ()))
    page = await parts.documents.list_documents(scope, wanted, cursor=cursor, limit=limit)
    return {"documents": [views.document(row) for row in page.rows], "cursor": page.next_cursor}


@router.get("/v1/documents/{document_id}", summary="A document", response_model=views.DocumentView)
async def get_document(*, document_id: DocumentId, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Its state, and what was found out about it."""
    return views.document(await parts.documents.get(scope, document_id))


@router.delete("/v1/documents/{document_id}", summary="Delete a document", response_model=views.DocumentView)
async def delete_document(*, document_id: DocumentId, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Nothing of its text can be read from now on; the indexes follow within moments."""
    return views.document(await parts.intake.delete(scope, document_id))


@router.post(
    "/v1/documents/{document_id}/retry",
    summary="Try a document again",
    response_model=views.DocumentView,
    status_code=202,
)
async def retry_document(*, document_id: DocumentId, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Works once more on a document that failed, was rejected or is empty: what was away, or a setting, has changed."""
    return views.document(await parts.intake.retry(scope, document_id))
