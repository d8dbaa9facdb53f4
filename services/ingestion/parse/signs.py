"""What text is, by how it begins: pages, messages, subtitles, JSON lines, separated values."""

import re

import orjson

from services.ingestion.parse.clean import visible
from services.ingestion.parse.separated import is_separated, separator_of

_HEAD = 20_000
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_TAG = re.compile(r"</?(?:p|div|span|table|tr|td|ul|li|h[1-6]|br|a|article|section)\b[^<>]{0,500}>", re.IGNORECASE)
_HEADERS = re.compile(r"(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}")
_WRITTEN = re.compile(r"^(?:From|To|Subject|Date):", re.MULTILINE | re.IGNORECASE)
_SENT = re.compile(r"^(?:Message-ID|MIME-Version|Received|Return-Path|Delivered-To):", re.MULTILINE | re.IGNORECASE)
_CUE = re.compile(r"\s*(?:\d+\s*\n\s*)?(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->")


def text_format(text: str, claimed: str = "") -> str:
    """The name of the format of a text; `claimed` is that of its extension, "" for an unknown one."""
    head = text[:_HEAD].lstrip("\ufeff")
    if _HTML.match(head):
        return "html"
    match claimed:
        case "html":
            return "html" if _TAG.search(text[:200_000]) else "txt"
        case "csv":
            return "csv" if separator_of(visible(head)) else "txt"
        case "eml":
            return "eml" if _is_message(head) or _HEADERS.match(head.lstrip()) else "txt"
        case "jsonl" | "md" as named:
            return named
    return _unclaimed(head)


def _unclaimed(head: str) -> str:
    if _is_message(head):
        return "eml"
    if head.startswith("WEBVTT"):
        return "vtt"
    if _CUE.match(head):
        return "srt"
    if _is_jsonl(head):
        return "jsonl"
    return "csv" if is_separated(visible(head)) else "txt"


def _is_message(head: str) -> bool:
    """Whether text begins with the headers of a message that was sent; a memo with From and To was not."""
    headers = _HEADERS.match(visible(head).lstrip())
    return headers is not None and bool(_WRITTEN.search(headers.group()) and _SENT.search(headers.group()))


def _is_jsonl(head: str) -> bool:
    lines = [line for line in head.splitlines()[:3] if line.strip()]
    if not lines or not lines[0].lstrip().startswith("{"):
        return False
    try:
        first = orjson.loads(lines[0])
    except orjson.JSONDecodeError:
        return False
    return isinstance(first, dict) and isinstance(first.get("text"), str)
