"""Cutting a document into passages.

By section, on sentence borders, counted in the embedder's tokens. The pieces of a section are made about equally long,
so that none is left with one stray sentence. A small table stays whole with its heads; every table also gives passages
of rows that carry their heads, so that one row can be found and quoted alone.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from services.documents.models import StoredPassage
from services.ingestion.parsed import Block, BlockKind, ParsedDocument
from services.ingestion.table_text import caption_of, grid, grid_parts, spelled_rows
from services.language.detect import language_of
from services.language.sentences import Span, sentences
from services.language.tables import tables

_SEPARATOR = "\n\n"
_PATH = " > "
_LONGEST_HEADING = 120

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Size:
    """Most tokens of a passage, and of one that came ready-made."""

    passage: int = 320
    record: int = 480


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters of the document's text that stay together; `opens` at the start of a paragraph."""

    start: int
    end: int
    tokens: int
    page: int
    opens: bool = False


@dataclass(slots=True)
class _Section:
    """What stands under one heading."""

    path: str
    runs: list[list[_Piece]] = field(default_factory=lambda: [[]])  # parted by tables that do not fit into a passage
    rows: list[StoredPassage] = field(default_factory=list)


def chunk(document: ParsedDocument, count: Count, size: Size | None = None) -> tuple[str, list[StoredPassage]]:
    """The document's normalised text, and its passages in reading order, without analysis."""
    return _Chunker(document, count, size or Size()).run()


