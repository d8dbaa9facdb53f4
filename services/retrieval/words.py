"""Search tokens of questions. Stored text keeps all its words; what is asked is better off without its small ones."""

from services.language.tokens import content_tokens, tokens


def stored_tokens(text: str) -> list[str]:
    """Every word of a passage, and the pairs of Chinese characters."""
    return tokens(text, bigrams=True)


def asked_tokens(text: str) -> list[str]:
    """The words of a query that say what it is about, spelt as stored; all of them when nothing else is left.

    BM25 weighs "which", "of" and "the" little, but a long passage that is full of them still overtakes a short one that
    has the name asked for. Pairs of Chinese characters stay: stop words end where segmentation does.
    """
    told = frozenset(content_tokens(text))
    spelt = stored_tokens(text)
    return [token for token in spelt if token in told or (len(token) > 1 and not token.isascii())] or spelt
