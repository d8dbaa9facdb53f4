"""Keyword indexes in folders of tantivy. One writer per index: the process that owns the folder."""

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar

from tantivy import Document, Index, IndexWriter, Occur, Query, Searcher

from services.core.errors import IndexUnavailable, StorageFull, Unavailable
from services.indexes.adapters import tantivy_filter
from services.indexes.port import Hit, IndexFilter, KeywordIndex, KeywordRow
from services.indexes.values import bounded, row_key
from services.indexes.words import TEXT_FIELDS, UNDATED, Analyse, characters, rarest, spaced

_FORMAT = ".v2"
"""Ends the folder of an index. Another one when what is stored of a passage changes: old folders are not read."""
_HEAP_BYTES = 50_000_000
_LIMIT = 10_000
_SEARCHES_AT_ONCE = 2

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class TantivyEngine:
    """Keyword indexes as folders below one folder, with the analysis given; `asked` is that of queries, if another."""

    def __init__(self, folder: Path, analyse: Analyse, asked: Analyse | None = None) -> None:
        self._folder, self._analyse, self._asked = folder, analyse, asked or analyse
        self._open: dict[str, TantivyIndex] = {}

    def index(self, name: str) -> KeywordIndex:
        """The index of that name; its folder is made by its first upsert."""
        if name not in self._open:
            self._open[name] = TantivyIndex(self._folder / f"{name}{_FORMAT}", self._analyse, self._asked)
        return self._open[name]

    async def outdated(self) -> bool:
        """Whether an earlier release left indexes that this one does not read: they are to be built anew."""
        return bool(await asyncio.to_thread(self._outdated))

    async def forget_outdated(self) -> None:
        """Remove what `outdated` tells of."""
        for folder in await asyncio.to_thread(self._outdated):
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def _outdated(self) -> list[Path]:
        folders = self._folder.iterdir() if self._folder.is_dir() else ()
        return [folder for folder in folders if folder.is_dir() and folder.suffix != _FORMAT]

    async def drop(self, name: str) -> None:
        """Remove an index with its folder. Unknown names are fine."""
        opened = self._open.pop(name, None)
        if opened is not None:
            await opened.close()
        await asyncio.to_thread(shutil.rmtree, self._folder / f"{name}{_FORMAT}", ignore_errors=True)

    async def capabilities(self) -> tuple[str, ...]:
        """E.g. ("tantivy 0.27.0",)."""
        return (f"tantivy {version('tantivy')}",)

    async def close(self) -> None:
        """Finish writing and give the folders free. Safe to call twice."""
        for opened in self._open.values():
            await opened.close()


