"""The doorbell of one-process mode: it calls the worker beside it."""

import asyncio

from services.orchestrator.worker import Worker


class InProcessDoorbell:
    """Starts work on a run in this process, at most `concurrency` runs at a time; the others wait their turn."""

    def __init__(self, worker: Worker, *, concurrency: int) -> None:
        self._worker = worker
        self._turns = asyncio.Semaphore(concurrency)
        self._waiting: dict[str, asyncio.Task[None]] = {}

    async def ring(self, run_id: str) -> None:
        """See `Doorbell.ring`. A run that waits or is worked on already is not started twice."""
        if run_id not in self._waiting:
            task = asyncio.create_task(self._answer(run_id))
            self._waiting[run_id] = task
            task.add_done_callback(lambda _: self._waiting.pop(run_id, None))

    async def _answer(self, run_id: str) -> None:
        async with self._turns:
            await self._worker.work_on(run_id)

    async def close(self) -> None:
        """Forget who waits. The worker has been drained before."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
