"""What every adapter does to the texts it is given."""

import re

from services.core.errors import EmptyQuestion

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_MOST_QUESTION = 4000


def clean(text: str) -> str:
    """The text without half characters, which no model and no message takes; every offset stays what it was."""
    return text if text.isascii() else _LONE_SURROGATES.sub("\ufffd", text)


def asked(question: str) -> str:
    """A question for models: cleaned, its first 4,000 characters. Raises EmptyQuestion when nothing is asked."""
    if not question.strip():
        raise EmptyQuestion
    return clean(question[:_MOST_QUESTION])
