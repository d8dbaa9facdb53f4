"""Run the retrieval service: `python -m services.retrieval`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.documents.store import DocumentStore
from services.inference.adapters.remote import RemoteInference
from services.retrieval.assemble import build_retrieval
from services.retrieval.settings import Settings


async def main(settings: Settings) -> None:
    """Wire and serve until told to stop."""
    inference = RemoteInference.connect(settings.inference_address)
    store = await DocumentStore.open(settings.documents_url)
    next_inference = settings.retrieval_next_inference
    following = RemoteInference.connect(next_inference) if next_inference else None
    parts = build_retrieval(settings, inference, store, following=following)
    try:
        await parts.renewed()
        async with parts.keeper.working():
            services = [parts.registration, parts.upkeep]
            await serve("retrieval", services, settings, address=settings.retrieval_address)
    finally:
        await parts.close()
        if following is not None:
            await following.close()
        await inference.close()
        await store.close()


if __name__ == "__main__":
    with leaving("retrieval"):
        asyncio.run(main(Settings()))
