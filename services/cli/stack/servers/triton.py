"""Triton: the models, on CPU, behind its Python backend; they are those of embedded mode."""

import sys
import sysconfig
from pathlib import Path

import httpx

from services.cli.stack.ports import LOOPBACK
from services.cli.stack.servers.server import Launch, Place, Server, fetched
from services.core.settings import SharedSettings
from services.inference.build import ensure_models

# Of the PyPI package nvidia-pytriton, which carries the server: Triton 2.51.
VERSION = "0.7.0"
ANSWER_SECONDS = 2.0
PORTS = ("triton", "triton_http", "triton_metrics")
_STUB = Path("backends", "python", "triton_python_backend_stub")
_REPOSITORY = Path("deploy", "triton", "models")


def models() -> Path:
    """The model repository of a checkout."""
    return Path(__file__).resolve().parents[4] / _REPOSITORY


def _find() -> Path | None:
    folder = fetched("triton", VERSION)
    home = folder / "pytriton" / "tritonserver" if folder else None
    return home if home and (home / _STUB).is_file() and models().is_dir() else None


def _prepare(home: Path, place: Place) -> Launch:
    command = {
        "--model-repository": str(models()),
        "--backend-directory": str(home / "backends"),
        "--http-address": LOOPBACK,
        "--grpc-address": LOOPBACK,
        "--metrics-address": LOOPBACK,
        "--http-port": str(place.ports["triton_http"]),
        "--grpc-port": str(place.ports["triton"]),
        "--metrics-port": str(place.ports["triton_metrics"]),
        "--exit-timeout-secs": "10",
        # Of the machine's shared memory, for each model; it grows when it must.
        "--backend-config": "python,shm-default-byte-size=8388608",
    }
    # What this process imports from, editable installs included, is what the models import from; but for the NumPy
    # that the backend reads, which comes first.
    imported = (str(home.parents[1] / "python"), *(path for path in sys.path if path and Path(path).is_dir()))
    environment = {
        "PYTHONPATH": ":".join(imported),
        "LD_LIBRARY_PATH": str(sysconfig.get_config_var("LIBDIR")),
        "SEXTANT_MODEL_DIR": str(ensure_models(SharedSettings().model_dir.absolute())),
    }
    options = (f"{name}={value}" for name, value in command.items())
    return Launch((str(home / "bin" / "tritonserver"), "--disable-auto-complete-config", *options), environment)


async def _is_ready(place: Place) -> bool:
    """Whether all its models are loaded and warm."""
    try:
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as http:
            return (await http.get(f"http://{place.address('triton_http')}/v2/health/ready")).is_success
    except httpx.HTTPError:
        return False


def _settings(place: Place) -> dict[str, str]:
    return {"SEXTANT_INFERENCE_URL": f"triton://{place.address('triton')}"}


TRITON = Server(
    name="triton",
    ports=PORTS,
    find=_find,
    how_to_get="Run `make servers` in a checkout (x86-64 Linux, glibc 2.35 or newer).",
    prepare=_prepare,
    is_ready=_is_ready,
    settings=_settings,
)
