"""Plain text: paragraphs, headings by their looks, tables in columns."""

import re
from collections.abc import Iterator

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line, visible
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.source import Source
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_UNDERLINE = re.compile(r"\s*(={2,}|-{2,}|~{2,})\s*$")
_GAP = re.compile(r"\t+| {2,}|\u3000{2,}")
_NUMBERED = re.compile(
    r"(?:第[一二三四五六七八九十百\d]+[章节部分篇条]|(?:\d{1,2}\.){1,4}\d{0,2}\s|[一二三四五六七八九十]{1,3}、|(?:chapter|section|part|appendix)\s+[\divxlc]+)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile("[.!?。！？；;:：,，、]$")
_LIST_ITEM = re.compile(r"\s*(?:[-*•·●▪◦‣]|\d{1,3}[.)]|[(（]\d{1,3}[)）])\s+\S")


def parse(source: Source) -> ParsedDocument:
    """Parse text in any encoding. Raises NotParsed when nothing visible is in it."""
    text = visible(decode(source.data) or "")
    blocks = tuple(_blocks(text))
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "Nothing that can be read is in the file.")
    title = next((block.text for block in blocks[:1] if block.kind is BlockKind.HEADING), "")
    return ParsedDocument("txt", title or source.stem, blocks)


def _blocks(text: str) -> Iterator[Block]:
    for number, lines in enumerate(_groups(text)):
        yield from _group(lines, first=number == 0)


def _groups(text: str) -> Iterator[list[str]]:
    """Runs of lines between empty ones."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _group(lines: list[str], *, first: bool) -> Iterator[Block]:
    if len(lines) >= 2 and _UNDERLINE.match(lines[1]) and len(lines[0]) < 200:
        yield Block(BlockKind.HEADING, one_line(lines[0]), level=1 if "=" in lines[1] else 2)
        lines = lines[2:]
    if not lines:
        return
    if len(lines) == 1 and _is_heading(lines[0], first=first):
        yield Block(BlockKind.HEADING, one_line(lines[0]), level=1 if first else 2)
    elif rows := _table(lines):
        yield table_block(rows)
    elif all(_LIST_ITEM.match(line) for line in lines):
        yield Block(BlockKind.LIST, "\n".join(map(one_line, lines)))
    else:
        yield Block(BlockKind.PARAGRAPH, "\n".join(map(one_line, lines)))


def _is_heading(line: str, *, first: bool) -> bool:
    text = one_line(line)
    if len(text) > 80 or _SENTENCE_END.search(text):
        return False
    return first or bool(_NUMBERED.match(text)) or (text.isupper() and len(text) > 3)


def _table(lines: list[str]) -> tuple[tuple[str, ...], ...]:
    """Cells of lines whose columns are parted by tabs or wide gaps; () when they are not a table."""
    if len(lines) < 2:
        return ()
    rows = tuple(tuple(one_line(cell) for cell in _GAP.split(line.strip())) for line in lines)
    width = len(rows[0])
    return rows if width > 1 and all(len(row) == width for row in rows) else ()
