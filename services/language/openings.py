"""The opening words of a text, by which a person knows it where it has no title."""

import re

_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff]|[^\\s\u3040-\u30ff\u3400-\u9fff]+|\\s+")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_MOST = 40
_WIDE = 2
_MARKUP = re.compile(r"[*_`|#<>\[\]]+|https?://\S+")
_LOOSE = re.compile(r"\s+([,.;:!?%，。；：！？）])")
_EDGES = " \t\n,，;；:：.。、…·-–—|*#"


def _bare(line: str) -> str:
    return line.strip(_EDGES)


def opening(text: str, most: int = _MOST) -> str:
    """The first words, at most `most` characters wide (a Chinese one counts as two), "…" behind what was cut."""
    words = _LOOSE.sub(r"\1", _MARKUP.sub(" ", text))
    line = next((" ".join(each.split()) for each in map(_bare, words.splitlines()) if each), "")
    kept, used = "", 0
    for token in _WORD.findall(line):
        used += _WIDE if _CJK.match(token) else len(token)
        if used > most and kept:
            return f"{kept.rstrip(_EDGES)} …"
        kept += token[:most]
    return kept
