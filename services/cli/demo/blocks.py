"""A document template as blocks: what every file format can show.

The form is a small part of Markdown, one block per paragraph: `# ` and `## ` headings, tables of `| a | b |` lines with
the head first, and plain paragraphs. A block whose lines start with `? ` offers alternatives, of which one is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """Level 1 is the title of the document, level 2 a section."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text without line breaks."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows of equal length; the first is the head."""

    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Table


def parse(template: str, words: Mapping[str, str], rng: random.Random) -> list[Block]:
    """Fill a template's braces and split it. Raises KeyError on a placeholder that has no word."""
    drawn = [_draw(chunk, rng) for chunk in template.strip().split("\n\n")]
    return [_block(chunk.format_map(words)) for chunk in drawn]


def _draw(chunk: str, rng: random.Random) -> str:
    if not chunk.startswith("? "):
        return chunk
    return rng.choice(chunk.split("\n")).removeprefix("? ")


def _block(chunk: str) -> Block:
    if chunk.startswith("#"):
        marks, _, text = chunk.partition(" ")
        return Heading(len(marks), text)
    if chunk.startswith("|"):
        rows = (line.strip("| ").split("|") for line in chunk.split("\n"))
        return Table(tuple(tuple(cell.strip() for cell in row) for row in rows))
    return Paragraph(chunk)
