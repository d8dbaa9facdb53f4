"""How values of callers are spelt inside an index, so that no value can ever be read as syntax."""

import hashlib
import re

LONGEST = 256
SECTION_BYTES = 2_000
_DIGEST = re.compile(r"#[0-9a-f]{64}")
_PLAIN = re.compile(r"[A-Za-z0-9._:*-]{1,128}")
_HIGH, _LOW = "abcdefghijklmnop", "ABCDEFGHIJKLMNOP"
_LETTERS = [_HIGH[byte >> 4] + _LOW[byte & 15] for byte in range(256)]


def row_key(tenant: str, passage_id: str) -> str:
    """Primary key of a row: 32 hex digits. The tenant is part of it, so that no tenant can replace another's row."""
    return hashlib.sha256(f"{len(tenant)}:{tenant}{passage_id}".encode()).hexdigest()[:32]


def bounded(value: str) -> str:
    """The value itself, or its digest when it has more than 256 bytes: equal values stay equal, others different.

    A value that looks like such a digest becomes one, too: nobody passes for a long name by spelling its digest.
    """
    data = value.encode()
    if len(data) <= LONGEST and not _DIGEST.fullmatch(value):
        return value
    return f"#{hashlib.sha256(data).hexdigest()}"


def spelled(value: str) -> str:
    """The value in letters, digits and `._:*-~` only, at most 513 characters; different values stay different.

    Plain values stay readable; all others become "~" and two letters a byte, or a digest when they are long. For
    engines whose filters are written in a language of their own.
    """
    if _PLAIN.fullmatch(value):
        return value
    return "~" + lettered(bounded(value))


def lettered(text: str) -> str:
    """UTF-8 bytes as letter pairs, the first of a pair in a-p and the second in A-P.

    A part of the text is a part of the letters and the other way round: pairs cannot be read across, and UTF-8 finds
    its own beginnings. So a containment test needs no escaping.
    """
    return "".join(_LETTERS[byte] for byte in text.encode())


def folded_section(section: str) -> str:
    """A section path for containment tests: case folded, white space single, cut to 2,000 bytes at a character."""
    flat = " ".join(section.casefold().split())
    return flat.encode()[:SECTION_BYTES].decode(errors="ignore")
