"""Text as people see it: without what is invisible, with the characters that look-alike code points stand for.

Invisible text is a way to hide instructions from the reader and show them to a model (Boucher et al., "Bad Characters",
2022), and it breaks words apart for search.
"""

import re
import unicodedata

_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85\v\f]")
_HIDDEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_HIDDEN}]")
# Joiners shape letters of Indic and Arabic scripts and make one emoji of several; anywhere else they only hide.
_JOINER = re.compile("(?<![\u0590-\u0fff\ufe0f\u2600-\u27bf\U0001f000-\U0001faff])[\u200c\u200d]")
# Ligatures, Kangxi radicals and compatibility ideographs come out of PDF fonts instead of the letters they show.
_SHOWN_AS = "\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06"
_LOOKALIKE = re.compile(f"[{_SHOWN_AS}]+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_SUSPECT = re.compile(f"[\r\u2028\u2029\x85\v\f\u200c\u200d\ud800-\udfff{_HIDDEN}{_SHOWN_AS}]")


def visible(text: str) -> str:
    """The text without control, zero-width, bidirectional and tag characters.

    Line ends are "\\n"; spaces are kept as they are.
    """
    if _SUSPECT.search(text) is None:
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _JOINER.sub("", _INVISIBLE.sub("", text))
    text = _LOOKALIKE.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    return _SURROGATES.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Visible text on one line, with single spaces."""
    return " ".join(visible(text).split())


def paragraph(text: str) -> str:
    """Visible text with its line ends, single spaces and no empty lines."""
    lines = (" ".join(line.split()) for line in visible(text).split("\n"))
    return "\n".join(line for line in lines if line)