class _Chunker:
    def __init__(self, document: ParsedDocument, count: Count, size: Size) -> None:
        self._document = document
        self._count = count
        self._size = size
        self._parts: list[str] = []
        self._before = ""  # the paragraph that a table would have as its caption
        self._length = 0
        self._headings: list[tuple[int, str]] = []
        self._section = _Section("")
        self._bare: _Piece | None = None  # a heading that nothing has followed yet
        self._passages: list[StoredPassage] = []

    def run(self) -> tuple[str, list[StoredPassage]]:
        for block in self._document.blocks:
            match block.kind:
                case BlockKind.HEADING:
                    self._heading(block)
                case BlockKind.TABLE:
                    self._table(block)
                case BlockKind.RECORD:
                    self._record(block)
                case _:
                    self._prose(block)
        self._close()
        text = _SEPARATOR.join(self._parts)
        if not self._passages and any(sign.isalnum() for sign in text):  # all there is is a title
            self._passages.append(StoredPassage(text, char_end=len(text), language=language_of(text)))
        return text, self._passages

    def _append(self, text: str) -> int:
        """Add a block to the text; returns where it starts."""
        start = self._length + (len(_SEPARATOR) if self._parts else 0)
        self._parts.append(text)
        self._length = start + len(text)
        return start

    def _heading(self, block: Block) -> None:
        if self._headings and block.level > self._headings[-1][0]:
            self._bare = None  # the heading above lives on in the path
        self._close()
        self._before = ""
        start = self._append(block.text)
        while self._headings and self._headings[-1][0] >= block.level:
            self._headings.pop()
        self._headings.append((block.level, block.text[:_LONGEST_HEADING]))
        path = [text for _, text in self._headings if text != self._document.title]
        self._section = _Section(_PATH.join(path))
        if block.text != self._document.title:
            self._bare = _Piece(start, self._length, self._count(block.text), block.page, opens=True)

    def _prose(self, block: Block) -> None:
        start = self._append(block.text)
        self._before = block.text
        opens = True
        for span in sentences(block.text):
            for part in self._short(block.text, span):
                tokens = self._count(block.text[part.start : part.end])
                self._section.runs[-1].append(_Piece(start + part.start, start + part.end, tokens, block.page, opens))
                opens = False

    def _table(self, block: Block) -> None:
        caption = caption_of(self._before)
        text = grid(block)
        start = self._append(text)
        self._before = ""
        tokens = self._count(text)
        if tokens <= self._size.passage:
            self._section.runs[-1].append(_Piece(start, self._length, tokens, block.page, opens=True))
        else:
            self._section.runs.append([])
        self._rows((block, text, start), caption)

    def _rows(self, table: tuple[Block, str, int], caption: str) -> None:
        """Passages of spelled rows, each with the caption before them."""
        block, text, start = table
        head = f"{caption}\n" if caption else ""
        room = max(self._size.passage - self._count(head), self._size.passage // 2)
        lines = self._row_parts(spelled_rows(caption, text))
        pieces = [_Piece(at, at + 1, self._count(line[2]), block.page) for at, line in enumerate(lines)]
        for run in packed(pieces, room) if pieces else []:
            found = lines[run[0].start : run[-1].end]
            self._section.rows.append(self._rows_passage(block, head, (start, found)))

    def _row_parts(self, rows: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """Rows, with those longer than a passage cut between cells or sentences."""
        parts: list[tuple[int, int, str]] = []
        for start, end, line in rows:
            pieces = self._short(line, Span(0, len(line)))
            parts.extend((start, end, line[piece.start : piece.end]) for piece in pieces)
        return parts

    def _rows_passage(self, block: Block, head: str, found: tuple[int, list[tuple[int, int, str]]]) -> StoredPassage:
        start, lines = found
        text = head + "\n".join(line for _, _, line in lines)
        return StoredPassage(
            text=text,
            section=self._section.path,
            page=block.page,
            char_start=start + lines[0][0],
            char_end=start + lines[-1][1],
            language=language_of(text),
        )

    def _record(self, block: Block) -> None:
        record = block.record
        assert record is not None
        self._section = _Section(record.section)
        start = self._append(block.text)
        whole = self._count(block.text)
        if whole <= self._size.record:
            self._section.runs[-1].append(_Piece(start, self._length, 1, block.page))
        else:
            self._parts.pop()
            self._length = start - (len(_SEPARATOR) if self._parts else 0)
            self._prose_and_grids(block)
        first = len(self._passages)
        self._close()
        for at in range(first, len(self._passages)):
            passage = self._passages[at]
            self._passages[at] = StoredPassage(
                text=passage.text,
                section=record.section,
                page=passage.page,
                char_start=passage.char_start,
                char_end=passage.char_end,
                language=record.language or passage.language,
                title=record.title,
                external_id=record.external_id,
                url=record.url,
                date=record.date,
                tags=record.tags,
                record=True,
            )

    def _prose_and_grids(self, block: Block) -> None:
        """A long record: its prose by sentences, its tables whole or in parts that keep caption and heads."""
        at = 0
        for table in tables(block.text):
            if before := block.text[at : table.start].strip():
                self._prose(replace(block, text=before))
            at = table.end
            self._section.runs.append([])
            start = self._append(block.text[table.start : table.end]) - table.start
            for first, last, text in grid_parts(block.text, table, self._fits):
                self._section.rows.append(
                    StoredPassage(
                        text=text,
                        section=self._section.path,
                        page=block.page,
                        char_start=start + first,
                        char_end=start + last,
                        language=language_of(text),
                    )
                )
        if rest := block.text[at:].strip():
            self._prose(replace(block, text=rest))

    def _fits(self, text: str) -> bool:
        return self._count(text) <= self._size.passage

    def _close(self) -> None:
        """Turn the open section into passages."""
        section = self._section
        if self._bare is not None and not any(section.runs) and not section.rows:
            section.runs[-1].append(self._bare)
        self._bare = None
        for run in filter(None, section.runs):
            for pieces in packed(run, self._size.passage):
                self._passages.append(self._passage(section, pieces))
        self._passages.extend(section.rows)
        self._section = _Section(section.path)

    def _passage(self, section: _Section, pieces: Sequence[_Piece]) -> StoredPassage:
        start, end = pieces[0].start, pieces[-1].end
        text = self._slice(start, end)
        return StoredPassage(
            text=text,
            section=section.path,
            page=pieces[0].page,
            char_start=start,
            char_end=end,
            language=language_of(text),
        )

    def _slice(self, start: int, end: int) -> str:
        """Characters of the text so far; sections are short, so only the last parts are joined."""
        parts: list[str] = []
        at = self._length
        for part in reversed(self._parts):
            parts.append(part)
            at -= len(part)
            if at <= start:
                break
            at -= len(_SEPARATOR)
        return _SEPARATOR.join(reversed(parts))[start - at : end - at]

    def _short(self, text: str, span: Span) -> list[Span]:
        """A sentence, or its parts when it is longer than a passage may be."""
        if self._count(text[span.start : span.end]) <= self._size.passage or span.end - span.start < 2:
            return [span]
        middle = (span.start + span.end) // 2
        cut = _soft_cut(text, middle, span)
        return [part for half in (Span(span.start, cut), Span(cut, span.end)) for part in self._short(text, half)]


def packed(pieces: Sequence[_Piece], most: int) -> list[list[_Piece]]:
    """Pieces in runs of at most `most` tokens and about equal length, cut before a paragraph where one is near."""
    total = sum(piece.tokens for piece in pieces)
    goal = total / math.ceil(total / most) if total > most else most
    runs: list[list[_Piece]] = [[]]
    used = 0
    for piece in pieces:
        full = used + piece.tokens > most or used >= goal or (piece.opens and used >= 0.8 * goal and total > most)
        if runs[-1] and full:
            runs.append([])
            used = 0
        runs[-1].append(piece)
        used += piece.tokens
    return runs


def _soft_cut(text: str, middle: int, span: Span) -> int:
    """The place nearest to the middle behind white space or a comma, or the middle itself."""
    for distance in range((span.end - span.start) // 4):
        for at in (middle - distance, middle + distance):
            if span.start < at < span.end and text[at - 1] in " \n\t,，、;；:：":
                return at
    return middle
