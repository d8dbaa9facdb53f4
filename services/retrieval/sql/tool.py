"""The SQL tool: which of a tenant's databases a question is for, and what that database answers."""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.passage import Evidence, Passage
from services.core.domain.question import Question, Scope
from services.core.errors import Refused, Unavailable
from services.language.detect import language_of
from services.language.query_results import result_of, written
from services.retrieval.sql.folder import DatabaseFolder
from services.retrieval.sql.guard import guarded
from services.retrieval.sql.port import QueryLimits, Schema, SqlSource
from services.retrieval.sql.ration import Ration
from services.retrieval.sql.reading.reader import Reader, Reading, Unread

NAMED, UNNAMED = 0.5, 0.75
"""The score from which a reading is believed: of a database that the caller named, and of one that was found."""
NONE = "the tenant has no database"


@dataclass(frozen=True, slots=True)
class Link:
    """Which database can answer a text, how surely, and why; `database` is empty when none can."""

    database: str = ""
    score: float = 0.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Queried:
    """What a database answers: the link that decided, the query, its rows as evidence and in short form."""

    link: Link
    sql: str = ""
    evidence: Evidence | None = None
    answer: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    source: SqlSource
    schema: Schema
    reading: Reading


class SqlTool:
    """Answers questions from databases."""

    def __init__(self, folder: DatabaseFolder, ration: Ration, limits: QueryLimits) -> None:
        self._folder, self._ration, self._limits = folder, ration, limits
        self._readers: dict[tuple[str, str], tuple[Schema, Reader]] = {}

    async def link(self, scope: Scope, question: Question, texts: Sequence[str]) -> list[Link]:
        """A link for each text. Raises UnknownDatabase, and SourceUnavailable for a named one that cannot be read."""
        return [(await self._read(scope, question, text))[0] for text in texts]

    async def query(self, scope: Scope, question: Question) -> Queried:
        """The rows that a question asks for, when a database can give them.

        Raises UnknownDatabase, TooManyQueries, QueryTooSlow, SourceUnavailable.
        """
        link, read = await self._read(scope, question, question.text)
        if read is None:
            return Queried(link)
        try:
            sql = guarded(read.reading.sql, read.schema, rows=self._limits.rows)
        except Refused as error:
            return Queried(Link(reasons=(error.message,)))
        async with self._ration.turn(scope):
            rows = await read.source.run(sql)
        tables = read.reading.tables
        result = result_of(
            read.source.name, tables, read.reading.sql, columns=rows.columns, rows=rows.rows, cut=rows.truncated
        )
        return Queried(link, read.reading.sql, _evidence(scope, question, written(result), link=link), result.short)

    async def _read(self, scope: Scope, question: Question, text: str) -> tuple[Link, _Read | None]:
        sources = self._folder.sources(scope, question.database)
        if not sources:
            return Link(reasons=(NONE,)), None
        least = NAMED if question.database else UNNAMED
        found: list[_Read] = []
        reasons: list[str] = []
        for source in sources:
            try:
                schema, reader = await self._reader(scope, source)
            except Unavailable as error:
                if question.database:
                    raise
                reasons.append(error.message)
                continue
            read = await asyncio.to_thread(reader.read, text, question.time_ranges)
            if isinstance(read, Unread):
                reasons.append(f"{source.name}: {read.reason}")
            elif read.score < least or not (question.database or read.telling):
                reasons.append(f"{source.name}: too little links to it ({read.score:.2f})")
            else:
                found.append(_Read(source, schema, read))
        if not found:
            return Link(reasons=tuple(reasons)), None
        best = max(found, key=lambda each: each.reading.score)
        rivals = [each.source.name for each in found if each is not best]
        also = (f"ambiguous: {', '.join(rivals)} could answer, too",) if rivals else ()
        return Link(best.source.name, best.reading.score, (*best.reading.reasons, *also)), best

    async def _reader(self, scope: Scope, source: SqlSource) -> tuple[Schema, Reader]:
        """The reader of a database, made anew when its schema or values have changed."""
        schema = await source.schema()
        key = (scope.tenant, source.name)
        known = self._readers.get(key)
        if known is None or known[0] is not schema:
            known = schema, await asyncio.to_thread(Reader, schema)
            self._readers[key] = known
        return known


def _evidence(scope: Scope, question: Question, text: str, *, link: Link) -> Evidence:
    """Query and rows as a passage: the same query of the same rows is the same passage."""
    mark = hashlib.sha256("\x00".join((scope.tenant, link.database, text)).encode()).hexdigest()[:32]
    head = text.partition("\n\n")[0]
    passage = Passage(
        id=f"sql-{mark}",
        document_id=f"database:{link.database}",
        external_id=f"database:{link.database}",
        title=link.database,
        section="SQL",
        page=0,
        text=text,
        date=None,
        language=question.language or language_of(question.text),
        char_start=0,
        char_end=len(head),
        tags=("sql",),
    )
    return Evidence(passage, relevance=link.score)
