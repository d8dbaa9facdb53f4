"""Whether two names may be one: the same person in Chinese and in Latin letters, a short and a long form."""

import re

from services.language.lexicon.pinyin import SURNAME_SPELLINGS
from services.language.statements import Value

_HAN_NAME = re.compile("[\u4e00-\u9fff]{2,4}")
_LATIN = re.compile("[a-z]")


def may_be_one(a: Value, b: Value) -> bool:
    """Whether nothing shows that two names differ.

    Across scripts a Chinese surname and its spelling must meet; a foreign name spelled in Chinese signs cannot be
    compared and counts as one. In one script the names must be equal, or one the end of the other.
    """
    han = [name for name in (a, b) if _HAN_NAME.fullmatch(name.key.replace(" ", ""))]
    latin = [name for name in (a, b) if _LATIN.search(name.key)]
    if len(han) == len(latin) == 1:
        key = han[0].key.replace(" ", "")
        spelled = SURNAME_SPELLINGS.get(key[:2]) or SURNAME_SPELLINGS.get(key[:1])
        return spelled is None or bool(spelled & set(latin[0].key.split()))
    if bool(_LATIN.search(a.key)) != bool(_LATIN.search(b.key)):
        return True
    return a.key == b.key
