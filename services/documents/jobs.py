"""Who works on which document.

Leases by the database's clock, with a fencing number, so that a lost worker's job is taken up again.
"""

from sqlalchemy import ColumnElement, and_, case, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.errors import LeaseLost
from services.documents.database import now
from services.documents.models import Job
from services.documents.part import Part, document_rows, to_document
from services.documents.purge import purge_versions
from services.documents.schema import documents
from services.documents.status import DocumentReason, DocumentStatus

LEASE_S = 15.0
MOST_LOSSES = 3
"""A document whose workers were lost this often in one stage is FAILED: it may be what kills them."""

_UNFINISHED = tuple(status.value for status in DocumentStatus if not status.terminal)


def _open() -> ColumnElement[bool]:
    leaving = and_(documents.c.status == DocumentStatus.DELETED.value, documents.c.in_index.is_(True))
    return and_(or_(documents.c.status.in_(_UNFINISHED), leaving), documents.c.lease_until < now())


class Jobs(Part):
    """Leases on documents."""

    async def claim_job(self, document_id: str, worker: str, *, lease_s: float = LEASE_S) -> Job | None:
        """Take a document that nobody holds; None when it is held, finished or unknown.

        A DELETED document is a job while something of it may be in an index.
        """
        lost = and_(documents.c.worker != "", documents.c.status != DocumentStatus.DELETED.value)
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
            if claimed.losses >= MOST_LOSSES:
                await self._give_up(connection, document_id)
                return None
            row = (await connection.execute(document_rows().where(documents.c.id == document_id))).one()
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

    async def release_job(self, document_id: str, fence: int, *, delay_s: float = 0.0) -> None:
        """Give a job back unfinished; it is offered again after a delay. Nothing happens when it is no longer ours."""
        give = (
            update(documents)
            .where(documents.c.id == document_id, documents.c.fence == fence)
            .values(worker="", lease_until=0.0, not_before=now() + delay_s)
        )
        async with self._database.write() as connection:
            await connection.execute(give)

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

    async def removed(self, document_id: str, *, fence: int | None = None) -> None:
        """Note that no index holds anything of a deleted document any more."""
        async with self._database.write() as connection:
            await self._hold(connection, document_id, fence)
            done = {"in_index": False, "worker": "", "lease_until": 0.0}
            await connection.execute(update(documents).where(documents.c.id == document_id).values(done))

    async def _give_up(self, connection: AsyncConnection, document_id: str) -> None:
        row = (await connection.execute(document_rows().where(documents.c.id == document_id))).one()
        parsing = row.status != DocumentStatus.INDEXING.value
        ended = {
            "status": DocumentStatus.FAILED.value,
            "reason": (DocumentReason.PARSER_CRASHED if parsing else DocumentReason.UNAVAILABLE).value,
            "detail": f"{MOST_LOSSES} workers were lost while it was {row.status}.",
            "worker": "", "lease_until": 0.0, "losses": 0, "updated_at": now(),
        }  # fmt: skip
        await purge_versions(connection, document_id, other_than=row.current_version)
        await connection.execute(update(documents).where(documents.c.id == document_id).values(ended))
