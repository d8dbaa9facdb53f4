"""The model repository agrees with the code, and what Triton would call does what it should."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format
from tritonclient.grpc import model_config_pb2

from services.core.errors import EmptyQuestion, SextantError
from services.inference.calibration import E5_SMALL
from services.inference.embedder import DIMENSIONS, MAX_TOKENS, NAME
from services.inference.port import Reading, ReadSpan, Text, TextKind
from services.inference.reader import model as reader
from services.inference.rules import ranker
from services.inference.triton import tensors
from services.inference.triton.served import EmbeddingModel, ReaderModel, RerankerModel, ServedModel
from tests.fakes.inference import FakeInference

REPOSITORY = Path(__file__).parents[3] / "deploy" / "triton" / "models"
MODELS: dict[str, type[ServedModel]] = {
    tensors.EMBEDDING: EmbeddingModel,
    tensors.RERANKER: RerankerModel,
    tensors.READER: ReaderModel,
}
PASSAGES = [Text("", "Acme was founded by Anna Keller in 1999."), Text("Weather", "Rain on Monday.")]


def configuration(name: str) -> str:
    """The text of a model's configuration."""
    return (REPOSITORY / name / "config.pbtxt").read_text(encoding="utf-8")


def parameters(name: str) -> dict[str, str]:
    """What the adapter reads from it."""
    found = re.findall(r'parameters \{ key: "(\w+)" value \{ string_value: "([^"]*)" \} \}', configuration(name))
    return dict(found)


def test_the_repository_says_what_the_models_are() -> None:
    marks = {"floor": E5_SMALL.floor, "source": E5_SMALL.source, "duplicate": E5_SMALL.duplicate}
    embedding = parameters(tensors.EMBEDDING)
    assert {name: float(embedding[name]) for name in marks} == marks
    assert (embedding["name"], embedding["trained"], int(embedding["max_tokens"])) == (NAME, "true", MAX_TOKENS)
    assert f"dims: [ {DIMENSIONS} ]" in configuration(tensors.EMBEDDING)
    assert parameters(tensors.RERANKER) == {"name": ranker.NAME, "trained": "false", "max_tokens": "0"}
    said = {"name": reader.NAME, "trained": "true", "max_tokens": str(reader.MAX_TOKENS)}
    assert parameters(tensors.READER) == said


@pytest.mark.parametrize("name", MODELS)
def test_every_model_batches_what_waits_and_takes_its_inputs(name: str) -> None:
    text = configuration(name)
    assert f'name: "{name}"' in text
    assert "dynamic_batching { }" in text  # no queue policy: requests stall for half a second with one, on 2.51
    assert "version_policy" in text
    assert re.findall(r'\{ name: "([A-Z]+)"', text.split("output [")[0]) == list(MODELS[name].inputs)
    code = (REPOSITORY / name / "1" / "model.py").read_text(encoding="utf-8")
    assert f"import {MODELS[name].__name__} as TritonPythonModel" in code


@pytest.mark.parametrize("path", sorted(REPOSITORY.parent.glob("**/config.pbtxt")), ids=lambda path: path.parent.name)
def test_every_configuration_is_one_that_triton_reads(path: Path) -> None:
    read = text_format.Parse(path.read_text(encoding="utf-8"), model_config_pb2.ModelConfig())
    assert read.name == path.parent.name
    assert read.HasField("dynamic_batching")
    assert read.version_policy.latest.num_versions == 1


def test_a_reading_comes_back_as_it_was() -> None:
    spans = (ReadSpan(1, 3, 9, 0.9), ReadSpan(0, 0, 4, 0.75), ReadSpan(1, 0, 2, 0.5))
    packed = tensors.of_reading(Reading(spans, (0.25, 0.5, 1.0)))
    assert packed[tensors.SPANS].shape == (3, 2, 3)
    found = tensors.reading_of(packed[tensors.SPANS], packed[tensors.NO_ANSWER], limit=10)
    assert [(one.passage, one.start, one.end) for one in found.spans] == [(1, 3, 9), (0, 0, 4), (1, 0, 2)]
    assert found.no_answer == (0.25, 0.5, 1.0)
    assert len(tensors.reading_of(packed[tensors.SPANS], packed[tensors.NO_ANSWER], limit=1).spans) == 1


async def test_requests_that_wait_together_get_their_own_vectors() -> None:
    fake = FakeInference()
    asked = [
        {"TEXT": tensors.strings(texts), "KIND": tensors.strings([kind] * len(texts))}
        for texts, kind in (
            (["pump", "阀门"], TextKind.PASSAGE),
            (["pump"], TextKind.QUERY),
            (["rain"], TextKind.PASSAGE),
        )
    ]
    answers = [tensors_of(answer)[tensors.VECTOR] for answer in await EmbeddingModel().answered(fake, asked)]
    assert [len(vectors) for vectors in answers] == [2, 1, 1]
    alone = await fake.embed(["pump", "阀门", "pump", "rain"], TextKind.PASSAGE)
    assert np.allclose(np.concatenate(answers), alone)
    assert len(fake.embedded) == 4 + 4


async def test_one_bad_request_is_refused_and_the_others_are_answered() -> None:
    good, bad = tensors.asked("Who founded Acme?", PASSAGES), tensors.asked(" ", PASSAGES)
    first, second = await RerankerModel().answered(FakeInference(), [bad, good])
    assert isinstance(first, EmptyQuestion)
    assert tensors_of(second)[tensors.SCORE].shape == (2, 1)


async def test_what_warms_a_model_up_is_answered() -> None:
    for model in (EmbeddingModel(), RerankerModel(), ReaderModel()):
        (answer,) = await model.answered(FakeInference(), [model.sample()])
        assert not isinstance(answer, SextantError)


def tensors_of(answer: Any) -> tensors.Tensors:
    """The tensors of an answer that is no error."""
    assert isinstance(answer, dict)
    return answer
