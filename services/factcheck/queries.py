"""Searches that could confirm what failed its check."""

from collections.abc import Sequence

from services.core.domain.answer import Claim
from services.factcheck.asked import Asked
from services.factcheck.presence import present

_LONGEST = 200


def queries_for(asked: Asked, failing: Sequence[Claim], limit: int) -> tuple[str, ...]:
    """One search a failing claim, each once: its own words, with the names of the question that it leaves out."""
    found: dict[str, None] = {}
    for claim in failing:
        absent = [named.text for named in asked.names if present(named.key, claim.text) < 0.99]
        words = claim.text.strip(" .。!！?？")
        bare = len(words) < 4 or words.lower() in ("yes", "no")
        query = " ".join([*absent, asked.text if bare else words])[:_LONGEST].strip()
        found.setdefault(query)
    return tuple(found)[:limit]
