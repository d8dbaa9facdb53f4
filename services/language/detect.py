"""Which language a text is written in, by script and by the words that carry its grammar."""

import re

from services.language.lexicon.stopwords import STOPWORDS

_SAMPLE = 20_000
_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_HAN_CHAR = re.compile(f"[{_HAN}]")
_KANA = re.compile("[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_OTHER_LETTER = re.compile(
    f"[^\\W\\d_A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff\u3041-\u30ff\u31f0-\u31ff\uff21-\uff5a\uff66-\uff9f{_HAN}]"
)
_NAME_WEIGHT = 0.35
_HAN_PER_WORD = 1.5
_KANA_SHARE = 0.2


def is_cjk(ch: str) -> bool:
    """Whether a character is a Han ideograph (kana and hangul are not)."""
    return len(ch) == 1 and _HAN_CHAR.match(ch) is not None


def language_of(text: str) -> str:
    """`"zh"`, `"en"` or `"und"`: the script that carries the sentence, judged on the first 20,000 characters.

    A capitalised Latin word is worth less than a lower-case one, because Chinese sentences are full of foreign
    product names while English grammar is lower-case words. Every Latin-script language counts as `"en"`; kana,
    hangul, Cyrillic, Arabic and other scripts, and text without letters, give `"und"`.
    """
    sample = text[:_SAMPLE]
    han = len(_HAN_CHAR.findall(sample))
    kana = len(_KANA.findall(sample))
    other = len(_OTHER_LETTER.findall(sample))
    words = _LATIN_WORD.findall(sample)
    latin_letters = sum(map(len, words))
    if han + latin_letters == 0 or other > han + latin_letters:
        return "und"
    if kana >= _KANA_SHARE * (kana + han) and kana + han > latin_letters * 0.5 and kana:
        return "und"
    english = STOPWORDS["en"]
    latin = sum(1.0 if word.islower() or word.lower() in english else _NAME_WEIGHT for word in words)
    return "zh" if han / _HAN_PER_WORD >= latin else "en"
