"""A profile's vocabulary: other words of the domain for those of the question."""

import re
from collections.abc import Sequence

from services.core.domain.plan import Query
from services.retrieval.profile import Profile

_WEIGHT = 0.5
_MOST = 12


def glossary_query(profile: Profile, texts: Sequence[str]) -> Query | None:
    """One keyword query of the synonyms that none of the texts says yet; None when there are none."""
    said = "\n".join(texts).casefold()
    found: list[str] = []
    for group in profile.glossary:
        if any(_says(said, word) for word in group):
            found.extend(word for word in group if not _says(said, word))
    return Query(" ".join(found[:_MOST]), "glossary", _WEIGHT) if found else None


def _says(text: str, word: str) -> bool:
    word = word.casefold()
    if not word.isascii():
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", text, re.ASCII) is not None
