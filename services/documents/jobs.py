"""Who works on which document.

Leases by the database's clock, with a fencing number, so that a lost worker's job is taken up again.
"""

from typing import Any

from sqlalchemy import ColumnElement, Row, and_, case, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.errors import LeaseLost
from services.documents.database import now
from services.documents.models import Job
from services.documents.part import Part, document_rows, still_searched, to_document
from services.documents.purge import purge_versions
from services.documents.schema import documents
from services.documents.status import DocumentReason, DocumentStatus

LEASE_S = 15.0
TRY_AGAIN = "Try it again with `sextant documents retry`, or ingest it again."
MOST_LOSSES = 3
"""A document whose workers were lost this often in one stage is FAILED: it may be what kills them."""

_UNFINISHED = tuple(status.value for status in DocumentStatus if not status.terminal)
# Named one by one, so that the index over states serves the question that every worker asks every few seconds.
_CAME_TO_NOTHING = tuple(
    status.value for status in DocumentStatus if status.terminal and status is not DocumentStatus.INDEXED
)


def _open() -> ColumnElement[bool]:
    leftovers = and_(documents.c.status.in_(_CAME_TO_NOTHING), documents.c.stale.is_(True))
    return and_(or_(documents.c.status.in_(_UNFINISHED), leftovers), documents.c.lease_until < now())


class Jobs(Part):
    """Leases on documents."""

    async def claim_job(self, document_id: str, worker: str, *, lease_s: float = LEASE_S) -> Job | None:
        """Take a document that nobody holds; None when it is held, finished or unknown.

        One that has ended otherwise than INDEXED is a job while rows of it that nobody searches may be in an index.
        """
        lost = and_(documents.c.worker != "", documents.c.status.in_(_UNFINISHED))
        claim = (
            update(documents)
            .where(documents.c.id == document_id, _open())
            .values(
                worker=worker,
                lease_until=now() + lease_s,
                fence=documents.c.fence + 1,
                losses=case((lost, documents.c.losses + 1), else_=documents.c.losses),
            )
            .returning(documents.c.fence, documents.c.losses)
        )
        async with self._database.write() as connection:
            claimed = (await connection.execute(claim)).one_or_none()
            if claimed is None:
                return None
            row = (await connection.execute(document_rows().where(documents.c.id == document_id))).one()
            if claimed.losses >= MOST_LOSSES and row.status in _UNFINISHED:
                await self._give_up(connection, row)
                return None
            return Job(to_document(row), claimed.fence, lease_s)

    async def heartbeat(self, document_id: str, fence: int, *, lease_s: float = LEASE_S) -> None:
        """Go on holding a job. Raises LeaseLost when it was taken, ended or deleted."""
        extend = (
            update(documents)
            .where(documents.c.id == document_id, documents.c.fence == fence, documents.c.worker != "")
            .values(lease_until=now() + lease_s)
        )
        async with self._database.write() as connection:
            if (await connection.execute(extend)).rowcount == 0:
                raise LeaseLost(f"Document {document_id} is no longer ours.", document_id=document_id, fence=fence)

    async def release_job(self, document_id: str, fence: int) -> None:
        """Give a job back unfinished; it is offered again at once. Nothing happens when it is no longer ours."""
        await self._give_back(document_id, fence, not_before=0.0)

    async def postpone_job(self, document_id: str, fence: int, *, delay_s: float) -> None:
        """Give a job back because something that it needs is away; it is offered again after a delay, and the wait is
        counted. Nothing happens when it is no longer ours."""
        await self._give_back(document_id, fence, not_before=now() + delay_s, waits=documents.c.waits + 1)

    async def next_unfinished(self, limit: int = 16) -> list[str]:
        """Ids of documents that wait for a worker, those longest untouched first."""
        query = (
            select(documents.c.id)
            .where(_open(), documents.c.not_before <= now())
            .order_by(documents.c.updated_at, documents.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return list((await connection.scalars(query)).all())

    async def cleaned(self, document_id: str, *, fence: int | None = None) -> None:
        """Note that the indexes hold nothing of a document but its searched version."""
        async with self._database.write() as connection:
            await self._hold(connection, document_id, fence)
            await connection.execute(
                update(documents).where(documents.c.id == document_id).values(stale=False, waits=0)
            )

    async def _give_back(self, document_id: str, fence: int, **values: object) -> None:
        mine = and_(documents.c.id == document_id, documents.c.fence == fence)
        async with self._database.write() as connection:
            await connection.execute(update(documents).where(mine).values(worker="", lease_until=0.0, **values))

    async def _give_up(self, connection: AsyncConnection, row: Row[Any]) -> None:
        document_id, parsing = row.id, row.status != DocumentStatus.INDEXING.value
        ended = {
            "status": DocumentStatus.FAILED.value,
            "reason": (DocumentReason.PARSER_CRASHED if parsing else DocumentReason.UNAVAILABLE).value,
            "detail": still_searched(
                f"{MOST_LOSSES} workers were lost while it was {row.status}. {TRY_AGAIN}", row.current_version
            ),
            "worker": "", "lease_until": 0.0, "losses": 0, "updated_at": now(),
        }  # fmt: skip
        await purge_versions(connection, document_id, other_than=row.current_version)
        await connection.execute(update(documents).where(documents.c.id == document_id).values(ended))
