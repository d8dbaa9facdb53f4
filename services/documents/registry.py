"""Documents and their states: arriving, being listed, leaving."""

import base64
import binascii
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.domain.question import Scope
from services.core.errors import BadInput, Conflict, NotFound
from services.database.postgresql import lock
from services.documents.database import now
from services.documents.models import (
    ALL,
    ID_LENGTH,
    Counts,
    DocumentPage,
    DocumentRow,
    Listed,
    NewDocument,
    document_id,
)
from services.documents.part import (
    Part,
    clean,
    document_rows,
    from_day,
    plain_list,
    still_searched,
    to_document,
    visible_to,
    web_address,
)
from services.documents.purge import purge_document, purge_versions
from services.documents.schema import document_principals, documents, passages
from services.documents.status import DocumentStatus

_S = DocumentStatus
_ENDS = frozenset({_S.EMPTY, _S.REJECTED, _S.FAILED})
# A status may be set again by the worker that takes a lost job up; DELETED and a newer version are the registry's own
# doing.
_FOLLOWERS: dict[DocumentStatus, frozenset[DocumentStatus]] = {
    _S.RECEIVED: frozenset({_S.RECEIVED, _S.PARSING}) | _ENDS,
    _S.PARSING: frozenset({_S.PARSING, _S.INDEXING}) | _ENDS,
    _S.INDEXING: frozenset({_S.INDEXING, _S.INDEXED}) | _ENDS,
    _S.INDEXED: frozenset({_S.RECEIVED}),
    _S.EMPTY: frozenset({_S.RECEIVED}),
    _S.REJECTED: frozenset({_S.RECEIVED}),
    _S.FAILED: frozenset({_S.RECEIVED}),
    _S.DELETED: frozenset(),
}


