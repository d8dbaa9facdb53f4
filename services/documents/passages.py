"""Passages of versions and the analysis of their sentences."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.core.errors import Conflict, NotFound
from services.documents.analysis_codec import decode_sentences, encode_sentences
from services.documents.models import NO_FACTS, DocumentRow, StoredPassage, StoredSentence, VersionFacts, passage_id
from services.documents.part import (
    Part,
    batches,
    clean,
    document_rows,
    from_day,
    plain_list,
    to_day,
    to_document,
    visible_to,
    web_address,
)
from services.documents.schema import analyses, document_versions, documents, passages, summaries
from services.documents.status import DocumentStatus


class Passages(Part):
    """The passages, analyses and versions tables."""

    async def write_version(
        self,
        document_id: str,
        version: int,
        passages_: Sequence[StoredPassage],
        *,
        facts: VersionFacts = NO_FACTS,
        fence: int | None = None,
    ) -> list[str]:
        """Store the passages of a version, in order, with their analysis; all or nothing. Returns their ids.

        Writing a version again replaces it. Raises NotFound, Conflict when the document has moved on to another
        version, LeaseLost.
        """
        async with self._database.write() as connection:
            await self._hold(connection, document_id, fence)
            document, given = await self._newest(connection, document_id, version, facts=facts)
            here = and_(passages.c.document_id == document_id, passages.c.version == version)
            await connection.execute(delete(passages).where(here))
            shown = sum(one.covers is None for one in passages_)
            await self._database.upsert(
                connection, document_versions, [_facts_row(document, facts, shown)],
                replace=["title", "language", "date", "passages", "model", "text"],
            )  # fmt: skip
            ids: list[str] = []
            titled = [
                replace(each, title=each.title or (given if each.record else document.title)) for each in passages_
            ]
            for batch in batches(titled):
                ids.extend(await self._insert_passages(connection, document, (len(ids), batch)))
            return ids

    async def passages(self, scope: Scope, ids: Sequence[str]) -> list[Passage]:
        """Passages by id, in the order of the ids. Unknown, deleted, replaced and forbidden ones are left out, and so
        are summaries."""
        found: dict[str, Passage] = {}
        async with self._database.read() as connection:
            for batch in batches(ids):
                query = _passage_rows().where(passages.c.id.in_(batch), visible_to(scope), _readable(), _shown())
                found.update({row.id: to_passage(row) for row in await connection.execute(query)})
        return [found[key] for key in ids if key in found]

    async def covered(self, scope: Scope, ids: Sequence[str]) -> dict[str, list[str]]:
        """The passages that summaries cover, in order, by the id of the summary. All other ids are left out."""
        covered: dict[str, list[str]] = {}
        joined = summaries.join(passages, summaries.c.passage_id == passages.c.id)
        found = select(passages, summaries.c.first, summaries.c.last).select_from(
            joined.join(documents, passages.c.document_id == documents.c.id)
        )
        async with self._database.read() as connection:
            for batch in batches(ids):
                query = found.where(passages.c.id.in_(batch), visible_to(scope), _readable())
                for row in await connection.execute(query):
                    whole = range(row.first, row.last + 1)
                    covered[row.id] = [
                        passage_id(row.tenant, row.document_id, version=row.version, ordinal=at) for at in whole
                    ]
        return covered

    async def version_passages(self, document_id: str, version: int) -> list[Passage]:
        """All passages of a version, in order; for workers. Empty when it was not written."""
        query = _passage_rows().where(passages.c.document_id == document_id, passages.c.version == version)
        async with self._database.read() as connection:
            return [to_passage(row) for row in await connection.execute(query.order_by(passages.c.ordinal))]

    async def version_is_written(self, document_id: str, version: int) -> bool:
        """Whether `write_version` has been done."""
        where = and_(document_versions.c.document_id == document_id, document_versions.c.version == version)
        async with self._database.read() as connection:
            return await connection.scalar(select(document_versions.c.version).where(where)) is not None

    async def version_text(self, scope: Scope, document_id: str) -> str:
        """The normalised text of the searched version, in which passages' characters count. Raises NotFound."""
        query = (
            select(document_versions.c.text)
            .select_from(document_versions.join(documents, document_versions.c.document_id == documents.c.id))
            .where(
                documents.c.id == document_id,
                visible_to(scope),
                document_versions.c.version == documents.c.current_version,
            )
        )
        async with self._database.read() as connection:
            data = await connection.scalar(query)
        if data is None:
            raise NotFound(f"There is no searched text of document {document_id!r}.", document_id=document_id)
        return zlib.decompress(data).decode()

    async def sentence_analysis(self, passage_ids: Sequence[str]) -> dict[str, list[StoredSentence]]:
        """Sentences of passages that the caller may read, by passage id; unknown ids are left out."""
        found: dict[str, list[StoredSentence]] = {}
        async with self._database.read() as connection:
            for batch in batches(passage_ids):
                query = select(analyses).where(analyses.c.passage_id.in_(batch))
                found.update(
                    {row.passage_id: decode_sentences(row.sentences) for row in await connection.execute(query)}
                )
        return found

    async def _newest(
        self, connection: AsyncConnection, document_id: str, version: int, *, facts: VersionFacts
    ) -> tuple[DocumentRow, str]:
        """The document with the title and date of this version, which the caller's own go before; the caller's title,
        "" without one."""
        found = (await connection.execute(document_rows().where(documents.c.id == document_id))).one_or_none()
        if found is None:
            raise NotFound(f"There is no document {document_id!r}.", document_id=document_id)
        if found.version != version or found.status == DocumentStatus.DELETED.value:
            raise Conflict(
                f"Version {version} of document {document_id} is not its newest ({found.version}, {found.status}).",
                document_id=document_id, version=version,
            )  # fmt: skip
        title = found.given_title or facts.title or found.name
        document = replace(to_document(found), title=title, date=to_day(found.given_date) or facts.date)
        return document, found.given_title

    async def _insert_passages(
        self, connection: AsyncConnection, document: DocumentRow, numbered: tuple[int, Sequence[StoredPassage]]
    ) -> list[str]:
        first, batch = numbered
        rows = [_passage_row(document, ordinal, passage) for ordinal, passage in enumerate(batch, first)]
        await self._database.upsert(connection, passages, rows)
        ids: list[str] = [row["id"] for row in rows]
        analysed = [
            {"passage_id": key, "sentences": encode_sentences(passage.sentences)}
            for key, passage in zip(ids, batch, strict=True)
        ]
        await self._database.upsert(connection, analyses, analysed)
        await self._database.upsert(
            connection, summaries, [
                {"passage_id": key, "first": passage.covers[0], "last": passage.covers[1]}
                for key, passage in zip(ids, batch, strict=True) if passage.covers
            ],
        )  # fmt: skip
        return ids


