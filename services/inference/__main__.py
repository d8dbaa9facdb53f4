"""Run the inference service: `python -m services.inference`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.core.settings import SharedSettings
from services.inference.choose import chosen_inference
from services.inference.servicer import registration
from services.inference.settings import InferenceSettings
from services.inference.timed import TimedInference


async def main() -> None:
    """Load the models, serve them until told to stop, release them."""
    shared, settings = SharedSettings(), InferenceSettings()
    inference = TimedInference(chosen_inference(shared.model_dir, settings))
    try:
        await serve("inference", [registration(inference)], shared, address=shared.inference_address)
    finally:
        await inference.close()


if __name__ == "__main__":
    with leaving("inference"):
        asyncio.run(main())
