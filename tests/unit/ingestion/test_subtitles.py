"""Subtitles: cues joined to what is said, with its time."""

import pytest

from services.documents.status import DocumentReason
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import NotParsed
from tests.unit.ingestion.files import source

SRT = """1
00:00:01,000 --> 00:00:03,500
The <i>valve</i> opens at

2
00:00:03,600 --> 00:00:05,000
twelve bar.

3
00:01:40,000 --> 00:01:42,000
{\\an8}Then it closes.
"""
VTT = """WEBVTT - training

NOTE made by hand

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.000 align:start
<v Ann Mill>阀门在12巴

00:03.000 --> 00:05.000
<v Ann Mill>时打开。

00:05.500 --> 00:07.000
<v Bo>Why <00:06.000>twelve?
"""


def said(name: str, text: str | bytes) -> list[str]:
    return [block.text for block in parse(source(name, text)).blocks]


def test_cues_of_one_sentence_are_joined_and_a_pause_parts_them() -> None:
    assert said("a.srt", SRT) == [
        "[00:00:01–00:00:05] The valve opens at twelve bar.", "[00:01:40–00:01:42] Then it closes.",
    ]  # fmt: skip


def test_voices_are_kept_and_notes_and_styles_are_no_text() -> None:
    assert said("a.vtt", VTT) == [
        "[00:00:01–00:00:05] Ann Mill: 阀门在12巴时打开。",
        "[00:00:05–00:00:07] Bo: Why twelve?",
    ]


def test_line_ends_encodings_and_names_do_not_matter() -> None:
    assert said("a.srt", SRT.replace("\n", "\r\n").encode("utf-16")) == said("a.srt", SRT)
    document = parse(source("talk.txt", SRT))
    assert document.format == "srt"
    assert document.notes


def test_captions_that_roll_are_read_once() -> None:
    rolling = "".join(f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\nline {n}\nline {n + 1}\n\n" for n in range(5))
    assert said("a.vtt", "WEBVTT\n\n" + rolling)[0].endswith("line 0 line 1 line 2 line 3 line 4 line 5")


def test_hours_of_talk_become_paragraphs_of_their_time() -> None:
    clocks = (f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}" for n in range(9_000))
    cues = (f"{n}\n{clock},000 --> {clock},900\nSentence {n}.\n" for n, clock in enumerate(clocks))
    paragraphs = said("a.srt", "\n".join(cues))
    assert max(map(len, paragraphs)) < 1_300
    assert paragraphs[-1].startswith("[02:2")


def test_subtitles_without_words_have_no_text() -> None:
    with pytest.raises(NotParsed) as refused:
        parse(source("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n\n"))
    assert refused.value.reason is DocumentReason.NO_TEXT
