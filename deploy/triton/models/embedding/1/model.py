"""What Triton loads: our own code, which PYTHONPATH leads to."""

import os
import sys

# Triton's embedded Python does not read it by itself.
sys.path[:0] = [path for path in os.environ.get("PYTHONPATH", "").split(":") if path]

from services.inference.triton.served import EmbeddingModel as TritonPythonModel  # noqa: E402

__all__ = ["TritonPythonModel"]
