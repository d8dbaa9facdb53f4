"""HTML: what a reader of the page sees, without menus, scripts and what is hidden."""

import datetime as dt
import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line, paragraph, visible
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.html_hidden import remove_hidden
from services.ingestion.parse.html_table import cells_of
from services.ingestion.parse.source import Source
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_NOISE = (
    "script, style, noscript, template, svg, nav, iframe, object, canvas, button, select, input, textarea, dialog, "
    "[role=navigation], [role=banner], [role=search]"
)
_FRAME = frozenset(("header", "footer", "aside"))
_HEADING = re.compile(r"h[1-6]$")
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hr",
        "main",
        "p",
        "pre",
        "section",
        "summary",
        "td",
        "th",
    ]
)
_DATE_META = (
    "article:published_time", "article:modified_time", "date", "dc.date", "dc.date.issued", "dcterms.date", "pubdate",
    "publishdate", "datepublished", "last-modified",
)  # fmt: skip
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{2,30})", re.IGNORECASE)


def parse(source: Source) -> ParsedDocument:
    """Parse a page. Raises NotParsed when a reader would see nothing."""
    tree = LexborHTMLParser(_decoded(source.data))
    title, date = _title(tree), _date(tree)
    remove_hidden(tree)
    root = tree.css_first("html")
    language = (root.attributes.get("lang") or "") if root is not None else ""
    body = tree.body
    blocks = tuple(_Page(body, source.limits.nesting).blocks()) if body is not None else ()
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "A reader of the page would see nothing.")
    first = next((block.text for block in blocks if block.kind is BlockKind.HEADING), "")
    return ParsedDocument("html", title or first or source.stem, blocks, date=date, language=language)


def text_of(fragment: str) -> str:
    """The visible text of a piece of HTML, on one line."""
    tree = LexborHTMLParser(fragment)
    remove_hidden(tree)
    body = tree.body
    return one_line(" ".join(block.text for block in _Page(body, 100).blocks())) if body is not None else ""


def _decoded(data: bytes) -> str:
    said = _CHARSET.search(data[:4096])
    if said and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        name = said.group(1).decode().lower()
        try:
            return visible(data.decode("gb18030" if name in ("gbk", "gb2312") else name))
        except (LookupError, UnicodeDecodeError):
            pass  # the page is wrong about itself
    return visible(decode(data) or "")


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("title")
    return one_line(node.text()) if node is not None else ""


def _date(tree: LexborHTMLParser) -> dt.date | None:
    for meta in tree.css("meta"):
        named = (
            meta.attributes.get("name") or meta.attributes.get("property") or meta.attributes.get("itemprop") or ""
        ).lower()
        if named in _DATE_META and (found := day_of(meta.attributes.get("content") or "")):
            return found
    node = tree.css_first("time[datetime]")
    return day_of(node.attributes.get("datetime") or "") if node is not None else None


class _Page:
    """Walks the tree with a stack of its own (pages nest deeper than Python does) and collects runs of inline text into
    blocks.
    """

    def __init__(self, body: LexborNode, nesting: int) -> None:
        for node in reversed(body.css(_NOISE)):
            node.decompose()
        self._body = body
        self._nesting = nesting
        self._run: list[str] = []

    def blocks(self) -> Iterator[Block]:
        stack: list[tuple[LexborNode, bool]] = [(self._body, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                yield from self._flush()
                continue
            whole = self._whole(node)
            if whole is not None:
                yield from self._flush()
                yield from whole
                continue
            tag = node.tag or ""
            if tag == "-text":
                self._run.append(node.text(deep=False).replace("\n", " "))
            elif tag == "br":
                self._run.append("\n")
            elif tag in _BLOCKS:
                yield from self._flush()
                stack.append((node, True))
            stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
        yield from self._flush()

    def _whole(self, node: LexborNode) -> list[Block] | None:
        """Blocks of a node that is read as one; None when its children are to be read."""
        tag = node.tag or ""
        if tag in _FRAME and _is_frame(node):
            return []
        if _HEADING.match(tag):
            text = one_line(node.text(separator=" "))
            return [Block(BlockKind.HEADING, text, level=int(tag[1]))] if text else []
        if tag in ("ul", "ol"):
            return _list(node)
        if tag == "table":
            return _table(node)
        return None

    def _flush(self) -> Iterator[Block]:
        if not self._run:
            return
        joined = paragraph("".join(self._run))
        self._run.clear()
        if joined:
            yield Block(BlockKind.PARAGRAPH, joined)


def _is_frame(node: LexborNode) -> bool:
    """Whether a header, footer or aside frames the page rather than an article in it."""
    parent = node.parent
    while parent is not None:
        if parent.tag in ("main", "article", "section"):
            return False
        parent = parent.parent
    return not (node.tag == "header" and node.css_first("h1") is not None)


def _list(node: LexborNode) -> list[Block]:
    lines: list[str] = []
    links = words = 0
    for item in node.css("li"):
        if item.css_first("li") is not None:
            own = " ".join(
                child.text(separator=" ") for child in item.iter(include_text=True) if child.tag not in ("ul", "ol")
            )
        else:
            own = item.text(separator=" ")
        text = one_line(own)
        if text:
            lines.append(f"- {text}")
            words += len(text)
            links += sum(len(one_line(link.text())) for link in item.css("a")) if item.css_first("li") is None else 0
    tables = [block for table in node.css("table") for block in _table(table)]
    if words and links > 0.8 * words and len(lines) > 4 and words / len(lines) < 40:
        return tables  # a list of short links is a menu
    return ([Block(BlockKind.LIST, "\n".join(lines))] if lines else []) + tables


def _table(node: LexborNode) -> list[Block]:
    rows, heads = cells_of(node)
    if not rows:
        return []
    caption = node.css_first("caption")
    said = [Block(BlockKind.PARAGRAPH, text)] if caption is not None and (text := one_line(caption.text())) else []
    if max(len(row) for row in rows) == 1:
        return said + [Block(BlockKind.PARAGRAPH, row[0]) for row in rows if row[0]]
    return [*said, table_block(rows, heads)]
