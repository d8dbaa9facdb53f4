"""Markdown (CommonMark with tables) with YAML front matter."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from services.documents.status import DocumentReason
from services.ingestion.parse import txt
from services.ingestion.parse.clean import one_line, paragraph, visible
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.html import text_of
from services.ingestion.parse.source import Source
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_FENCE = "---"


def parse(source: Source) -> ParsedDocument:
    """Parse Markdown.

    Of front matter `title`, `date`, `tags` and `lang` are used. Raises NotParsed when it has no text.
    """
    front, body = _front_matter(visible(decode(source.data) or ""))
    nesting = source.limits.nesting
    tokens = _AnyLink("commonmark", {"maxNesting": nesting}).enable("table").parse(body)
    if max((token.level for token in tokens), default=0) >= nesting - 2:
        # markdown-it leaves out what nests deeper; nothing may be lost.
        return replace(txt.parse(source), notes=("it nests too deep for Markdown: read as plain text",))
    blocks = tuple(_Reader(tokens).blocks())
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "Nothing that can be read is in the file.")
    first = next((block.text for block in blocks if block.kind is BlockKind.HEADING and block.level == 1), "")
    return ParsedDocument(
        "md",
        one_line(str(front.get("title") or "")) or first or source.stem,
        blocks,
        date=day_of(front.get("date") or ""),
        tags=_tags(front.get("tags")),
        language=str(front.get("lang") or front.get("language") or ""),
    )


class _AnyLink(MarkdownIt):
    """Takes `javascript:` and the like for links too: of a link only its text is kept, never its address."""

    def validateLink(self, url: str) -> bool:
        """Whether an address may be a link's."""
        return True


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if not text.startswith(_FENCE + "\n"):
        return {}, text
    head, fence, body = text[4:].partition(f"\n{_FENCE}\n")
    if not fence:
        return {}, text
    try:
        found = yaml.safe_load(head)
    except yaml.YAMLError:
        return {}, text
    return (found, body) if isinstance(found, dict) else ({}, text)


def _tags(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    return tuple(one_line(str(tag)) for tag in value) if isinstance(value, list) else ()


class _Reader:
    """Walks the flat token list once."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def blocks(self) -> Iterator[Block]:
        while self._at < len(self._tokens):
            yield from self._next()

    def _next(self) -> Iterator[Block]:
        token = self._tokens[self._at]
        self._at += 1
        match token.type:
            case "heading_open":
                yield from _block(BlockKind.HEADING, one_line(self._inline()), level=int(token.tag[1:]))
            case "paragraph_open":
                yield from _block(BlockKind.PARAGRAPH, paragraph(self._inline()))
            case "bullet_list_open" | "ordered_list_open":
                yield from self._list()
            case "table_open":
                yield from self._table()
            case "fence" | "code_block":
                yield from _block(BlockKind.PARAGRAPH, token.content.rstrip())
            case "html_block":
                yield from _block(BlockKind.PARAGRAPH, text_of(token.content))

    def _inline(self) -> str:
        text = _inline_text(self._tokens[self._at])
        self._at += 2  # the text and the closing token
        return text

    def _list(self) -> Iterator[Block]:
        """A list with everything in it, one line an item, nested items indented."""
        lines: list[str] = []
        nested: list[Block] = []
        depth, mark = 1, ""
        while depth:
            token = self._tokens[self._at]
            self._at += 1
            depth += token.nesting if token.type.endswith(("list_open", "list_close")) else 0
            if token.type == "list_item_open":
                mark = f"{token.info}{token.markup} " if token.info else "- "
            elif token.type == "inline" and (text := paragraph(_inline_text(token))):
                lines.append("  " * (depth - 1) + mark + text)
                mark = ""
            elif token.type in ("fence", "code_block") and token.content.strip():
                lines.append(token.content.rstrip())
            elif token.type == "table_open":
                nested.extend(self._table())
        yield from _block(BlockKind.LIST, "\n".join(lines))
        yield from nested

    def _table(self) -> Iterator[Block]:
        rows: list[list[str]] = []
        heads = 0
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(one_line(_inline_text(token)))
            elif token.type == "thead_close":
                heads = len(rows)
        self._at += 1
        if rows:
            yield table_block(tuple(map(tuple, rows)), heads)


def _block(kind: BlockKind, text: str, level: int = 0) -> Iterator[Block]:
    if text.strip():
        yield Block(kind, text, level=level)


def _inline_text(token: Token) -> str:
    """Text of an inline token: what links and emphasis show, alternative texts of images.

    With tags in it, what a reader of the page would see: `<br>` parts words, and what a style hides is gone.
    """
    children = token.children or []
    if any(child.type == "html_inline" for child in children):
        return text_of("".join(map(_as_html, children)))
    parts: list[str] = []
    for child in children:
        match child.type:
            case "softbreak" | "hardbreak":
                parts.append("\n")
            case "text" | "code_inline":
                parts.append(child.content)
            case "image":
                parts.append(child.content)
    return "".join(parts)


def _as_html(child: Token) -> str:
    match child.type:
        case "html_inline":
            return child.content
        case "softbreak" | "hardbreak":
            return " "
        case _:
            return escape(child.content)
