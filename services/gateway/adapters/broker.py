"""The doorbell of the document workers, through the broker. A lost ring costs time only: the workers also look."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from celery import Celery
from kombu.exceptions import KombuError, OperationalError

from services.core.errors import Unavailable
from services.ledger.broker import checked
from services.ledger.celery_options import HEALTH_S

DOCUMENTS_QUEUE = "sextant.documents"
DOCUMENT_TASK = "sextant.document"
TIMEOUT_S = 1.0


class BrokerDoorbell:
    """Publishes document ids. Publishing blocks, so one thread of its own does it.

    Raises BadInput when the broker's URL is none of ours.
    """

    def __init__(self, broker_url: str) -> None:
        self._app = Celery("sextant", broker=checked(broker_url), set_as_current=False)
        self._app.conf.update(
            task_ignore_result=True,
            task_serializer="json",
            task_publish_retry=False,
            broker_connection_timeout=TIMEOUT_S,
            # One try: whoever sends a document waits meanwhile.
            broker_transport_options={
                "socket_connect_timeout": TIMEOUT_S,
                "socket_timeout": TIMEOUT_S,
                "socket_keepalive": True,
                "health_check_interval": HEALTH_S,
                "max_retries": 0,
            },
        )
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="doorbell")

    async def ring(self, document_id: str) -> None:
        """See `services.documents.intake.Doorbell`."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._send, document_id)
        except (OperationalError, KombuError, OSError) as error:
            raise Unavailable(f"The broker does not answer: {error}.", store="broker") from error

    def _send(self, document_id: str) -> None:
        self._app.send_task(DOCUMENT_TASK, args=[document_id], queue=DOCUMENTS_QUEUE)

    def close(self) -> None:
        """Give connection and thread back."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._app.close()
