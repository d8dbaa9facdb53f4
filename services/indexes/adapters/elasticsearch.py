"""Keyword indexes in Elasticsearch 8 and 9 (docs/adr/0007)."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog
from elasticsearch import ApiError, BadRequestError, NotFoundError

from services.core.errors import IndexUnavailable
from services.indexes.adapters import elasticsearch_query as queries
from services.indexes.adapters.elasticsearch_bulk import Action, Bulk, Delete, RetryBudget, Store
from services.indexes.adapters.elasticsearch_connection import Cluster, ElasticsearchConnection
from services.indexes.port import Hit, IndexFilter, KeywordIndex, KeywordRow, RowsRefused
from services.indexes.values import bounded, row_key
from services.indexes.words import MOST_TERMS, TEXT_FIELDS, Analyse, rarest, spaced

_LOG = structlog.get_logger(__name__)

_FORMAT = "v1"
"""In the name of an index. Another one when what is stored of a passage changes: old indexes are not read."""
_ROWS = "rows"
_LIMIT = 10_000
_PAGE = 1_000
_MOST_ASKED = 1_000
"""Different words of a text that are looked at; the rarest of them are asked for."""
_REMOVALS = 1_000
"""Pages of a document that are removed at most; more are somebody who writes it all the time."""


class ElasticsearchEngine:
    """Keyword indexes of one cluster, with the analysis given; `asked` is that of queries, if another.

    An index is an alias and the index behind it: writes go to the alias, so that a server that makes indexes by itself
    never makes one of ours, with a mapping that it guessed.
    """

    def __init__(self, cluster: Cluster, analyse: Analyse, asked: Analyse | None = None) -> None:
        self._connection = ElasticsearchConnection(cluster)
        self._analyse, self._asked = analyse, asked or analyse
        self._budget = RetryBudget()
        self._open: dict[str, ElasticsearchIndex] = {}

    def index(self, name: str) -> KeywordIndex:
        """The index of that name; made by its first upsert."""
        if name not in self._open:
            self._open[name] = ElasticsearchIndex(
                self._connection, self._alias(name), analyses=(self._analyse, self._asked), budget=self._budget
            )
        return self._open[name]

    async def outdated(self) -> bool:
        """Whether an earlier release left indexes that this one does not read: they are to be built anew."""
        return bool(await self._outdated())

    async def forget_outdated(self) -> None:
        """Remove what `outdated` tells of."""
        for name in await self._outdated():
            await self._connection.ask(lambda client, name=name: client.indices.delete(index=name))  # type: ignore[misc]

    async def _outdated(self) -> list[str]:
        pattern = f"{self._connection.cluster.prefix}-*-{_ROWS}"
        found = await self._connection.ask(lambda client: client.indices.get_alias(index=pattern))
        return sorted(name for name in found.body if not name.endswith(f"-{_FORMAT}-{_ROWS}"))

    async def drop(self, name: str) -> None:
        """Remove an index. Unknown names are fine."""
        self._open.pop(name, None)
        behind = f"{self._alias(name)}-{_ROWS}"
        await self._connection.ask(lambda client: client.indices.delete(index=behind, ignore_unavailable=True))

    async def capabilities(self) -> tuple[str, ...]:
        """E.g. ("elasticsearch 9.4.3",)."""
        return (f"elasticsearch {await self._connection.version()}",)

    async def close(self) -> None:
        """Close the client. Safe to call twice."""
        await self._connection.close()

    def _alias(self, name: str) -> str:
        return f"{self._connection.cluster.prefix}-{name}-{_FORMAT}"


class ElasticsearchIndex:
    """One alias: deterministic keys and upserts, filters from typed values, partial results are failures."""

    def __init__(
        self,
        connection: ElasticsearchConnection,
        alias: str,
        *,
        analyses: tuple[Analyse, Analyse],
        budget: RetryBudget,
    ) -> None:
        self._connection, self._alias = connection, alias
        self._analyse, self._asked = analyses
        self._bulk = Bulk(connection, budget)
        self._made = False

    async def upsert(self, rows: Sequence[KeywordRow]) -> None:
        """Store rows in batches; see the port."""
        if not rows:
            return
        await self._make()
        by_key = {row_key(row.entry.tenant, row.entry.passage_id): row for row in rows}
        actions = [Store(key, queries.document(row, self._analyse)) for key, row in by_key.items()]
        refused = await self._written(actions)
        if refused:
            raise RowsRefused("keyword", {by_key[key].entry.passage_id: why for key, why in refused.items()})

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows; see the port."""
        where = queries.of_document(tenant, document_id, before_version)
        for _ in range(_REMOVALS):
            await self._refresh()  # what another process wrote a moment ago may not be searchable yet
            found = await self._found(query=where, size=_PAGE, sort=["_doc"], seq_no_primary_term=True)
            if not found:
                return
            # A row that is written meanwhile is not deleted unseen: the next look says whether it is to go.
            seen = [Delete(hit["_id"], (hit["_seq_no"], hit["_primary_term"])) for hit in found]
            await self._written(seen, at_once=True)
        raise IndexUnavailable("keyword", f"document {document_id!r} is written while it is removed")

    async def search(self, text: str, limit: int, where: IndexFilter) -> list[Hit]:
        """BM25 over the passage under its title and section, with a little more for the title; see the port."""
        if limit < 1:
            return []
        terms = list(dict.fromkeys(spaced(self._asked, text)))
        if len(terms) > MOST_TERMS:
            terms = await self._rarest(terms[:_MOST_ASKED])
        if not terms:
            return []
        found = await self._found(
            query={"bool": {"must": [queries.words(terms, text)], "filter": queries.conditions(where)}},
            size=min(limit, _LIMIT),
            sort=[{"_score": "desc"}, {"passage_id": "asc"}],
            docvalue_fields=["passage_id", "tenant", "principals"],
        )
        return [Hit(hit["fields"]["passage_id"][0], float(hit["sort"][0])) for hit in found if _admitted(hit, where)]

    async def count(self, tenant: str) -> int:
        """Rows of a tenant."""
        reply = await self._searched(query=queries.of_tenant(tenant), size=0, track_total_hits=True)
        return int(reply["hits"]["total"]["value"]) if reply else 0

    async def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of a tenant's rows, a thousand a page, in their order."""
        after: dict[str, Any] = {}
        while True:
            page = await self._found(query=queries.of_tenant(tenant), size=_PAGE, sort=[{"passage_id": "asc"}], **after)
            if not page:
                return
            yield [hit["sort"][0] for hit in page]
            after = {"search_after": page[-1]["sort"]}

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows by passage id; see the port."""
        if passage_ids and await self._exists():
            await self._written([Delete(row_key(tenant, passage_id)) for passage_id in passage_ids], at_once=True)

    async def _written(self, actions: Sequence[Action], *, at_once: bool = False) -> dict[str, str]:
        try:
            return await self._bulk.write(self._alias, actions, at_once=at_once)
        except IndexUnavailable:
            self._made = False  # it may be that somebody dropped it
            raise

    async def _make(self) -> None:
        """The index and its alias, unless they are there. Asked from the server until they once were."""
        if self._made:
            return
        try:
            await self._connection.ask(
                lambda client: client.indices.create(
                    index=f"{self._alias}-{_ROWS}",
                    aliases={self._alias: {}},
                    mappings=queries.MAPPING,
                    settings={
                        "number_of_shards": self._connection.cluster.shards,
                        "auto_expand_replicas": "0-1",
                        "refresh_interval": "1s",
                        "analysis": queries.ANALYSIS,
                    },
                )
            )
        except BadRequestError as error:
            if "resource_already_exists" not in error.error:
                raise IndexUnavailable("keyword", f"its index cannot be made: {error.message}") from error
        self._made = True

    async def _exists(self) -> bool:
        return bool(await self._connection.ask(lambda client: client.indices.exists_alias(name=self._alias)))

    async def _refresh(self) -> None:
        with suppress(NotFoundError):
            await self._connection.ask(lambda client: client.indices.refresh(index=self._alias))

    async def _found(self, **request: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - of the client's own search
        reply = await self._searched(track_total_hits=False, **request)
        return list(reply["hits"]["hits"]) if reply else []

    async def _searched(self, **request: Any) -> Mapping[str, Any] | None:  # noqa: ANN401 - of the client's own search
        """The answer of all shards, or None when there is no such index yet. Some shards are none: it raises."""
        cluster = self._connection.cluster
        if cluster.shards > 1:
            # Words are as rare as they are in the whole index, not in the shard that a passage happens to lie in.
            request["search_type"] = "dfs_query_then_fetch"
        try:
            reply = await self._connection.ask(
                lambda client: client.search(
                    index=self._alias,
                    allow_partial_search_results=False,
                    timeout=f"{int(cluster.timeout_s * 900)}ms",
                    **request,
                )
            )
        except NotFoundError:
            return None
        except ApiError as error:
            raise IndexUnavailable("keyword", f"it refused a search: {error.message}") from error
        shards = reply["_shards"]
        if reply["timed_out"] or shards["failed"] or shards["successful"] < shards["total"]:
            raise IndexUnavailable("keyword", f"{shards['successful']} of {shards['total']} shards answered in time")
        return dict(reply.body)

    async def _rarest(self, terms: Sequence[str]) -> list[str]:
        """Terms that the index knows, in order; the 64 rarest when there are more."""
        text = " ".join(terms)
        try:
            reply = await self._connection.ask(
                lambda client: client.termvectors(
                    index=self._alias,
                    doc=dict.fromkeys(TEXT_FIELDS, text),
                    fields=list(TEXT_FIELDS),
                    term_statistics=True,
                    field_statistics=False,
                    offsets=False,
                    positions=False,
                )
            )
        except NotFoundError:
            return []
        except ApiError as error:
            raise IndexUnavailable("keyword", f"it refused a search: {error.message}") from error
        fields = [field["terms"] for field in reply["term_vectors"].values()]
        known = {term: max(int(field.get(term, {}).get("doc_freq", 0)) for field in fields) for term in terms}
        return rarest(terms, known)


def _admitted(hit: Mapping[str, Any], where: IndexFilter) -> bool:
    """Whether a hit is the asker's to see, by what is stored with it: the filter is not trusted alone."""
    fields = hit["fields"]
    own = fields["tenant"] == [bounded(where.tenant)]
    shown = set(fields["principals"]) & {bounded(principal) for principal in where.principals}
    if own and shown:
        return True
    _LOG.error("keyword.foreign_hit", passage_id=fields["passage_id"][0])
    return False