def _readable() -> Any:  # noqa: ANN401 -- a boolean SQL expression; SQLAlchemy types or_ of mixed operands as Any
    # The newest version is readable while it takes the old one's place: its hits come up before the switch is noted.
    at = passages.c.version
    return and_(
        or_(at == documents.c.current_version, at == documents.c.version),
        documents.c.status != DocumentStatus.DELETED.value,
    )


def _shown() -> ColumnElement[bool]:
    return passages.c.id.not_in(select(summaries.c.passage_id))


def _passage_rows() -> Select[Any]:
    return select(passages).select_from(passages.join(documents, passages.c.document_id == documents.c.id))


def to_passage(row: Row[Any]) -> Passage:
    """A row of the passages table."""
    return Passage(
        id=row.id,
        document_id=row.document_id,
        external_id=row.external_id,
        title=row.title,
        section=row.section,
        page=row.page,
        text=row.text,
        date=to_day(row.date),
        language=row.language,
        char_start=row.char_start,
        char_end=row.char_end,
        tags=tuple(row.tags),
        url=row.url,
        version=row.version,
    )


def _facts_row(document: DocumentRow, facts: VersionFacts, number: int) -> dict[str, Any]:
    return {
        "document_id": document.id,
        "version": document.version,
        "title": clean(facts.title),
        "language": facts.language,
        "date": from_day(facts.date),
        "passages": number,
        "model": "",
        "text": zlib.compress(clean(facts.text).encode()),
    }


def _passage_row(document: DocumentRow, ordinal: int, passage: StoredPassage) -> dict[str, Any]:
    tags = tuple(dict.fromkeys((*document.tags, *passage.tags)))
    return {
        "id": passage_id(document.tenant, document.id, version=document.version, ordinal=ordinal),
        "tenant": document.tenant,
        "document_id": document.id,
        "version": document.version,
        "ordinal": ordinal,
        "external_id": clean(passage.external_id or document.external_id),
        "title": clean(passage.title),
        "section": clean(passage.section),
        "page": passage.page,
        "text": clean(passage.text),
        "date": from_day(passage.date or document.date),
        "language": passage.language,
        "char_start": passage.char_start,
        "char_end": passage.char_end,
        "tags": plain_list(tags),
        "url": web_address(passage.url or document.url),
    }
