"""An onnxruntime session, and nothing that is specific to a model."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.core.errors import InferenceUnavailable
from services.inference.extras import extra


class Session:
    """One model on the CPU. Calls may come from one thread at a time; they use `threads` of their own."""

    def __init__(self, path: Path, threads: int, ability: str) -> None:
        runtime = extra("onnxruntime", ability)
        if not path.is_file():
            raise InferenceUnavailable(ability, f"{path.name} is not in {path.parent}; run `sextant models pull`")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # The arena keeps the largest batch's memory for ever; spinning threads would take a core from everybody else.
        options.enable_cpu_mem_arena = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            self._session: Any = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except _faults(runtime) as broken:
            raise InferenceUnavailable(ability, f"{path.name} cannot be loaded: {broken}") from broken

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.float32]]:
        """All outputs of the model."""
        outputs: list[NDArray[np.float32]] = self._session.run(None, dict(inputs))
        return outputs


def _faults(runtime: Any) -> tuple[type[Exception], ...]:  # noqa: ANN401  # the module
    """What a file that is no model raises; the runtime's errors have no base of their own."""
    state = runtime.capi.onnxruntime_pybind11_state
    return (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NotImplemented)
