"""Word lists written as running text."""


def words(text: str) -> frozenset[str]:
    """The distinct words of a text."""
    return frozenset(text.split())


def ordered_words(text: str) -> tuple[str, ...]:
    """The words of a text in order."""
    return tuple(text.split())
