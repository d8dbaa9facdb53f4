"""Lines of all pages as headings, paragraphs and tables."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from services.ingestion.parse.pdf_heads import RuledTable, with_heads_above
from services.ingestion.parse.pdf_lines import Line, in_reading_order, joined
from services.ingestion.parse.pdf_tables import rows_of, table_runs
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind

_MARGIN = 0.09
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|第)?\s*[-–—·|]*\s*#\s*(?:页|/|of|，?\s*共)?\s*#?\s*页?\s*[-–—·|]*", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?。！？；;:：][\"'”’)）]*$")
_LIST_ITEM = re.compile(r"(?:[-•·●▪◦‣■□]|\d{1,3}[.)、](?!\d)|[(（]\d{1,3}[)）])\s*\S")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: number from 1, size in points, lines outside of ruled tables, ruled tables."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    tables: tuple[RuledTable, ...] = ()


def blocks_of(pages: Sequence[Page], title: str = "") -> list[Block]:
    """Blocks in reading order, without running heads and page numbers.

    A paragraph that goes over a page is one block.
    """
    repeated = _running(pages, title)
    body = _body_size(pages)
    sizes = _heading_sizes(pages, body)
    blocks: list[Block] = []
    for page in pages:
        kept = [line for line in page.lines if not (_in_margin(line, page) and _plain(line) in repeated)]
        found = list(_page_blocks(page, kept, (body, sizes)))
        if blocks and found and _goes_on(blocks[-1], found[0]):
            blocks[-1] = Block(BlockKind.PARAGRAPH, joined((blocks[-1].text, found[0].text)), page=blocks[-1].page)
            found = found[1:]
        elif blocks and found:
            found[0] = _with_heads_of(blocks[-1], found[0])
        blocks.extend(found)
    return blocks


def _running(pages: Sequence[Page], title: str) -> set[str]:
    """Lines at the upper or lower edge that come again on other pages, or hold nothing but a page number."""
    seen = Counter(text for page in pages for text in {_plain(line) for line in page.lines if _in_margin(line, page)})
    often = max(2, len(pages) // 2)
    alone = {f"{title} #", f"# {title}", title} if title else set()
    return {text for text, times in seen.items() if times >= often or _PAGE_NUMBER.fullmatch(text) or text in alone}


def _plain(line: Line) -> str:
    return _DIGITS.sub("#", line.text)


def _in_margin(line: Line, page: Page) -> bool:
    return line.bottom < _MARGIN * page.height or line.top > (1 - _MARGIN) * page.height


def _body_size(pages: Sequence[Page]) -> float:
    """The smallest font size that holds a good part of the text: headings outweigh the body only in short files."""
    weights: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            weights[round(line.size * 2) / 2] += len(line.text)
    return min((size for size, weight in weights.items() if weight >= 0.3 * weights.total()), default=10.0)


def _heading_sizes(pages: Sequence[Page], body: float) -> list[float]:
    """Font sizes that are clearly larger than the body's, largest first."""
    return sorted(
        {round(line.size * 2) / 2 for page in pages for line in page.lines if line.size > 1.12 * body + 0.3},
        reverse=True,
    )


def _page_blocks(page: Page, lines: list[Line], style: tuple[float, list[float]]) -> Iterator[Block]:
    for above, below in _between(lines, sorted(page.tables, key=lambda table: table.top)):
        text, table = in_reading_order(above, page.width), below
        if table is not None and text == above:  # in one column: what is last stands above the table
            text, table = with_heads_above(text, table)
        yield from _part_blocks(page, text, style)
        if table is not None:
            yield table_block(table.rows, page=page.number)


def _between(lines: list[Line], tables: list[RuledTable]) -> Iterator[tuple[list[Line], RuledTable | None]]:
    """Lines above each table with the table, and those below the last."""
    rest = lines
    for table in tables:
        yield [line for line in rest if line.top < table.top], table
        rest = [line for line in rest if line.top >= table.top]
    yield rest, None


def _part_blocks(page: Page, lines: list[Line], style: tuple[float, list[float]]) -> Iterator[Block]:
    at = 0
    for start, end in [*table_runs(lines), (len(lines), len(lines))]:
        yield from _text_blocks(page, lines[at:start], style)
        if end > start:
            yield table_block(rows_of(lines[start:end]), page=page.number)
        at = end


def _text_blocks(page: Page, lines: list[Line], style: tuple[float, list[float]]) -> Iterator[Block]:
    body, sizes = style
    right = max((line.x1 for line in lines), default=page.width)
    group: list[Line] = []
    for line in lines:
        if group and _parts(group[-1], line, right):
            yield _text_block(page, group, (body, sizes))
            group = []
        group.append(line)
    if group:
        yield _text_block(page, group, (body, sizes))


def _parts(before: Line, line: Line, right: float) -> bool:
    """Whether a paragraph ends between two lines."""
    size = max(before.size, 6.0)
    gap = line.top - before.bottom
    if gap > 0.9 * size or gap < -size or abs(line.size - before.size) > 0.08 * size or line.bold != before.bold:
        return True
    if _LIST_ITEM.match(line.text):
        return True
    ended = bool(_SENTENCE_END.search(before.text))
    return ended and (before.x1 < right - 4 * size or line.x0 > before.x0 + 0.8 * size)


def _text_block(page: Page, group: list[Line], style: tuple[float, list[float]]) -> Block:
    body, sizes = style
    text = joined([line.text for line in group])
    level = _level(group, text, (body, sizes))
    if level:
        return Block(BlockKind.HEADING, text, level=level, page=page.number)
    kind = BlockKind.LIST if _LIST_ITEM.match(text) else BlockKind.PARAGRAPH
    return Block(kind, text, page=page.number)


def _level(group: list[Line], text: str, style: tuple[float, list[float]]) -> int:
    """The level of a heading, 0 of other text."""
    body, sizes = style
    if len(group) > 3 or len(text) > 150 or not any(character.isalpha() for character in text):
        return 0
    size = round(group[0].size * 2) / 2
    if size in sizes and (size > 1.3 * body or not _SENTENCE_END.search(text)):
        return min(sizes.index(size) + 1, 5)
    if group[0].bold and len(group) == 1 and len(text) < 90 and not _SENTENCE_END.search(text) and size >= body - 0.5:
        return min(len(sizes) + 1, 6)
    return 0


def _with_heads_of(before: Block, table: Block) -> Block:
    """A table at the beginning of a page that goes on from the page before, with the heads that stand there."""
    heads = before.header_rows or 0
    if not heads or table.header_rows != 0 or len(before.rows[0]) != len(table.rows[0]):
        return table
    return replace(table, rows=(*before.rows[:heads], *table.rows), header_rows=heads)


def _goes_on(before: Block, after: Block) -> bool:
    """Whether a paragraph at the end of a page goes on at the beginning of the next."""
    if before.kind is not BlockKind.PARAGRAPH or after.kind is not BlockKind.PARAGRAPH:
        return False
    return len(before.text) > 60 and not _SENTENCE_END.search(before.text) and not after.text[:1].isupper()
