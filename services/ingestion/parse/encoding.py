"""Bytes to characters."""

import codecs
import re
from collections.abc import Sequence

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BYTES = "[\x80-\xbf]"
_TWICE = re.compile(f"[\xc2-\xdf]{_BYTES}|[\xe0-\xef]{_BYTES}{{2}}|[\xf0-\xf4]{_BYTES}{{3}}")
# No text holds these control characters on purpose: they stand where UTF-8 was read as Latin-1.
_SIGN_OF_TWICE = re.compile(f"[\xe2-\xef]{_BYTES}?[\x80-\x9f]|[\xc3][\x80-\x9f]")
_SAMPLE = 64 * 1024
_CHINESE = ("gb18030", "big5", "shift_jis", "euc_kr")
# The commonest characters of modern Chinese in both scripts, kana and hangul: a wrong reading has few of them.
_COMMON = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学"
    "如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它與這個們來為國說時會對發後過經還學現當沒動進樣從實"
    "公司本报告收入单位万元月合同管理资产股东技术产品市场第三"
    "のにはをたがでとしれさあいるこそすりてなもか가다는이을의에고한하지"
)
_WESTERN = frozenset("àâäáãåçéèêëíìîïñóòôöõúùûüœæøßÀÂÄÁÃÅÇÉÈÊËÍÎÏÑÓÔÖÕÚÙÛÜŒÆØ«»“”„‘’‚–—…€£¥§°·•©®™¿¡ºª½²³×\xa0")


def decode(data: bytes) -> str | None:
    """As `_decoded`, with UTF-8 that was once taken for another encoding ("â\x80\x93" for "–") put right."""
    text = _decoded(data)
    return _TWICE.sub(_once, text) if text is not None and _SIGN_OF_TWICE.search(text) else text


def _once(found: re.Match[str]) -> str:
    try:
        return found.group().encode("latin-1").decode()
    except UnicodeDecodeError:
        return found.group()


def _decoded(data: bytes) -> str | None:
    """The text of a file, None when it is not text.

    A byte order mark decides; then UTF-16 without a mark, UTF-8, the East Asian encodings by how common their
    characters are, and whatever else charset-normalizer finds.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if not data.strip(b"\0 \t\r\n"):
        return ""  # nothing and spaces are no UTF-16
    wide = _unmarked_utf16(data)
    if wide:
        return data.decode(wide, errors="replace")
    try:
        text = data.decode("utf-8")
        return None if _looks_binary(data) else text
    except UnicodeDecodeError as error:
        if error.start > 200 and error.end >= len(data) - 3:  # cut in the middle of the last character
            return data.decode("utf-8", errors="replace")
    if len(data) % 2 == 0 and (wide := _east_asian(data, ("utf-16-le", "utf-16-be"))):
        return data.decode(wide, errors="replace")
    if _looks_binary(data):
        return None
    encoding = _east_asian(data, _CHINESE) or _western(data) or _other(data)
    return data.decode(encoding, errors="replace") if encoding else _mostly_utf8(data)


def _unmarked_utf16(data: bytes) -> str:
    sample = data[:_SAMPLE]
    if len(sample) < 4 or len(data) % 2:
        return ""
    half = len(sample) // 2
    for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[0::2])):
        if zeros.count(0) > 0.4 * half and sample.count(0) < 0.7 * len(sample):
            return encoding
    return ""


def _looks_binary(data: bytes) -> bool:
    """Whether control bytes that no text has are frequent. NULs alone do not count: some text files have stray ones."""
    sample = data[:_SAMPLE]
    controls = sum(sample.count(byte) for byte in range(1, 32) if byte not in (8, 9, 10, 12, 13, 27))
    return controls > 0.01 * len(sample) or sample.count(0) > 0.1 * len(sample)


def _east_asian(data: bytes, encodings: Sequence[str]) -> str:
    """The encoding in which most characters are common ones, "" when they are in none."""
    sample = data[:_SAMPLE]
    if sum(byte >= 0x80 for byte in sample) < 4:
        return ""
    best, best_share = "", 0.12
    for encoding in encodings:
        text = sample.decode(encoding, errors="replace")
        wide = sum(character > "\u2e80" for character in text) or 1
        wrong = text.count("\ufffd") / wide
        share = sum(character in _COMMON for character in text) / wide - 5 * wrong
        if share > best_share:
            best, best_share = encoding, share
    return best


def _western(data: bytes) -> str:
    """cp1252, the commonest one-byte encoding, when that reading has only letters and marks of Western Europe."""
    text = data[:_SAMPLE].decode("cp1252", errors="replace")
    high = [character for character in text if character > "\x7f"]
    letters = sum(character.isalpha() for character in text)
    return "cp1252" if high and len(high) < 0.25 * letters and all(one in _WESTERN for one in high) else ""


def _other(data: bytes) -> str:
    found = from_bytes(data[:_SAMPLE]).best()
    return found.encoding if found is not None else ""


def _mostly_utf8(data: bytes) -> str | None:
    text = data.decode("utf-8", errors="replace")
    return text if text.count("\ufffd") < 0.02 * len(text) else None
