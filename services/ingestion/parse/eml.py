"""E-mail messages: who wrote to whom and when, the body once, attachments of known formats as sections."""

import datetime as dt
import email
import email.policy
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage, MIMEPart
from email.utils import parsedate_to_datetime

from services.documents.status import DocumentReason
from services.ingestion.parse import html, registry, txt
from services.ingestion.parse.clean import one_line, visible
from services.ingestion.parse.source import Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_MOST_PARTS = 1_000
_DEEPEST = 5
# What the standard library's lenient parser can still stop with on bad headers and unknown charsets.
_BROKEN = (LookupError, ValueError, TypeError, AttributeError)

Parse = Callable[[Source], ParsedDocument]


def parse(source: Source) -> ParsedDocument:
    """Parse a message.

    Of alternatives the plain text is read; HTML only where there is none. Raises NotParsed when it says nothing.
    """
    return _Reader(source).document()


class _Reader:
    """One message with what is in it."""

    def __init__(self, source: Source, depth: int = 0) -> None:
        self._source = source
        self._depth = depth
        self._notes: list[str] = []
        self._message = email.message_from_bytes(source.data, policy=email.policy.default)

    def document(self) -> ParsedDocument:
        headers = {name: one_line(self._header(self._message, name)) for name in _SHOWN}
        said = "\n".join(f"{name}: {text}" for name, text in headers.items() if text)
        title = headers["Subject"] or self._source.stem
        head = [Block(BlockKind.HEADING, title, level=1)] if headers["Subject"] else []
        body = list(self._body())
        blocks = [*head, *([Block(BlockKind.PARAGRAPH, said)] if said else []), *body, *self._attached()]
        if not said and not body and len(blocks) == len(head):
            raise NotParsed(DocumentReason.NO_TEXT, "The message has neither headers nor text.")
        date = _day(headers["Date"])
        return ParsedDocument("eml", title, tuple(blocks), date=date, notes=tuple(self._notes))

    def _header(self, part: EmailMessage | MIMEPart, name: str) -> str:
        try:
            return str(part[name] or "")
        except _BROKEN:
            self._notes.append(f"the header {name} is damaged: left out")
            return ""

    def _body(self) -> Iterator[Block]:
        for kind, parse_ in (("plain", txt.parse), ("html", html.parse)):
            try:
                part = self._message.get_body(preferencelist=(kind,))
            except _BROKEN:
                part = None
            blocks = list(self._section("the text", _payload(part), parse_)) if part is not None else []
            if blocks:
                yield from blocks
                return

    def _attached(self) -> Iterator[Block]:
        for number, part in enumerate(self._attachments(), 1):
            if number > _MOST_PARTS:
                self._notes.append(f"only the first {_MOST_PARTS} attachments are read")
                return
            name = one_line(part.get_filename() or "") or f"attachment {number}"
            if part.get_content_type() == "message/rfc822":
                blocks = list(self._section(name, _held(part), self._inner))
            else:
                blocks = list(self._section(name, _payload(part), self._any))
            if blocks:
                yield Block(BlockKind.HEADING, name, level=2)
                yield from (_below(block) for block in blocks)

    def _attachments(self) -> Iterator[EmailMessage | MIMEPart]:
        if not self._message.is_multipart():
            if self._message.get_content_maintype() != "text":
                yield self._message
            return
        try:
            for part in self._message.iter_attachments():
                yield from _leaves(part)
        except _BROKEN:
            self._notes.append("the parts of the message are damaged: not all are read")

    def _section(self, name: str, data: bytes, parse_: Parse) -> Iterator[Block]:
        """Blocks of a part; what cannot be read is named in the notes."""
        if not data.strip():
            return
        try:
            found = parse_(replace(self._source, name=name, data=data))
        except NotParsed as refused:
            if refused.reason is not DocumentReason.NO_TEXT:
                self._notes.append(f"{name} is not read ({refused.reason}): {refused.advice}")
            return
        self._notes.extend(f"{name}: {note}" for note in found.notes)
        yield from found.blocks

    def _any(self, source: Source) -> ParsedDocument:
        return self._inner(source) if registry.detect(source).name == "eml" else registry.parse(source)

    def _inner(self, source: Source) -> ParsedDocument:
        if self._depth >= _DEEPEST:
            raise NotParsed(DocumentReason.LIMITS, f"Messages lie in messages more than {_DEEPEST} deep.")
        return _Reader(source, self._depth + 1).document()


def _leaves(part: MIMEPart) -> Iterator[EmailMessage | MIMEPart]:
    """Parts that hold something; of alternatives the first."""
    if part.get_content_maintype() != "multipart":
        yield part
        return
    held = list(part.iter_parts())
    for one in held[:1] if part.get_content_subtype() == "alternative" else held:
        yield from _leaves(one)


def _held(part: EmailMessage | MIMEPart) -> bytes:
    """A message that a message carries."""
    inner = part.get_payload(0) if part.is_multipart() else None
    return inner.as_bytes() if isinstance(inner, EmailMessage) else b""


def _payload(part: EmailMessage | MIMEPart) -> bytes:
    """The bytes of a part; text in UTF-8, decoded as its header says where that is possible.

    The mark at its beginning says so: a page in it may name the encoding that it had.
    """
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    charset = part.get_content_charset()
    if part.get_content_maintype() != "text" or not charset:
        return data
    try:
        return visible(data.decode("gb18030" if charset in ("gb2312", "gbk") else charset)).encode("utf-8-sig")
    except (LookupError, UnicodeDecodeError):
        return data


def _below(block: Block) -> Block:
    """A heading of an attachment, below the attachment's own."""
    return replace(block, level=min(block.level + 2, 6)) if block.kind is BlockKind.HEADING else block


def _day(text: str) -> dt.date | None:
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, TypeError):
        return None