class Registry(Part):
    """The documents table."""

    async def receive(self, new: NewDocument) -> DocumentRow:
        """Register an arrival; it is RECEIVED, to be worked on.

        The same identity with other bytes (or tags, date, title, ACL) becomes the next version of the same document.
        The same bytes for the same readers are the document that is there, marked `duplicate`, unless both name
        different external ids; what came to nothing under another name is no such document. A FAILED document that
        arrives again is tried again.
        """
        async with self._database.write() as connection:
            # Equal arrivals at the same time: the second finds what the first has made.
            await lock(connection, f"arrivals {new.tenant}")
            found = await self._find(connection, new)
            if found is None:
                key = await self._insert(connection, new)
            elif found.status == _S.DELETED or not _same(found, new):
                key = await self._replace(connection, found, new)
            else:
                return await self._again(connection, found)
            await self._name_readers(connection, key, new)
            return await self._row(connection, key)

    async def set_status(
        self, document_id: str, status: DocumentStatus, reason: str = "", *, detail: str = "", fence: int | None = None
    ) -> DocumentRow:
        """Move a document to another state. INDEXED makes its newest version the searched one and removes older ones.

        `reason` is a DocumentReason, `detail` words for a person. Raises NotFound, Conflict when the state cannot
        follow the present one, LeaseLost.
        """
        async with self._database.write() as connection:
            await self._hold(connection, document_id, None)
            row = await self._row(connection, document_id)
            await self._hold(connection, document_id, fence)
            if status not in _FOLLOWERS[row.status]:
                raise Conflict(
                    f"Document {document_id} is {row.status.value} and cannot become {status.value}.",
                    document_id=document_id,
                    status=row.status.value,
                )
            values: dict[str, Any] = {
                "status": status.value,
                "reason": reason,
                "detail": clean(still_searched(detail, row.current_version) if status in _ENDS else detail),
                "updated_at": now(),
            }
            if status is not row.status:
                values |= {"losses": 0, "waits": 0}
            if status.terminal:
                values |= {"worker": "", "lease_until": 0.0, "not_before": 0.0}
            if status is _S.INDEXING:
                values |= {"stale": True}
            if status is _S.INDEXED:
                values |= {"current_version": row.version, "stale": False}
                await purge_versions(connection, document_id, other_than=row.version)
            elif status in _ENDS:
                await purge_versions(connection, document_id, other_than=row.current_version)
            await connection.execute(update(documents).where(documents.c.id == document_id).values(values))
            return await self._row(connection, document_id)

    async def get(self, scope: Scope, document_id: str) -> DocumentRow:
        """A document. Raises NotFound, also when it is another's."""
        async with self._database.read() as connection:
            found = (
                await connection.execute(document_rows().where(documents.c.id == document_id, visible_to(scope)))
            ).one_or_none()
        if found is None:
            raise _missing(document_id)
        return to_document(found)

    async def list_documents(
        self, scope: Scope, wanted: Listed = ALL, *, cursor: str = "", limit: int = 50
    ) -> DocumentPage:
        """Documents, newest first; deleted ones only when asked for by status or id.

        Raises BadInput when the cursor is not one of ours.
        """
        where = [visible_to(scope), *_where(wanted)]
        if cursor:
            created, key = _read_cursor(cursor)
            older = documents.c.created_at < created
            where.append(or_(older, and_(documents.c.created_at == created, documents.c.id > key)))
        query = document_rows().where(*where).order_by(documents.c.created_at.desc(), documents.c.id).limit(limit + 1)
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        more = len(rows) > limit
        kept = rows[:limit]
        return DocumentPage(tuple(to_document(row) for row in kept), _write_cursor(kept[-1]) if more else "")

    async def delete(self, scope: Scope, document_id: str) -> DocumentRow:
        """Delete a document: nothing of its text can be read from now on. The indexes follow when its job is done.

        Deleting twice is fine. Raises NotFound.
        """
        row = await self.get(scope, document_id)
        if row.status is _S.DELETED:
            return row
        async with self._database.write() as connection:
            await self._hold(connection, document_id, None)
            await purge_document(connection, document_id)
            gone = {"status": _S.DELETED.value, "reason": "", "detail": "", "current_version": 0, "worker": ""}
            # The lease stays: who was at work on it may still be writing to the indexes, and must have left before they
            # are cleared.
            reset = {"losses": 0, "waits": 0, "not_before": 0.0, "fence": documents.c.fence + 1, "updated_at": now()}
            left = {"stale": or_(documents.c.stale.is_(True), documents.c.current_version > 0)}
            await connection.execute(update(documents).where(documents.c.id == document_id).values(gone | reset | left))
            return await self._row(connection, document_id)

    async def retry(self, scope: Scope, document_id: str) -> DocumentRow:
        """Let a document that came to nothing be worked on once more, its losses and waits forgiven.

        Raises NotFound, Conflict when it did not fail, was not rejected and is not empty.
        """
        row = await self.get(scope, document_id)
        async with self._database.write() as connection:
            again = update(documents).where(documents.c.id == document_id, documents.c.status.in_(_ENDS))
            if (await connection.execute(again.values(_afresh()))).rowcount == 0:
                raise Conflict(
                    f"Document {document_id} is {row.status.value}: only one that failed, was rejected or is empty can "
                    "be tried again.",
                    document_id=document_id, status=row.status.value,
                )  # fmt: skip
            return await self._row(connection, document_id)

    async def counts(self, tenant: str) -> Counts:
        """How many documents of each state and how many searched passages a tenant has."""
        by_status = (
            select(documents.c.status, func.count()).where(documents.c.tenant == tenant).group_by(documents.c.status)
        )
        searched = (
            select(func.count())
            .select_from(passages.join(documents, passages.c.document_id == documents.c.id))
            .where(passages.c.tenant == tenant, passages.c.version == documents.c.current_version)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(by_status)).all()
            total = await connection.scalar(searched)
        return Counts({DocumentStatus(status): number for status, number in rows}, total or 0)

    async def blob_is_used(self, sha256: str) -> bool:
        """Whether a document that is not deleted has these bytes."""
        query = (
            select(documents.c.id).where(documents.c.blob_sha256 == sha256, documents.c.status != _S.DELETED).limit(1)
        )
        async with self._database.read() as connection:
            return await connection.scalar(query) is not None

    async def _row(self, connection: AsyncConnection, key: str, *, duplicate: bool = False) -> DocumentRow:
        found = (await connection.execute(document_rows().where(documents.c.id == key))).one_or_none()
        if found is None:
            raise _missing(key)
        return to_document(found, duplicate=duplicate)

    async def _find(self, connection: AsyncConnection, new: NewDocument) -> Row[Any] | None:
        same_identity = select(documents).where(
            documents.c.tenant == new.tenant, documents.c.identity == clean(new.identity)
        )
        found = (await connection.execute(same_identity.with_for_update())).one_or_none()
        if found is not None:
            return found
        same_bytes = select(documents).where(
            documents.c.tenant == new.tenant,
            documents.c.blob_sha256 == new.blob_sha256,
            # What could not be read under its name (a format it is not) may be read under another.
            documents.c.status.not_in([_S.DELETED, *_ENDS]),
        )
        if new.external_id:
            same_bytes = same_bytes.where(documents.c.external_id == "")
        for row in await connection.execute(same_bytes.order_by(documents.c.created_at).with_for_update()):
            if _same_readers(row, new):
                return row
        return None

    async def _insert(self, connection: AsyncConnection, new: NewDocument) -> str:
        key = document_id(new.tenant, new.identity)
        start = {
            "id": key, "tenant": new.tenant, "identity": clean(new.identity), "version": 1, "current_version": 0,
            "created_at": now(), "fence": 0, "stale": False,
        }  # fmt: skip
        await connection.execute(insert(documents).values(start | _arrival(new)))
        return key

    async def _replace(self, connection: AsyncConnection, found: Row[Any], new: NewDocument) -> str:
        following = {
            "version": found.version + 1,
            "fence": found.fence + 1,  # whoever works on the old version loses it,
            "lease_until": found.lease_until,  # and has left when its lease is over
        }
        await connection.execute(update(documents).where(documents.c.id == found.id).values(_arrival(new) | following))
        return str(found.id)

    async def _again(self, connection: AsyncConnection, found: Row[Any]) -> DocumentRow:
        if found.status != _S.FAILED:
            return await self._row(connection, found.id, duplicate=True)
        await connection.execute(update(documents).where(documents.c.id == found.id).values(_afresh()))
        return await self._row(connection, found.id)

    async def _name_readers(self, connection: AsyncConnection, key: str, new: NewDocument) -> None:
        await connection.execute(delete(document_principals).where(document_principals.c.document_id == key))
        rows = [{"document_id": key, "principal": clean(principal)} for principal in new.acl.principals]
        if rows:
            await connection.execute(insert(document_principals), rows)


