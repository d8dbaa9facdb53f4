"""Names and shapes of what goes to Triton's models and comes back. Every row of a batch is one text or passage.

embedding   TEXT, KIND (N, 1) strings → VECTOR (N, dimensions)
reranker    QUESTION, TITLE, TEXT (N, 1) strings → SCORE (N, 1)
reader      the same and LIMIT (N, 1) int32 → SPANS (N, K, 3): start, end, score; a score below 0 is none;
            NO_ANSWER (N, 1)

A request to the reranker or the reader is one question with its passages, and is answered as a whole.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.inference.port import Reading, ReadSpan, Text

EMBEDDING, RERANKER, READER = "embedding", "reranker", "reader"
VECTOR, SCORE, SPANS, NO_ANSWER = "VECTOR", "SCORE", "SPANS", "NO_ANSWER"

Tensors = dict[str, NDArray[Any]]


def strings(values: Sequence[str]) -> NDArray[np.object_]:
    """Strings as a column of UTF-8."""
    column = np.empty((len(values), 1), np.object_)
    column[:, 0] = [value.encode() for value in values]
    return column


def texts(column: NDArray[np.object_]) -> list[str]:
    """The strings of a column."""
    return [bytes(value).decode(errors="replace") for value in column[:, 0]]


def asked(question: str, passages: Sequence[Text]) -> Tensors:
    """A question with its passages."""
    return {
        "QUESTION": strings([question] * len(passages)),
        "TITLE": strings([passage.title for passage in passages]),
        "TEXT": strings([passage.text for passage in passages]),
    }


def question_of(tensors: Tensors) -> tuple[str, list[Text]]:
    """The question and the passages of a request."""
    titles, bodies = texts(tensors["TITLE"]), texts(tensors["TEXT"])
    return texts(tensors["QUESTION"])[0], [Text(title, body) for title, body in zip(titles, bodies, strict=True)]


def of_reading(reading: Reading) -> Tensors:
    """A reading, its spans by passage."""
    rows: list[list[tuple[float, float, float]]] = [[] for _ in reading.no_answer]
    for span in reading.spans:
        rows[span.passage].append((span.start, span.end, span.score))
    spans = np.full((len(rows), max(map(len, rows), default=0) or 1, 3), -1, np.float32)
    for row, found in enumerate(rows):
        for place, one in enumerate(found):
            spans[row, place] = one
    return {SPANS: spans, NO_ANSWER: np.array(reading.no_answer, np.float32).reshape(-1, 1)}


def reading_of(spans: NDArray[np.float32], no_answer: NDArray[np.float32], limit: int) -> Reading:
    """The reading that was packed, its best `limit` spans."""
    found = [
        ReadSpan(row, int(start), int(end), float(score))
        for row, places in enumerate(spans)
        for start, end, score in places
        if score >= 0
    ]
    best = sorted(found, key=lambda span: -span.score)[:limit]
    return Reading(tuple(best), tuple(no_answer[:, 0].tolist()))
