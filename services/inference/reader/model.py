"""The trained extractive reader: which span of a passage answers a question, by windows of tokens.

Input: `<s> question </s></s> window of the passage </s>`. A span is scored by the log probabilities of its start and
its end, less those of position 0, which training made stand for "no answer here".
Source: Devlin et al., "BERT", NAACL 2019 (span heads, null score); weights and figures in docs/reader.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.inference.port import Text
from services.inference.session import Session
from services.inference.tokenizer import Tokenizer
from services.inference.vocabulary import Vocabulary

NAME = "sextant-reader-v1-int8"
WEIGHTS = Path(__file__).parent.parent / "weights" / "reader-v1.int8.onnx"
HIDDEN, MASK, SPAN, RELEVANCE = "hidden", "attention_mask", "span", "relevance"

MAX_TOKENS = 224
"""Tokens of a window with its question: longer ones were not met in training and read worse."""
TITLES = True
"""Whether windows begin with the passage's title: as these weights were trained."""
_QUESTION_TOKENS = 64
_TITLE_TOKENS = 12
_STRIDE_SHARE = 0.6
_MAX_WINDOWS = 12
_SPAN_TOKENS = 24
_SPANS_A_WINDOW = 6
_BATCH_TOKENS = 1024
_START, _PAD, _END = 0, 1, 2


@dataclass(frozen=True, slots=True)
class ReaderWindow:
    """One input: `ids` as the model takes them; `offsets` in the passage of the tokens from `first` on."""

    passage: int
    ids: list[int]
    first: int
    offsets: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TrainedSpan:
    """A span as the model sees it: characters of the passage, and log odds over "no answer" in its window."""

    passage: int
    start: int
    end: int
    logit: float


@dataclass(frozen=True, slots=True)
class WindowReading:
    """What one window gave: spans, best first, and the log odds that the window answers the question at all."""

    passage: int
    spans: tuple[TrainedSpan, ...]
    relevance: float = 0.0


class TrainedReader:
    """Reads windows; synchronous, for one thread at a time."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        tokenizer: Tokenizer,
        path: Path = WEIGHTS,
        *,
        threads: int = 2,
        titles: bool = TITLES,
    ) -> None:
        self._titles = titles
        self._session = Session(path, threads, "read")
        self._vocabulary = vocabulary
        self._tokenizer = tokenizer

    def windows(self, question: str, passages: Sequence[Text]) -> list[ReaderWindow]:
        """The passages as windows with overlap, so that an answer at a window's edge is whole in the next."""
        asked = self._tokenizer.ids(question)[:_QUESTION_TOKENS]
        found: list[ReaderWindow] = []
        for index, passage in enumerate(passages):
            encoded = self._tokenizer.encode(passage.text)
            head = [_START, *asked, _END, _END, *self._title(passage)]
            room = MAX_TOKENS - len(head) - 1
            for at in window_starts(len(encoded.ids), room):
                ids = [*head, *encoded.ids[at : at + room], _END]
                found.append(ReaderWindow(index, ids, len(head), encoded.offsets[at : at + room]))
        return found

    def _title(self, passage: Text) -> list[int]:
        """The title, which often names what the text only means: each window has it before its text."""
        title = passage.title.strip()
        if not self._titles or not title or passage.text.startswith(title):
            return []
        return self._tokenizer.ids(f"{title}:")[:_TITLE_TOKENS]

    def batches(self, windows: Sequence[ReaderWindow]) -> Iterator[list[ReaderWindow]]:
        """Windows of like length together, shortest first."""
        batch: list[ReaderWindow] = []
        for window in sorted(windows, key=lambda window: len(window.ids)):
            if batch and (len(batch) + 1) * len(window.ids) > _BATCH_TOKENS:
                yield batch
                batch = []
            batch.append(window)
        if batch:
            yield batch

    def run(self, batch: Sequence[ReaderWindow]) -> list[WindowReading]:
        """Read a batch."""
        longest = max(len(window.ids) for window in batch)
        ids: NDArray[np.int64] = np.full((len(batch), longest), _PAD, np.int64)
        mask: NDArray[np.int64] = np.zeros_like(ids)
        for row, window in enumerate(batch):
            ids[row, : len(window.ids)] = window.ids
            mask[row, : len(window.ids)] = 1
        logits, relevance = self._session.run({HIDDEN: self._vocabulary.embeddings(ids), MASK: mask})
        return [
            WindowReading(window.passage, _spans(window, logits[row]), float(relevance[row]))
            for row, window in enumerate(batch)
        ]


def window_starts(tokens: int, room: int) -> list[int]:
    """Where the windows of a passage begin: every 60 % of a window, the last one flush with the end."""
    if tokens == 0:
        return []
    if tokens <= room:
        return [0]
    starts = list(range(0, tokens - room, max(int(room * _STRIDE_SHARE), 1)))
    return [*starts, tokens - room][:_MAX_WINDOWS]


def _spans(window: ReaderWindow, logits: NDArray[np.float32]) -> tuple[TrainedSpan, ...]:
    """The best few spans of a window that do not overlap, best first."""
    used = logits[: len(window.ids)]
    log = used - np.log(np.exp(used - used.max(0)).sum(0)) - used.max(0)
    count = len(window.offsets)
    start, end = log[window.first : window.first + count, 0], log[window.first : window.first + count, 1]
    grid = start[:, None] + end[None]
    allowed = np.triu(np.ones_like(grid, bool)) & ~np.triu(np.ones_like(grid, bool), _SPAN_TOKENS)
    grid = np.where(allowed, grid, -np.inf)
    null = float(log[0].sum())
    found: list[TrainedSpan] = []
    for _ in range(min(_SPANS_A_WINDOW, count)):
        first, last = (int(i) for i in np.unravel_index(grid.argmax(), grid.shape))
        if not np.isfinite(grid[first, last]):
            break
        span = (window.offsets[first][0], window.offsets[last][1])
        found.append(TrainedSpan(window.passage, *span, float(grid[first, last]) - null))
        grid[: last + 1, first:] = -np.inf
    return tuple(found)
