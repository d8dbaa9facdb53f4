"""Compiling rules that are written with named parts: `{MAKE}` stands for the part of that name."""

import re
from collections.abc import Mapping


def compiled(shapes: Mapping[str, tuple[str, ...]], parts: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    """One pattern a rule, matching any of its shapes."""
    patterns: dict[str, re.Pattern[str]] = {}
    for name, variants in shapes.items():
        text = "|".join(f"(?:{variant})" for variant in variants)
        for part, words in parts.items():
            text = text.replace("{" + part + "}", words)
        patterns[name] = re.compile(text, re.IGNORECASE | re.MULTILINE)
    return patterns


def first(patterns: Mapping[str, re.Pattern[str]], text: str) -> str:
    """The first rule that a text falls under, or ""."""
    return next((name for name, pattern in patterns.items() if pattern.search(text)), "")
