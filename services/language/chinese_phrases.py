"""What a Chinese phrase is about, if it opens with a name or a noun: 华澜泵业 of 华澜泵业逃税, nothing of 出差住店."""

from services.language.chinese_tokens import Token, is_unknown, tagged
from services.language.entities import named_entities
from services.language.lexicon.wordlist import words

# Nouns and what stands inside names; an unknown word is a name whatever segmentation takes it for.
_NOMINAL = ("n", "j", "b", "a", "s", "f", "eng", "x", "vn", "z", "l", "i", "h", "k")
_HEADS = ("n", "j", "eng", "l", "vn")
# Tagged as nouns, but they ask or count.
_ASKING = words("多长 多久 多高 多大 多重 多远 多少 几时 何时 何人 何处 每晚 每天 每月 每年 每人 最多 最少 至少")
# Nouns that the tagger takes for something else.
_NOUNS_TOO = frozenset({"合同"})
_PUNCTUATION = frozenset("，,。；;：:？?！!、（）()")


def leading_noun(phrase: str) -> str:
    """The noun phrase at the beginning, as written; "" when a verb, an adverb or a question word stands there.

    A name that the phrase opens with is never cut inside, and ordinary nouns behind it belong to it.
    """
    name = next((each for each in named_entities(phrase) if each.start == 0), None)
    start = name.end if name else 0
    row = [token for token in tagged(phrase) if token.start >= start]
    kept: list[Token] = []
    for at, token in enumerate(row):
        if not _is_nominal(token, row[at + 1] if at + 1 < len(row) else None):
            break
        kept.append(token)
    # Places in space and time need a noun behind them: 国内 of 国内出差 says nothing alone.
    if not name and not any(_is_head(token) for token in kept):
        return ""
    while kept and not _is_head(kept[-1]):
        kept.pop()
    return phrase[: kept[-1].end] if kept else phrase[:start]


def _is_nominal(token: Token, after: Token | None) -> bool:
    if token.word in _ASKING or token.word in _PUNCTUATION:
        return False
    if after is not None and len(after.word) == 1 and after.tag == "n" and (token.tag == "v" or token.word == "年"):
        return True  # 报销|单, 年|假
    if token.tag == "m":
        return token.word[0].isascii() or token.word[0] == "第" or token.word.endswith("号")
    return token.tag.startswith(_NOMINAL) or _is_invented(token)


def _is_head(token: Token) -> bool:
    return token.tag.startswith(_HEADS) or token.word in _NOUNS_TOO or token.word[0].isascii() or _is_invented(token)


def _is_invented(token: Token) -> bool:
    return token.is_han and is_unknown(token.word)
