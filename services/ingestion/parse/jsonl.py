"""JSON lines: one passage a line, with its id, title, text, date, language, section, source or url, and tags."""

from collections.abc import Iterator
from typing import Any

import orjson

from services.documents.status import DocumentReason
from services.ingestion.listed_tables import as_grids
from services.ingestion.parse.clean import one_line, paragraph
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.source import Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument, Record


def parse(source: Source) -> ParsedDocument:
    """Parse lines. Raises NotParsed when a line is not an object with text, or an id stands for two different lines."""
    seen: dict[str, tuple[int, str]] = {}
    blocks: list[Block] = []
    repeated = 0
    for number, line in _lines(decode(source.data) or ""):
        block = _block(number, line)
        record = block.record or Record()
        first = seen.get(record.external_id)
        if record.external_id and first is not None:
            if first[1] != line:
                raise NotParsed(
                    DocumentReason.DUPLICATE_ID,
                    f"Line {number} has the id {record.external_id!r} of line {first[0]} and says something else.",
                )
            repeated += 1
            continue
        seen[record.external_id] = (number, line)
        if block.text:
            blocks.append(block)
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No line has any text.")
    notes = (f"{repeated} lines were there twice",) if repeated else ()
    return ParsedDocument("jsonl", source.stem, tuple(blocks), notes=notes)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if line.strip():
            yield number, line.strip()


def _block(number: int, line: str) -> Block:
    try:
        fields = orjson.loads(line.encode("utf-8", "replace"))
    except orjson.JSONDecodeError as error:
        raise NotParsed(DocumentReason.CORRUPT, f"Line {number} is not JSON: {error.msg}. Correct it.") from error
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        raise NotParsed(DocumentReason.CORRUPT, f'Line {number} is not an object with a "text". Correct it.')
    record = Record(
        external_id=_text(fields, "id"),
        title=_text(fields, "title"),
        section=_text(fields, "section"),
        url=_text(fields, "url"),
        language=_text(fields, "lang"),
        date=day_of(fields.get("date") or ""),
        tags=_tags(fields),
    )
    return Block(BlockKind.RECORD, as_grids(paragraph(fields["text"])), record=record)


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if name == "url" and not value:
        value = fields.get("source")
    return one_line(str(value)) if isinstance(value, str | int) else ""


def _tags(fields: dict[str, Any]) -> tuple[str, ...]:
    value = fields.get("tags")
    if isinstance(value, str):
        value = value.split(",")
    return tuple(one_line(str(tag)) for tag in value) if isinstance(value, list) else ()
