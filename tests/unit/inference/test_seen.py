"""Readings that are kept: of the same tokens at the same place only, and not too many."""

from collections.abc import Sequence

from services.inference.adapters.inprocess import InProcessInference
from services.inference.embedder import Embedder
from services.inference.port import Text
from services.inference.reader.model import ReaderWindow, TrainedReader, TrainedSpan, WindowReading
from services.inference.reader.seen import SeenWindows
from services.inference.settings import InferenceSettings
from services.inference.tokenizer import load_tokenizer
from services.inference.vocabulary import Vocabulary
from tests.models import built_models


def window(passage: int, *ids: int, at: int = 0) -> ReaderWindow:
    return ReaderWindow(passage, list(ids), 4, [(at + place, at + place + 1) for place in range(len(ids))])


def reading(passage: int) -> WindowReading:
    return WindowReading(passage, (TrainedSpan(passage, 3, 5, 1.5),), 0.25)


def test_a_window_read_before_is_known_wherever_its_passage_now_stands() -> None:
    seen = SeenWindows(8)
    seen.put(window(0, 5, 6, 7), reading(0))
    found = seen.get(window(3, 5, 6, 7))
    assert found == WindowReading(3, (TrainedSpan(3, 3, 5, 1.5),), 0.25)


def test_other_tokens_or_other_characters_are_not_known() -> None:
    seen = SeenWindows(8)
    seen.put(window(0, 5, 6, 7), reading(0))
    assert seen.get(window(0, 5, 6, 8)) is None
    assert seen.get(window(0, 5, 6, 7, at=2)) is None


def test_the_least_recently_used_goes_and_a_cache_of_none_keeps_none() -> None:
    seen, none = SeenWindows(2), SeenWindows(0)
    for number in range(3):
        seen.put(window(0, number), reading(0))
        none.put(window(0, number), reading(0))
        seen.get(window(0, 0))
    assert len(seen) == 2
    assert seen.get(window(0, 1)) is None
    assert seen.get(window(0, 0)) is not None
    assert len(none) == 0


async def test_a_passage_that_comes_again_is_not_read_again() -> None:
    models = built_models()
    tokenizer = load_tokenizer(models)
    read: list[int] = []

    class Counting(TrainedReader):
        def run(self, batch: Sequence[ReaderWindow]) -> list[WindowReading]:
            read.extend(one.passage for one in batch)
            return super().run(batch)

    settings = InferenceSettings(threads=1)
    reader = Counting(Vocabulary(models), tokenizer, threads=1)
    inference = InProcessInference(Embedder(models, tokenizer, 1), reader, settings)
    tower, rain = Text("", "The tower is 330 metres tall."), Text("", "Rain fell on Monday.")
    first = await inference.read("How tall is the tower?", [tower])
    second = await inference.read("How tall is the tower?", [rain, tower])
    await inference.close()
    assert read == [0, 0]
    assert tower.text[first.spans[0].start : first.spans[0].end] == "330 metres"
    assert second.spans[0].passage == 1
