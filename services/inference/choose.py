"""Which models the settings name: those of this process, or a Triton with those of this process in reserve."""

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from services.core.errors import BadInput
from services.inference.adapters.fallback import FallbackInference
from services.inference.adapters.inprocess import InProcessInference
from services.inference.extras import extra
from services.inference.port import Inference
from services.inference.settings import InferenceSettings

_TRITON = "triton://"


def chosen_inference(model_dir: Path, settings: InferenceSettings) -> Inference:
    """The models that `SEXTANT_INFERENCE_URL` names. Call it inside the running loop.

    Raises BadInput for a URL that is none of ours, InferenceUnavailable when what it needs is not installed or built.
    """
    load = partial(InProcessInference.load, model_dir, settings)
    if settings.url in ("", "inprocess"):
        return load()
    if not settings.url.startswith(_TRITON):
        raise BadInput(f"SEXTANT_INFERENCE_URL is {settings.url!r}. Use triton://host:port, or leave it empty.")
    extra("tritonclient.grpc.aio", "remote", "servers")
    adapter: Any = import_module("services.inference.adapters.triton")
    limits = adapter.Limits(
        settings.timeout_s, settings.in_flight, bulk=settings.bulk, texts=settings.texts, queue=settings.queue
    )
    triton: Inference = adapter.TritonInference(settings.url, limits)
    return FallbackInference(triton, load) if settings.fallback else triton
