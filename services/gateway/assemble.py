"""Opens what the gateway is made of, for its own process and for the one-process runtime alike."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from services.core.rpc.client import open_channel
from services.documents.blobs import Blobs
from services.documents.intake import Doorbell, Intake
from services.documents.store import DocumentStore
from services.gateway.adapters.broker import BrokerDoorbell
from services.gateway.adapters.grpc import GrpcHealth, GrpcSearching
from services.gateway.settings import Settings
from services.gateway.wiring import Parts
from services.ledger.ledger import Ledger


@asynccontextmanager
async def opened(settings: Settings, doorbell: Doorbell | None = None) -> AsyncIterator[Parts]:
    """The parts, on the running loop. Without a doorbell, document workers are rung through the broker.

    Raises WrongDataVersion, StorageFull, Unavailable.
    """
    addresses = {
        "intent": settings.intent_address,
        "decompose": settings.decompose_address,
        "retrieval": settings.retrieval_address,
        "factcheck": settings.factcheck_address,
        "synthesis": settings.synthesis_address,
    }
    async with AsyncExitStack() as stack:
        ledger = await Ledger.open(settings.database_url)
        stack.push_async_callback(ledger.close)
        documents = await DocumentStore.open(settings.documents_url)
        stack.push_async_callback(documents.close)
        if doorbell is None:
            doorbell = broker = BrokerDoorbell(settings.broker_url)
            stack.callback(broker.close)
        channels = {name: open_channel(address) for name, address in addresses.items()}
        for channel in channels.values():
            stack.push_async_callback(channel.close)
        yield Parts(
            settings=settings,
            ledger=ledger,
            documents=documents,
            intake=Intake(documents, Blobs(settings.blob_dir, limit=settings.gateway_upload_limit), doorbell),
            searching=GrpcSearching(channels["retrieval"]),
            needed={name: GrpcHealth(name, channel) for name, channel in channels.items()},
        )
