"""Where the embedder's cosines stand: `python -m tests.bench.calibration`.

Over the pairs of `calibration_pairs`, in each language and together:

- floor: the 25 % quantile of a question against the passage that answers it in the other language, the least near of
  what answers; two fifths of the unrelated passages are below, and none that answers in its own language.
- source: the 99 % quantile of a sentence against sentences on other matters. Restatements are all above.
- duplicate: the 5 % quantile of a sentence against the same said otherwise, above all of the same topic that say
another
  thing.
"""

import asyncio
import sys

import numpy as np

from services.inference.adapters.inprocess import InProcessInference
from services.inference.port import TextKind
from tests.bench.calibration_pairs import PAIRS
from tests.models import built_models


async def main() -> None:
    """Print quantiles and the three marks they give."""
    inference = InProcessInference.load(built_models())
    columns = [list(column) for column in zip(*PAIRS, strict=True)]
    questions = await inference.embed(columns[0], TextKind.QUERY)
    passages, restated, other = [await inference.embed(column, TextKind.PASSAGE) for column in columns[1:]]
    await inference.close()
    half = len(PAIRS) // 2
    apart = ~np.eye(len(PAIRS), dtype=bool)
    apart[:half, half:] = apart[half:, :half] = False  # the Chinese half asks much the same as the English one
    groups = {
        "question, its passage": (questions * passages).sum(1),
        "question, its topic": (questions * other).sum(1),
        "question, another passage": (questions @ passages.T)[apart],
        "sentence, restated": (passages * restated).sum(1),
        "sentence, its topic": (passages * other).sum(1),
        "sentence, another": (passages @ restated.T)[apart],
        "across languages": (questions[:half] * passages[half:]).sum(1),
    }
    for name, cosines in groups.items():
        marks = np.quantile(cosines, [0, 0.05, 0.1, 0.5, 0.9, 0.95, 1])
        sys.stdout.write(f"{name:26}" + " ".join(f"{mark:.3f}" for mark in marks) + "\n")
    floor = np.quantile(groups["across languages"], 0.25)
    source = np.quantile(groups["sentence, another"], 0.99)
    duplicate = np.quantile(groups["sentence, restated"], 0.05)
    sys.stdout.write(f"floor {floor:.3f}  source {source:.3f}  duplicate {duplicate:.3f}\n")


if __name__ == "__main__":
    asyncio.run(main())
