"""Subtitles (SubRip, WebVTT): cues joined to paragraphs, with the time of each paragraph as its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line, visible
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.source import Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_STAMP = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMES = re.compile(rf"^\s*{_STAMP}\s*-->\s*{_STAMP}", re.MULTILINE)
_VOICE = re.compile(r"<v(?:\.[^ >]*)?\s+([^>]+)>", re.IGNORECASE)
_MARKUP = re.compile(r"</?[a-z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}", re.IGNORECASE)
_NOT_CUES = re.compile(r"^(?:WEBVTT|NOTE|STYLE|REGION)\b")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’」』)）]*$")
_PAUSE_S = 4.0
_LONGEST = 600
_CJK_END = re.compile("[\u2e80-\u9fff\uff00-\uffef]$")


@dataclass(frozen=True, slots=True)
class _Cue:
    """What is said from `start` to `end` (seconds), by `voice` where the file says by whom."""

    start: float
    end: float
    text: str
    voice: str = ""


def parse(source: Source) -> ParsedDocument:
    """Parse subtitles. Raises NotParsed when no cue has text."""
    cues = list(_cues(visible(decode(source.data) or "")))
    blocks = tuple(_paragraphs(cues))
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No cue has any text.")
    form = "vtt" if source.suffix == ".vtt" else "srt"
    return ParsedDocument(form, source.stem, blocks)


def _cues(text: str) -> Iterator[_Cue]:
    before = ""
    for part in re.split(r"\n[ \t]*\n", text):
        times = _TIMES.search(part)
        if times is None or _NOT_CUES.match(part.strip()):
            continue
        said = part[times.end() :].partition("\n")[2]  # the rest of the line places the cue on the screen
        voice = _VOICE.search(said)
        lines = [one_line(_MARKUP.sub("", line)) for line in said.split("\n")]
        # Rolling captions repeat the line before.
        shown = _joined([line for line in lines if line and line != before])
        before = lines[-1] if lines else ""
        if shown:
            start, end = _seconds(times.groups()[:4]), _seconds(times.groups()[4:])
            yield _Cue(start, end, shown, one_line(voice.group(1)) if voice else "")


def _seconds(stamp: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, part = stamp
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0) + float(f"0.{part}")


def _paragraphs(cues: list[_Cue]) -> Iterator[Block]:
    """Cues to the end of a sentence, a pause, or another voice."""
    group: list[_Cue] = []
    for cue in cues:
        if group and _ends(group, cue):
            yield _paragraph(group)
            group = []
        group.append(cue)
    if group:
        yield _paragraph(group)


def _ends(group: list[_Cue], cue: _Cue) -> bool:
    last = group[-1]
    length = sum(len(one.text) for one in group)
    if cue.start - last.end > _PAUSE_S or (cue.voice and cue.voice != last.voice) or length > 2 * _LONGEST:
        return True
    return length > _LONGEST and bool(_SENTENCE_END.search(last.text))


def _paragraph(group: list[_Cue]) -> Block:
    text = _joined([cue.text for cue in group])
    voice = f"{group[0].voice}: " if group[0].voice else ""
    return Block(BlockKind.PARAGRAPH, f"[{_clock(group[0].start)}–{_clock(group[-1].end)}] {voice}{text}")


def _joined(lines: list[str]) -> str:
    text = ""
    for line in lines:
        text += line if not text or _CJK_END.search(text) else f" {line}"
    return text


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