class TantivyIndex:
    """One folder. Writes go through one thread and end with a commit: what was stored is searchable on return."""

    def __init__(self, folder: Path, analyse: Analyse, asked: Analyse) -> None:
        self._folder, self._analyse, self._asked = folder, analyse, asked
        self._schema = tantivy_filter.schema()
        self._index: Index | None = None
        self._writer: IndexWriter | None = None
        self._opening = threading.Lock()
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="tantivy-write")
        self._searching = ThreadPoolExecutor(_SEARCHES_AT_ONCE, thread_name_prefix="tantivy-search")

    async def upsert(self, rows: Sequence[KeywordRow]) -> None:
        """Store rows and commit; see the port."""
        if rows:
            await self._in(self._writing, self._upsert, rows)

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows and commit; see the port."""
        query = tantivy_filter.of_document(self._schema, tenant, document_id, before_version=before_version)
        await self._in(self._writing, self._remove, query)

    async def search(self, text: str, limit: int, where: IndexFilter) -> list[Hit]:
        """BM25 over the passage under its title and section, with a little more for the title; see the port."""
        if limit < 1:
            return []
        return await self._in(self._searching, self._search, text, min(limit, _LIMIT), where)

    async def count(self, tenant: str) -> int:
        """Rows of a tenant."""
        return await self._in(self._searching, self._count, tenant)

    async def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of a tenant's rows, in one page."""
        yield await self._in(self._searching, self._passage_ids, tenant)

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows by passage id and commit; see the port."""
        if passage_ids:
            keys = [row_key(tenant, passage_id) for passage_id in passage_ids]
            await self._in(self._writing, self._remove, tantivy_filter.of_keys(self._schema, keys))

    async def close(self) -> None:
        """Finish merges and give the writer's lock free. Safe to call twice."""
        await asyncio.to_thread(self._close)

    async def _in(
        self,
        threads: ThreadPoolExecutor,
        work: Callable[Arguments, Result],
        *args: Arguments.args,
        **_: Arguments.kwargs,
    ) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work, *args)
        except (OSError, RuntimeError, ValueError) as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> Unavailable:
        # tantivy knows no errors of its own: a busy lock, a full disk and a broken file are all ValueError.
        text = str(error) or type(error).__name__
        if "No space left" in text or "os error 28" in text:
            advice = (
                f"The disk under {self._folder.name} is full. Free some space and try again; nothing stored is lost."
            )
            return StorageFull(advice, path=self._folder)
        return IndexUnavailable("keyword", text.splitlines()[0][:200])

    # Below: what runs in a thread.

    def _upsert(self, rows: Sequence[KeywordRow]) -> None:
        documents = [self._document(row) for row in rows]
        with self._written() as writer:
            for row, document in zip(rows, documents, strict=True):
                writer.delete_documents_by_term("key", row_key(row.entry.tenant, row.entry.passage_id))
                writer.add_document(document)

    def _remove(self, query: Query) -> None:
        if self._opened_index() is None:
            return
        with self._written() as writer:
            writer.delete_documents_by_query(query)

    @contextmanager
    def _written(self) -> Iterator[IndexWriter]:
        """A writer whose work is committed and searchable at the end, or thrown away together with the writer."""
        index, writer = self._opened_writer()
        try:
            yield writer
            writer.commit()
        except (OSError, RuntimeError, ValueError):
            # A writer that met an error (a full disk) is dead; a new one starts from the last commit.
            self._writer = None
            raise
        index.reload()

    def _search(self, text: str, limit: int, where: IndexFilter) -> list[Hit]:
        index = self._opened_index()
        if index is None:
            return []
        searcher = index.searcher()
        terms = self._rarest(searcher, text)
        if not terms:
            return []
        words = Query.boolean_query([(Occur.Should, query) for term in terms for query in self._in_fields(term)])
        query = Query.boolean_query([(Occur.Must, words), *tantivy_filter.clauses(self._schema, where)])
        found = searcher.search(query, limit, count=False).hits
        hits = [Hit(str(searcher.doc(address)["passage_id"][0]), float(score)) for score, address in found]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))

    def _rarest(self, searcher: Searcher, text: str) -> list[str]:
        """Terms of the text that the index knows, in order; the 64 rarest when there are more."""
        terms = list(dict.fromkeys(spaced(self._asked, text)))
        frequency = {term: max(searcher.doc_freq(name, term) for name in TEXT_FIELDS) for term in terms}
        return rarest(terms, frequency)

    def _in_fields(self, term: str) -> list[Query]:
        return [
            Query.boost_query(Query.term_query(self._schema, name, term, "freq"), boost)
            for name, boost in TEXT_FIELDS.items()
        ]

    def _count(self, tenant: str) -> int:
        index = self._opened_index()
        if index is None:
            return 0
        found = index.searcher().search(tantivy_filter.of_tenant(self._schema, tenant), 1, count=True)
        return int(found.count)  # type: ignore[attr-defined]  # it is there; the stubs forgot it

    def _passage_ids(self, tenant: str) -> list[str]:
        index, held = self._opened_index(), self._count(tenant)
        if index is None or not held:
            return []
        searcher = index.searcher()
        found = searcher.search(tantivy_filter.of_tenant(self._schema, tenant), held, count=False).hits
        return [str(searcher.doc(address)["passage_id"][0]) for _, address in found]

    def _document(self, row: KeywordRow) -> Document:
        entry, document = row.entry, Document()
        document.add_text("key", row_key(entry.tenant, entry.passage_id))
        document.add_text("passage_id", entry.passage_id)
        for name, values in (
            ("tenant", (entry.tenant,)),
            ("document_id", (entry.document_id,)),
            ("language", (entry.language,)),
            ("principals", entry.principals),
            ("tags", entry.tags),
        ):
            for value in values:
                document.add_text(name, bounded(value))
        document.add_text("section_path", " ".join(characters(entry.section)))
        whole = "\n".join((row.title, entry.section, row.body))
        for name, text in (("title", row.title), ("body", whole)):
            document.add_text(name, " ".join(spaced(self._analyse, text)))
        document.add_integer("version", entry.version)
        document.add_integer("day", entry.date.toordinal() if entry.date else UNDATED)
        return document

    def _opened_index(self) -> Index | None:
        """The index, or None while its folder was never written."""
        with self._opening:
            if self._index is None and self._folder.is_dir() and Index.exists(str(self._folder)):
                self._index = Index(self._schema, path=str(self._folder))
            return self._index

    def _opened_writer(self) -> tuple[Index, IndexWriter]:
        index = self._opened_index()
        if index is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._opening:
                index = self._index = Index(self._schema, path=str(self._folder))
        if self._writer is None:
            self._writer = index.writer(heap_size=_HEAP_BYTES, num_threads=1)
        return index, self._writer

    def _close(self) -> None:
        self._writing.shutdown()
        self._searching.shutdown()
        if self._writer is not None:
            self._writer.wait_merging_threads()
        self._writer = self._index = None
