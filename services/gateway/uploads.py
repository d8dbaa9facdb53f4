"""Documents as they come in: a JSON object, or files of a form with fields that hold for all of them."""

import base64
import binascii
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from services.core.errors import BadInput
from services.documents.intake import Arrival
from services.documents.models import Acl
from services.gateway.reception import clean, known_profile
from services.gateway.schemas import DocumentBody, DocumentFacts
from services.gateway.settings import Settings

Facts = TypeVar("Facts", bound=DocumentFacts)

_FILES = ("file", "files")
_LISTS = ("tags", "acl_users", "acl_groups")
_FIELDS = 200

_FORM = {
    "type": "object",
    "description": "Files as `file`, repeated for several; `tags` may be repeated too. Fields hold for all files.",
    "properties": {
        "file": {"type": "array", "items": {"type": "string", "format": "binary"}},
        "tags": {"type": "array", "items": {"type": "string"}},
        **{name: {"type": "string"} for name in ("title", "url", "external_id", "date", "profile")},
    },
    "required": ["file"],
}
BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "application/json": {"schema": DocumentBody.model_json_schema()},
        "multipart/form-data": {"schema": _FORM},
    },
}


@dataclass(frozen=True, slots=True)
class Upload:
    """A document's bytes, and what was said about it."""

    content: bytes
    arrival: Arrival


async def arrivals(request: Request, settings: Settings) -> list[Upload]:
    """The documents of a request, at least one.

    Raises BadInput, UnknownProfile, RequestValidationError, HTTPException.
    """
    media_type = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media_type == "multipart/form-data":
        async with request.form(max_files=settings.gateway_upload_files, max_fields=_FIELDS) as form:
            return await _of_form(form, settings)
    if media_type != "application/json":
        raise HTTPException(415)
    body = _validated(DocumentBody, await request.body())
    arrival = _arrival(_name(body.name), body, settings)
    return [Upload(_content(body), arrival)]


async def _of_form(form: FormData, settings: Settings) -> list[Upload]:
    files = [value for name, value in form.multi_items() if name in _FILES and isinstance(value, UploadFile)]
    if not files:
        raise BadInput("file: the form has no file. Send each as a field named `file`.", field="file")
    said: dict[str, Any] = {name: form.get(name) for name in form if name not in (*_FILES, *_LISTS)}
    said |= {name: form.getlist(name) for name in _LISTS if name in form}
    facts = _validated(DocumentFacts, said)
    if facts.external_id and len(files) > 1:
        raise BadInput("external_id: one id cannot name several files. Send them one by one.", field="external_id")
    return [
        Upload(
            await file.read(), _arrival(_name(file.filename or ""), facts, settings, media_type=file.content_type or "")
        )
        for file in files
    ]


def _validated(kind: type[Facts], data: bytes | dict[str, Any]) -> Facts:
    try:
        return kind.model_validate_json(data) if isinstance(data, bytes) else kind.model_validate(data)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_input=False)) from error


def _content(body: DocumentBody) -> bytes:
    if (body.text is None) == (body.content_base64 is None):
        raise BadInput("text: send either `text` or `content_base64`.", field="text")
    if body.text is not None:
        return body.text.encode()
    try:
        return base64.b64decode(body.content_base64 or "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput("content_base64: it is not valid base64 (RFC 4648).", field="content_base64") from error


def _name(said: str) -> str:
    """The last part of a file's name: no path of the sender's, nothing that cannot be printed."""
    last = said.replace("\\", "/").rsplit("/", 1)[-1]
    name = "".join(character for character in last if character.isprintable()).strip()[:255]
    if not name or name in (".", ".."):
        raise BadInput("name: a document needs the name of a file, with its extension.", field="name")
    return name


def _arrival(name: str, facts: DocumentFacts, settings: Settings, *, media_type: str = "") -> Arrival:
    return Arrival(
        name=name,
        media_type=media_type[:255],
        url=clean(facts.url),
        external_id=clean(facts.external_id),
        title=clean(facts.title),
        tags=tuple(clean(tag) for tag in facts.tags),
        date=facts.date,
        acl=Acl(tuple(facts.acl_users), tuple(facts.acl_groups)),
        profile=known_profile(facts.profile or settings.gateway_profile),
    )
