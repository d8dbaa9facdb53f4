"""What Triton's Python backend runs: our own models, one process a model, many requests a call.

Triton looks for a class `TritonPythonModel` in `deploy/triton/models/NAME/1/model.py`, which is one of these.
https://github.com/triton-inference-server/python_backend#usage
"""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from services.core.errors import SextantError
from services.core.settings import SharedSettings
from services.inference.adapters.inprocess import InProcessInference
from services.inference.port import Inference, Text, TextKind
from services.inference.settings import InferenceSettings
from services.inference.triton import tensors
from services.inference.triton.tensors import Tensors


class ServedModel:
    """A model as Triton calls it. Subclasses say what requests are answered with."""

    inputs: ClassVar[tuple[str, ...]] = ()

    def initialize(self, _args: dict[str, str]) -> None:
        """Load the models of `SEXTANT_MODEL_DIR` and use them once: the first call is the slow one."""
        self._loop = asyncio.new_event_loop()
        # It is there only inside of Triton.
        self._triton = import_module("triton_python_backend_utils")
        self._inference: Inference = InProcessInference.load(SharedSettings().model_dir, InferenceSettings())
        self._loop.run_until_complete(self.answered(self._inference, [self.sample()]))

    def execute(self, requests: Sequence[Any]) -> list[Any]:
        """Answers to requests, in their order; what cannot be answered says why, with our code."""
        asked = [self._tensors(request) for request in requests]
        answers = self._loop.run_until_complete(self.answered(self._inference, asked))
        return [self._response(answer) for answer in answers]

    def finalize(self) -> None:
        """Release the models."""
        self._loop.run_until_complete(self._inference.close())
        self._loop.close()

    def sample(self) -> Tensors:
        """A request to warm up with."""
        passages = [Text("", "The harbour is kept by Ida Holm since 1999.")] * 2
        return tensors.asked("Who keeps the harbour?", passages)

    async def answered(self, inference: Inference, asked: Sequence[Tensors]) -> list[Tensors | SextantError]:
        """Each request by itself, unless a subclass knows better."""
        return [await self._answered(inference, one) for one in asked]

    async def _answered(self, inference: Inference, asked: Tensors) -> Tensors | SextantError:
        try:
            return await self.answer(inference, asked)
        except SextantError as error:
            return error

    async def answer(self, inference: Inference, asked: Tensors) -> Tensors:
        """The output tensors for the inputs of one request. Raises SextantError."""
        raise NotImplementedError

    def _tensors(self, request: Any) -> Tensors:  # noqa: ANN401 - a class of Triton's
        get = self._triton.get_input_tensor_by_name
        return {name: get(request, name).as_numpy() for name in self.inputs}

    def _response(self, answer: Tensors | SextantError) -> Any:  # noqa: ANN401 - a class of Triton's
        if isinstance(answer, SextantError):
            error = self._triton.TritonError(f"{answer.wire_code}: {answer.message}")
            return self._triton.InferenceResponse(output_tensors=[], error=error)
        return self._triton.InferenceResponse([self._triton.Tensor(name, array) for name, array in answer.items()])


class EmbeddingModel(ServedModel):
    """Texts to vectors; the texts of all requests that wait go through the model together."""

    inputs = ("TEXT", "KIND")

    def sample(self) -> Tensors:
        """A short and a long text."""
        texts = ["harbour", "harbour " * 400]
        return {"TEXT": tensors.strings(texts), "KIND": tensors.strings([TextKind.QUERY, TextKind.PASSAGE])}

    async def answered(self, inference: Inference, asked: Sequence[Tensors]) -> list[Tensors | SextantError]:
        """Vectors by request, from one call a kind of texts."""
        texts = [text for one in asked for text in tensors.texts(one["TEXT"])]
        kinds = [kind for one in asked for kind in tensors.texts(one["KIND"])]
        vectors = np.zeros((len(texts), (await inference.capabilities()).dimensions), np.float32)
        for kind in TextKind:
            rows = [row for row, said in enumerate(kinds) if (said == TextKind.QUERY) is (kind is TextKind.QUERY)]
            if rows:
                vectors[rows] = await inference.embed([texts[row] for row in rows], kind)
        ends = np.cumsum([len(one["TEXT"]) for one in asked])
        return [{tensors.VECTOR: part} for part in np.split(vectors, ends[:-1])]


class RerankerModel(ServedModel):
    """Scores of passages for a question."""

    inputs = ("QUESTION", "TITLE", "TEXT")

    async def answer(self, inference: Inference, asked: Tensors) -> Tensors:
        """See ServedModel."""
        scores = await inference.rerank(*tensors.question_of(asked))
        return {tensors.SCORE: np.array(scores, np.float32).reshape(-1, 1)}


class ReaderModel(ServedModel):
    """Answers to a question read out of passages."""

    inputs = ("QUESTION", "TITLE", "TEXT", "LIMIT")

    def sample(self) -> Tensors:
        """See ServedModel."""
        return super().sample() | {"LIMIT": np.full((2, 1), 3, np.int32)}

    async def answer(self, inference: Inference, asked: Tensors) -> Tensors:
        """See ServedModel."""
        limit = int(asked["LIMIT"][0, 0])
        return tensors.of_reading(await inference.read(*tensors.question_of(asked), limit))
