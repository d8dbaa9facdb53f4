"""What the models in reserve do, and what they must not."""

from dataclasses import replace

import pytest

from services.core.errors import BadInput, InferenceUnavailable
from services.inference.adapters.fallback import FALLBACKS, FallbackInference
from services.inference.choose import chosen_inference
from services.inference.port import Ability, Capabilities, Inference, Priority, Text, TextKind
from services.inference.settings import InferenceSettings
from tests.contract.inference_suite import InferenceSuite
from tests.fakes.inference import FakeInference

PASSAGES = [Text("", "Acme was founded by Anna Keller."), Text("", "Rain on Monday.")]


class Other(FakeInference):
    """Models with another embedder."""

    async def capabilities(self) -> Capabilities:
        return replace(await super().capabilities(), embed=Ability("other", trained=False, max_tokens=0))


class TestFallback(InferenceSuite):
    """With its reranker and its reader away, the port is served by both."""

    @pytest.fixture
    def inference(self) -> Inference:
        first = FakeInference()
        first.down = {"rerank", "read"}
        return FallbackInference(first, FakeInference)


async def test_while_the_first_answers_the_reserve_is_not_even_loaded() -> None:
    def load() -> Inference:
        raise AssertionError("nobody needs it")

    inference = FallbackInference(FakeInference(), load)
    assert len(await inference.rerank("Who founded Acme?", PASSAGES)) == 2
    assert (await inference.embed(["x"], TextKind.QUERY)).shape[0] == 1


async def test_a_fallback_is_counted_and_the_reserve_is_loaded_once() -> None:
    first, loaded = FakeInference(), [FakeInference(), FakeInference()]
    first.down.add("read")
    inference = FallbackInference(first, loaded.pop)
    before = FALLBACKS.labels("read")._value.get()
    for _ in range(2):
        assert (await inference.read("Who founded Acme?", PASSAGES)).spans
    assert FALLBACKS.labels("read")._value.get() == before + 2
    assert len(loaded) == 1


async def test_a_reserve_with_another_embedder_embeds_nothing() -> None:
    first = FakeInference()
    first.down = {"embed", "rerank"}
    inference = FallbackInference(first, Other)
    with pytest.raises(InferenceUnavailable, match="gives other vectors"):
        await inference.embed(["x"], TextKind.QUERY)
    assert await inference.rerank("Who founded Acme?", PASSAGES)


async def test_a_reserve_with_the_same_embedder_embeds_questions() -> None:
    first = FakeInference()
    first.down.add("embed")
    vectors = await FallbackInference(first, FakeInference).embed(["pump"], TextKind.QUERY)
    assert (vectors == await FakeInference().embed(["pump"], TextKind.QUERY)).all()


async def test_an_embedder_that_was_never_known_is_not_replaced() -> None:
    first = FakeInference()
    first.down = {"embed", "capabilities"}
    with pytest.raises(InferenceUnavailable):
        await FallbackInference(first, FakeInference).embed(["x"], TextKind.QUERY)


async def test_bulk_work_waits_instead() -> None:
    first = FakeInference()
    first.down.add("embed")
    with pytest.raises(InferenceUnavailable):
        await FallbackInference(first, FakeInference).embed(["x"], TextKind.PASSAGE, Priority.BULK)


async def test_a_url_of_something_else_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="Use triton://host:port"):
        chosen_inference(model_dir=None, settings=InferenceSettings(url="http://models:8000"))  # type: ignore[arg-type]
