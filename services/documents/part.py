"""What the parts of the store share: the database, the fence, and how a document's row is read."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Row, Select, and_, case, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from services.core.domain.question import Scope
from services.core.errors import LeaseLost
from services.documents.database import Database
from services.documents.models import Acl, DocumentRow, principals_of
from services.documents.schema import document_principals, document_versions, documents
from services.documents.status import DocumentStatus

T = TypeVar("T")


class Part:
    """A part of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _hold(self, connection: AsyncConnection, document_id: str, fence: int | None) -> None:
        """Hold the document's row until the transaction ends, so that nobody claims, replaces or deletes it meanwhile.

        Raises LeaseLost unless the claim with this number is the newest. None is a caller without a claim.
        """
        row = select(documents.c.fence).where(documents.c.id == document_id).with_for_update()
        newest = await connection.scalar(row)
        if fence is not None and newest != fence:
            raise LeaseLost(
                f"Document {document_id} was taken by another worker.", document_id=document_id, fence=fence
            )


def visible_to(scope: Scope) -> ColumnElement[bool]:
    """Documents that are there for this person."""
    named = exists().where(
        document_principals.c.document_id == documents.c.id, document_principals.c.principal.in_(principals_of(scope))
    )
    return and_(documents.c.tenant == scope.tenant, or_(documents.c.restricted.is_(False), named))


def document_rows() -> Select[Any]:
    """Every document with what its searched version (or else its newest) turned out to be."""
    shown = case((documents.c.current_version > 0, documents.c.current_version), else_=documents.c.version)
    facts = document_versions
    return select(
        documents,
        facts.c.title.label("found_title"),
        facts.c.language.label("found_language"),
        facts.c.date.label("found_date"),
        facts.c.passages.label("found_passages"),
    ).select_from(documents.outerjoin(facts, and_(facts.c.document_id == documents.c.id, facts.c.version == shown)))


def to_document(row: Row[Any], *, duplicate: bool = False) -> DocumentRow:
    """A row of `document_rows`."""
    return DocumentRow(
        id=row.id,
        tenant=row.tenant,
        name=row.name,
        external_id=row.external_id,
        source_path=row.source_path,
        url=row.url,
        media_type=row.media_type,
        blob_sha256=row.blob_sha256,
        size=row.size,
        version=row.version,
        current_version=row.current_version,
        status=DocumentStatus(row.status),
        reason=row.reason,
        detail=row.detail,
        title=row.given_title or row.found_title or row.name,
        language=row.found_language or "",
        date=to_day(row.given_date or row.found_date),
        tags=tuple(row.tags),
        acl=Acl(tuple(row.acl_users), tuple(row.acl_groups)),
        profile=row.profile,
        passages=row.found_passages or 0,
        created_at=_moment(row.created_at),
        updated_at=_moment(row.updated_at),
        waits=row.waits,
        stale=row.stale,
        duplicate=duplicate,
    )


def still_searched(detail: str, current_version: int) -> str:
    """Why a version came to nothing, and, when there was one before it, that this one is still searched."""
    return f"{detail} The version before it is still searched." if current_version else detail


def to_day(text: str | None) -> dt.date | None:
    """A day from its column."""
    return dt.date.fromisoformat(text) if text else None


def from_day(day: dt.date | None) -> str | None:
    """A day for its column."""
    return day.isoformat() if day else None


def clean(text: str) -> str:
    """Text that SQL can hold.

    PostgreSQL refuses NUL, UTF-8 refuses lone surrogates (file names of another encoding have them).
    """
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def web_address(url: str) -> str:
    """The address when a browser may be sent there, else "": a `javascript:` or `file:` link is no place to look."""
    bare = clean(url).strip()
    return bare if urlsplit(bare).scheme.lower() in ("http", "https") else ""


def plain_list(values: tuple[str, ...]) -> list[str]:
    """A tuple for a JSON column."""
    return [clean(value) for value in values]


def _moment(seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, tz=dt.UTC)


def batches(items: Sequence[T], size: int = 500) -> Iterator[Sequence[T]]:
    """Pieces of at most `size` items: SQLite takes a limited number of values in one statement."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
