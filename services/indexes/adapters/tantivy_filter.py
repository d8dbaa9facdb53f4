"""Typed filters as tantivy queries built from objects: no query language is ever parsed."""

from collections.abc import Sequence

from tantivy import FieldType, Occur, Query, Schema, SchemaBuilder

from services.indexes.port import IndexFilter
from services.indexes.values import bounded
from services.indexes.words import TEXT_FIELDS, UNDATED, characters


def schema() -> Schema:
    """Exact fields for filters, token fields for words, numbers for versions and days."""
    builder = SchemaBuilder()
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("passage_id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("tenant", "document_id", "principals", "tags", "language"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("section_path", tokenizer_name="whitespace", index_option="position")
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_integer_field("version", indexed=True, fast=True)
    builder.add_integer_field("day", indexed=True, fast=True)
    return builder.build()


def clauses(fields: Schema, where: IndexFilter) -> list[tuple[Occur, Query]]:
    """Conditions for a filter; they never add to a score."""
    wanted = [_any(fields, "tenant", (where.tenant,)), _any(fields, "principals", where.principals)]
    for name, values in (("tags", where.tags), ("language", where.languages), ("document_id", where.document_ids)):
        if values:
            wanted.append(_any(fields, name, values))
    if section := characters(where.section):
        wanted.append(_contains(fields, section))
    if where.dated is not None:
        wanted.append(_dated(fields, where.dated.start.toordinal(), where.dated.end.toordinal()))
    return [(Occur.Must, Query.const_score_query(query, 0.0)) for query in wanted]


def of_document(fields: Schema, tenant: str, document_id: str, *, before_version: int | None) -> Query:
    """The rows of a document, or of its versions below one."""
    rows = [(Occur.Must, _any(fields, "tenant", (tenant,))), (Occur.Must, _any(fields, "document_id", (document_id,)))]
    if before_version is not None:
        rows.append((Occur.Must, _between(fields, "version", (0, before_version - 1))))
    return Query.boolean_query(rows)


def of_keys(fields: Schema, keys: Sequence[str]) -> Query:
    """The rows with these keys."""
    return _any(fields, "key", keys)


def of_tenant(fields: Schema, tenant: str) -> Query:
    """The rows of a tenant."""
    return _any(fields, "tenant", (tenant,))


def _any(fields: Schema, name: str, values: Sequence[str]) -> Query:
    return Query.term_set_query(fields, name, [bounded(value) for value in values])


def _between(fields: Schema, name: str, ends: tuple[int, int]) -> Query:
    return Query.range_query(fields, name, FieldType.Integer, *ends)


def _dated(fields: Schema, first: int, last: int) -> Query:
    undated = (Occur.Should, _between(fields, "day", (UNDATED, UNDATED)))
    return Query.boolean_query([undated, (Occur.Should, _between(fields, "day", (first, last)))])


def _contains(fields: Schema, section: list[str]) -> Query:
    if len(section) == 1:
        return Query.term_query(fields, "section_path", section[0], "freq")
    return Query.phrase_query(fields, "section_path", list[str | tuple[int, str]](section))
