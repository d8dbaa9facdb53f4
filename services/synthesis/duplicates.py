"""Sentences that say the same, so that an answer says it once.

Near in meaning is not enough: a sentence with another figure, date, name or denial is a contradiction, not a duplicate.
"""

from collections.abc import Sequence

import numpy as np

from services.core.errors import InferenceUnavailable
from services.inference.port import Inference, TextKind
from services.language.similarity import agree, jaccard
from services.language.tokens import content_tokens
from services.synthesis.sources import Source

_SAME_WORDS = 0.8


async def distinct(sources: Sequence[Source], inference: Inference) -> list[Source]:
    """The sources without those that repeat an earlier one; by words alone when no embedder answers."""
    if len(sources) < 2:
        return list(sources)
    words = [frozenset(content_tokens(source.text)) for source in sources]
    try:
        threshold = (await inference.capabilities()).calibration.duplicate
        rows = await inference.embed([source.text for source in sources], TextKind.PASSAGE)
        near = rows @ rows.T >= threshold
    except InferenceUnavailable:
        near = np.zeros((len(sources), len(sources)), dtype=bool)
    kept: list[int] = []
    for at, source in enumerate(sources):
        same = (before for before in kept if near[at, before] or jaccard(words[at], words[before]) >= _SAME_WORDS)
        if not any(agree(source.text, sources[before].text) for before in same):
            kept.append(at)
    return [sources[at] for at in kept]
