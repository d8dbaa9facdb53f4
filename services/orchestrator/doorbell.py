"""What wakes workers. A doorbell carries an id and nothing else; that it rings twice, late or never does no harm."""

from typing import Protocol


class Doorbell(Protocol):
    """Tells some worker that there is a run."""

    async def ring(self, run_id: str) -> None:
        """Returns when it rang, not when the run is done. Raises Unavailable when it could not ring."""
