"""The inference suite on the fake, on the models in this process, and on the service over gRPC."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.core.errors import InferenceUnavailable
from services.core.rpc.server import start_server
from services.inference.adapters.inprocess import InProcessInference
from services.inference.adapters.remote import RemoteInference
from services.inference.port import Inference, Text, TextKind
from services.inference.servicer import registration
from tests.contract.inference_suite import InferenceSuite
from tests.fakes.inference import FakeInference
from tests.models import built_models


@pytest.fixture(scope="module")
def model_dir() -> Path:
    return built_models()


class TestFake(InferenceSuite):
    @pytest.fixture
    def inference(self) -> Inference:
        return FakeInference()


class TestInProcess(InferenceSuite):
    @pytest.fixture
    async def inference(self, model_dir: Path) -> AsyncIterator[Inference]:
        inference = InProcessInference.load(model_dir)
        yield inference
        await inference.close()


class TestInProcessByRules(InferenceSuite):
    @pytest.fixture
    async def inference(self, model_dir: Path) -> AsyncIterator[Inference]:
        inference = InProcessInference.load(model_dir, reader=model_dir / "absent.onnx")
        yield inference
        await inference.close()


class TestRemote(InferenceSuite):
    @pytest.fixture
    async def inference(self) -> AsyncIterator[Inference]:
        server = await start_server([registration(FakeInference())])
        client = RemoteInference.connect(server.address)
        yield client
        await client.close()
        await server.stop(0)


class TestRemoteModels(InferenceSuite):
    @pytest.fixture
    async def inference(self, model_dir: Path) -> AsyncIterator[Inference]:
        hosted = InProcessInference.load(model_dir)
        server = await start_server([registration(hosted)])
        client = RemoteInference.connect(server.address)
        yield client
        await client.close()
        await server.stop(0)
        await hosted.close()


async def test_what_the_host_cannot_do_arrives_as_the_same_error() -> None:
    fake = FakeInference()
    fake.down.add("read")
    server = await start_server([registration(fake)])
    client = RemoteInference.connect(server.address)
    try:
        with pytest.raises(InferenceUnavailable) as refused:
            await client.read("Who founded Acme?", [Text("", "Acme was founded by Anna Keller.")])
        assert "The read model" in refused.value.message
    finally:
        await client.close()
        await server.stop(0)


async def test_a_host_that_is_not_there_is_unavailable() -> None:
    client = RemoteInference.connect("127.0.0.1:1", timeout_s=20)
    try:
        with pytest.raises(InferenceUnavailable):
            await client.embed(["hello"], TextKind.QUERY)
    finally:
        await client.close()


async def test_what_a_host_can_do_is_still_known_while_it_is_away() -> None:
    server = await start_server([registration(FakeInference())])
    client = RemoteInference.connect(server.address, timeout_s=20)
    try:
        said = await client.capabilities()
        await server.stop(0)
        assert await client.capabilities() == said
        with pytest.raises(InferenceUnavailable):
            await client.embed(["hello"], TextKind.QUERY)
    finally:
        await client.close()


async def test_more_than_one_message_of_texts_comes_back_as_one_matrix() -> None:
    server = await start_server([registration(FakeInference())])
    client = RemoteInference.connect(server.address)
    try:
        texts = [f"text {number}" for number in range(1100)]
        vectors = await client.embed(texts, TextKind.PASSAGE)
        assert vectors.shape[0] == 1100
        assert (vectors == await FakeInference().embed(texts, TextKind.PASSAGE)).all()
        scores = await client.rerank("text", [Text("", text) for text in texts[:450]])
        assert len(scores) == 450
        reading = await client.read("Which text?", [Text("", text) for text in texts[:450]], limit=50)
        assert len(reading.no_answer) == 450
        assert max(span.passage for span in reading.spans) < 450
    finally:
        await client.close()
        await server.stop(0)
