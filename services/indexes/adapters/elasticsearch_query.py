"""What is stored of a passage in Elasticsearch, and typed filters and words as its queries.

Queries are objects with values in them: no query language is ever parsed.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from services.indexes.port import IndexFilter, KeywordRow
from services.indexes.values import bounded
from services.indexes.words import MOST_TERMS, TEXT_FIELDS, UNDATED, Analyse, characters, spaced

Query = dict[str, Any]

NET = "net"
"""The field of the recall net: pairs of characters as Elasticsearch's own analysis `cjk` makes them."""
NET_BOOST = 0.01
"""So little that the net orders only what nothing else orders: it finds what our segmentation cut otherwise."""
_PAIRED = re.compile(r"[\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
"""Chinese, Japanese, Korean: the text that `cjk` cuts into pairs."""

MAPPING: Query = {
    # A field that nobody foresaw is a mistake of ours and refused, not guessed at.
    "dynamic": "strict",
    # The document store has the texts; this is an index of them and can be built anew from there.
    "_source": {"enabled": False},
    "properties": {
        **{name: {"type": "keyword"} for name in ("passage_id", "tenant", "principals")},
        **{name: {"type": "keyword", "doc_values": False} for name in ("document_id", "tags", "language")},
        **{name: {"type": "text", "analyzer": "spaces", "index_options": "freqs"} for name in TEXT_FIELDS},
        NET: {"type": "text", "analyzer": "cjk", "index_options": "freqs"},
        "section_path": {"type": "text", "analyzer": "spaces", "norms": False},
        "version": {"type": "integer"},
        "day": {"type": "integer"},
    },
}

ANALYSIS: Query = {
    "analyzer": {"spaces": {"type": "custom", "tokenizer": "spaces"}},
    # Its longest token: ours have at most 256 bytes, so none is ever cut in two.
    "tokenizer": {"spaces": {"type": "whitespace", "max_token_length": 300}},
}


def document(row: KeywordRow, analyse: Analyse) -> Query:
    """A passage as it is stored: tokens of our own analysis, and what filters need."""
    entry = row.entry
    whole = "\n".join((row.title, entry.section, row.body))
    return {
        "passage_id": entry.passage_id,
        "tenant": bounded(entry.tenant),
        "document_id": bounded(entry.document_id),
        "language": bounded(entry.language),
        "principals": [bounded(value) for value in entry.principals],
        "tags": [bounded(value) for value in entry.tags],
        "section_path": " ".join(characters(entry.section)),
        "title": " ".join(spaced(analyse, row.title)),
        "body": " ".join(spaced(analyse, whole)),
        NET: " ".join(_PAIRED.findall(whole)),
        "version": entry.version,
        "day": entry.date.toordinal() if entry.date else UNDATED,
    }


def words(terms: Iterable[str], text: str) -> Query:
    """Passages with any of the terms, or with pairs of characters of the text; BM25, fields weighed."""
    clauses = [
        {"term": {name: {"value": term, "boost": boost}}} for term in terms for name, boost in TEXT_FIELDS.items()
    ]
    if pairs := " ".join(_PAIRED.findall(text))[:MOST_TERMS]:
        clauses.append({"match": {NET: {"query": pairs, "boost": NET_BOOST}}})
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def conditions(where: IndexFilter) -> list[Query]:
    """Conditions for a filter; as filters they never add to a score."""
    wanted = [of_tenant(where.tenant), _any("principals", where.principals)]
    for name, values in (("tags", where.tags), ("language", where.languages), ("document_id", where.document_ids)):
        if values:
            wanted.append(_any(name, values))
    if section := characters(where.section):
        wanted.append({"match_phrase": {"section_path": {"query": " ".join(section)}}})
    if where.dated is not None:
        first, last = where.dated.start.toordinal(), where.dated.end.toordinal()
        ranges = [{"term": {"day": UNDATED}}, {"range": {"day": {"gte": first, "lte": last}}}]
        wanted.append({"bool": {"should": ranges, "minimum_should_match": 1}})
    return wanted


def of_document(tenant: str, document_id: str, before_version: int | None) -> Query:
    """The rows of a document, or of its versions below one."""
    wanted = [of_tenant(tenant), _any("document_id", (document_id,))]
    if before_version is not None:
        wanted.append({"range": {"version": {"lt": before_version}}})
    return {"bool": {"filter": wanted}}


def of_tenant(tenant: str) -> Query:
    """The rows of a tenant."""
    return _any("tenant", (tenant,))


def _any(name: str, values: Sequence[str]) -> Query:
    return {"terms": {name: [bounded(value) for value in values]}}