def _where(wanted: Listed) -> list[ColumnElement[bool]]:
    columns, where = documents.c, []
    if wanted.status:
        where.append(columns.status == wanted.status)
    elif not wanted.ids:
        where.append(columns.status != _S.DELETED)
    if wanted.under:
        places = (columns.source_path, columns.external_id)
        where.append(or_(*(place.startswith(wanted.under, autoescape=True) for place in places)))
    if wanted.ids:
        whole = [key for key in wanted.ids if len(key) == ID_LENGTH]
        begun = [key for key in wanted.ids if len(key) < ID_LENGTH]
        where.append(or_(columns.id.in_(whole), *(columns.id.startswith(key, autoescape=True) for key in begun)))
    return where


def _arrival(new: NewDocument) -> dict[str, Any]:
    """Columns that every arrival writes."""
    return {
        "name": clean(new.name), "external_id": clean(new.external_id), "source_path": clean(new.source_path),
        "url": web_address(new.url), "media_type": clean(new.media_type), "blob_sha256": new.blob_sha256,
        "size": new.size,
        "given_title": clean(new.title), "given_date": from_day(new.date), "tags": plain_list(new.tags),
        "acl_users": plain_list(new.acl.users), "acl_groups": plain_list(new.acl.groups),
        "restricted": new.acl.restricted, "profile": new.profile, "status": _S.RECEIVED.value, "reason": "",
        "detail": "", "updated_at": now(), "worker": "", "lease_until": 0.0, "losses": 0, "waits": 0, "not_before": 0.0,
    }  # fmt: skip


def _afresh() -> dict[str, Any]:
    """Columns of a document that is to be worked on again as it is."""
    begun = {"status": _S.RECEIVED.value, "reason": "", "detail": "", "updated_at": now()}
    return begun | {"losses": 0, "waits": 0, "not_before": 0.0}


def _same(row: Row[Any], new: NewDocument) -> bool:
    """Whether an arrival changes nothing.

    Under another identity only bytes and readers count (`_find` has compared them).
    """
    if row.identity != clean(new.identity):
        return True
    mine = (row.blob_sha256, row.given_title, row.given_date, list(row.tags))
    theirs = (new.blob_sha256, clean(new.title), from_day(new.date), plain_list(new.tags))
    return mine == theirs and _same_readers(row, new)


def _same_readers(row: Row[Any], new: NewDocument) -> bool:
    mine = {*(("u", user) for user in row.acl_users), *(("g", group) for group in row.acl_groups)}
    theirs = {*(("u", user) for user in new.acl.users), *(("g", group) for group in new.acl.groups)}
    return mine == theirs


def _missing(key: str) -> NotFound:
    return NotFound(f"There is no document {key!r}. List them to see which there are.", document_id=key)


def _write_cursor(row: Row[Any]) -> str:
    return base64.urlsafe_b64encode(f"{row.created_at!r} {row.id}".encode()).decode()


def _read_cursor(cursor: str) -> tuple[float, str]:
    try:
        created, key = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        return float(created), key
    except (ValueError, binascii.Error) as error:
        raise BadInput("The cursor is not one that a list gave. Start without one.", cursor=cursor) from error
