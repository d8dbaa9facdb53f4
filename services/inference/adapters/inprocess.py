"""Models in this process, on its CPU: the embedded mode, and what the inference service itself serves."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Self

import numpy as np

from services.inference.cache import VectorCache
from services.inference.calibration import E5_SMALL
from services.inference.embedder import DIMENSIONS, MAX_TOKENS, NAME, Embedder
from services.inference.lane import Lane
from services.inference.port import Ability, Capabilities, FloatMatrix, Priority, Reading, Text, TextKind
from services.inference.reader import model as trained
from services.inference.reader import ranking
from services.inference.reader.combination import combine, relevance_of
from services.inference.reader.model import TrainedReader, WindowReading
from services.inference.reader.seen import SeenWindows
from services.inference.rules import ranker
from services.inference.rules import reader as rules
from services.inference.settings import InferenceSettings
from services.inference.texts import asked, clean
from services.inference.tokenizer import load_tokenizer
from services.inference.vocabulary import Vocabulary

# Texts tokenised in one go: a few milliseconds, so that bulk work yields often.
_GROUP = 32
_KEPT_TEXT = 400
"""Characters of the longest passage text whose vector is kept: sentences come back, chunks do not."""


class InProcessInference:
    """The inference port over onnxruntime. One per process; used from one event loop at a time."""

    def __init__(self, embedder: Embedder, reader: TrainedReader | None, settings: InferenceSettings) -> None:
        self._embedder = embedder
        self._reader = reader
        self._lane = Lane("inference", settings.queue)
        self._seen = SeenWindows(settings.window_cache)
        self._rank_read = settings.rank_read
        self._caches = {
            TextKind.QUERY: VectorCache(settings.query_cache),
            TextKind.PASSAGE: VectorCache(settings.passage_cache),
        }

    @classmethod
    def load(cls, model_dir: Path, settings: InferenceSettings | None = None, reader: Path = trained.WEIGHTS) -> Self:
        """Load the models of a directory made by `services.inference.build`; takes about a second.

        Without the file `reader`, rules read. Raises InferenceUnavailable when the models are not built or the extra
        `embedded` is not installed.
        """
        chosen = settings or InferenceSettings()
        tokenizer = load_tokenizer(model_dir)
        embedder = Embedder(model_dir, tokenizer, chosen.threads)
        if not reader.is_file():
            return cls(embedder, None, chosen)
        return cls(embedder, TrainedReader(Vocabulary(model_dir), tokenizer, reader, threads=chosen.threads), chosen)

    async def capabilities(self) -> Capabilities:
        """See the port."""
        read = (
            Ability(trained.NAME, trained=True, max_tokens=trained.MAX_TOKENS)
            if self._reader
            else Ability(rules.NAME, trained=False, max_tokens=0)
        )
        rank = (
            Ability(ranking.NAME, trained=True, max_tokens=trained.MAX_TOKENS)
            if self._reader and self._rank_read
            else Ability(ranker.NAME, trained=False, max_tokens=0)
        )
        return Capabilities(
            embed=Ability(NAME, trained=True, max_tokens=MAX_TOKENS),
            rerank=rank,
            read=read,
            dimensions=DIMENSIONS,
            calibration=E5_SMALL,
        )

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port."""
        texts = [clean(text) for text in texts]
        cache = self._caches[kind]
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        missing: list[int] = []
        for index, text in enumerate(texts):
            known = cache.get(kind, text)
            if known is None:
                missing.append(index)
            else:
                vectors[index] = known
        for group in _groups(sorted(missing, key=lambda index: len(texts[index]))):
            vectors[group] = await self._fresh([texts[index] for index in group], kind, priority)
        for index in missing:
            if priority is Priority.INTERACTIVE and len(texts[index]) <= _KEPT_TEXT:
                cache.put(kind, texts[index], vectors[index])
        return vectors

    async def _fresh(self, texts: list[str], kind: TextKind, priority: Priority) -> FloatMatrix:
        windows = await self._lane.run(partial(self._embedder.windows, texts, kind), priority)
        parts = [
            (batch, await self._lane.run(partial(self._embedder.run, batch), priority))
            for batch in self._embedder.batches(windows)
        ]
        return self._embedder.joined(len(texts), parts)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        question, passages = asked(question), _cleaned(passages)
        if not passages:
            return []
        drafts = await self._lane.run(partial(ranker.prepare, question, passages))
        about = (await self.embed([question], TextKind.QUERY))[0]
        focus = await self.embed([draft.focus for draft in drafts], TextKind.PASSAGE)
        scores = ranker.scores(drafts, (focus @ about).tolist())
        if self._reader is None or not self._rank_read:
            return scores
        best = ranking.first(scores, self._rank_read)
        read = await self._windows_read(self._reader, question, [passages[index] for index in best])
        relevance = {
            index: relevance_of([one for one in read if one.passage == place]) for place, index in enumerate(best)
        }
        return ranking.mixed(scores, relevance)

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port."""
        question, passages = asked(question), _cleaned(passages)
        if not passages:
            return Reading((), ())
        if self._reader is None:
            return await self._lane.run(partial(rules.read, question, passages, limit))
        found = await self._windows_read(self._reader, question, passages)
        return await self._lane.run(partial(combine, question, passages, found, limit=limit))

    async def _windows_read(
        self, reader: TrainedReader, question: str, passages: Sequence[Text]
    ) -> list[WindowReading]:
        """What the trained reader says of every window, those read lately without reading them again."""
        windows = await self._lane.run(partial(reader.windows, question, passages))
        known = [self._seen.get(window) for window in windows]
        found = [reading for reading in known if reading is not None]
        fresh = [window for window, reading in zip(windows, known, strict=True) if reading is None]
        for batch in reader.batches(fresh):
            readings = await self._lane.run(partial(reader.run, batch))
            for window, reading in zip(batch, readings, strict=True):
                self._seen.put(window, reading)
            found += readings
        return found

    async def close(self) -> None:
        """See the port."""
        await self._lane.close()


def _cleaned(passages: Sequence[Text]) -> list[Text]:
    return [Text(clean(passage.title), clean(passage.text)) for passage in passages]


def _groups(indices: Sequence[int]) -> Iterator[list[int]]:
    for at in range(0, len(indices), _GROUP):
        yield list(indices[at : at + _GROUP])
