"""The Idempotency-Key header: the same key and the same request give the run that the first one made."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header
from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from services.core.errors import BadInput

MAX_LENGTH = 255


async def idempotency_key(
    key: str = Header(
        "",
        alias="Idempotency-Key",
        description="Repeat a request with its key, and you get its run; with another request, 409.",
    ),
) -> str:
    """The key, "" when there is none. Raises BadInput for one that no log could show."""
    if len(key) > MAX_LENGTH or not (key.isascii() and key.isprintable()):
        raise BadInput(
            f"Idempotency-Key: use at most {MAX_LENGTH} printable ASCII characters.", field="Idempotency-Key"
        )
    return key


IdempotencyKey = Annotated[str, Depends(idempotency_key)]


@dataclass(frozen=True, slots=True)
class Repetition:
    """What tells a repeated request from a new one."""

    key: str = ""
    body: bytes = b""


def repetition(key: str, address: str, request: BaseModel, *, leave_out: frozenset[str] = frozenset()) -> Repetition:
    """Spaces and the order of fields do not make another request; another address does.

    Raises BadInput for a request that nests deeper than can be written down.
    """
    try:
        said = request.model_dump_json(exclude_unset=True, exclude=set(leave_out))
    except PydanticSerializationError as error:
        raise BadInput("The request nests too deep. Send fewer levels.") from error
    return Repetition(key, f"{address}\n{said}".encode())
