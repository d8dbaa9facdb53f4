"""What every journal owes the pipeline. An adapter is a subclass with a `journal` fixture, and nothing else."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import pytest

from services.core.errors import Cancelled
from services.ledger.run import Event
from services.orchestrator.journal import Journal
from tests.fakes.runs import event


class Bench(Protocol):
    """A journal with what a test needs around it."""

    @property
    def journal(self) -> Journal:
        """The journal of the first attempt."""

    async def written(self) -> Sequence[Event]:
        """The events that the journal wrote, in order."""

    async def next_attempt(self) -> Journal:
        """The journal of another attempt at the same run, after the first was cut off."""

    async def ask_to_stop(self) -> None:
        """Somebody cancels the run."""


class JournalSuite:
    """The contract of `services.orchestrator.journal.Journal`."""

    async def test_an_unknown_step_recalls_nothing(self, bench: Bench) -> None:
        assert await bench.journal.recall("plan") is None

    async def test_a_begun_step_recalls_nothing(self, bench: Bench) -> None:
        await bench.journal.begin("plan")
        assert await bench.journal.recall("plan") is None

    @pytest.mark.parametrize("result", [b"", b"\x00\xff", "答案 🎉".encode(), b"x" * 300_000])
    async def test_a_recorded_result_is_recalled_byte_by_byte(self, bench: Bench, result: bytes) -> None:
        await bench.journal.begin("plan")
        await bench.journal.record("plan", result, [])
        assert await bench.journal.recall("plan") == result

    async def test_a_step_need_not_be_begun_to_be_recorded(self, bench: Bench) -> None:
        await bench.journal.record("plan", b"1", [])
        assert await bench.journal.recall("plan") == b"1"

    async def test_the_first_result_of_a_step_is_kept_and_its_events_are_written_once(self, bench: Bench) -> None:
        await bench.journal.record("plan", b"1", [event(n=1)])
        await bench.journal.record("plan", b"2", [event(n=2)])
        assert await bench.journal.recall("plan") == b"1"
        assert [dict(e.data) for e in await bench.written()] == [{"n": 1}]

    async def test_events_keep_their_order_and_their_data(self, bench: Bench) -> None:
        told = [event(n=1, text="上季度 🙂"), event(n=2, nested={"a": [1, None, True]})]
        await bench.journal.emit(told[:1])
        await bench.journal.record("plan", b"1", told[1:])
        await bench.journal.emit([])
        assert list(await bench.written()) == told

    async def test_parallel_branches_lose_nothing(self, bench: Bench) -> None:
        async def branch(number: int) -> None:
            await bench.journal.begin(f"sub-{number}")
            await bench.journal.emit([event(n=number)])
            await bench.journal.record(f"sub-{number}", str(number).encode(), [event(n=number)])

        await asyncio.gather(*(branch(number) for number in range(8)))
        assert [await bench.journal.recall(f"sub-{n}") for n in range(8)] == [str(n).encode() for n in range(8)]
        assert sorted(e.data["n"] for e in await bench.written()) == sorted([*range(8), *range(8)])

    async def test_another_attempt_recalls_what_was_recorded_and_nothing_else(self, bench: Bench) -> None:
        await bench.journal.record("plan", b"1", [])
        await bench.journal.begin("retrieve")
        second = await bench.next_attempt()
        assert await second.recall("plan") == b"1"
        assert await second.recall("retrieve") is None

    async def test_nothing_can_be_written_once_somebody_asked_to_stop(self, bench: Bench) -> None:
        await bench.ask_to_stop()
        for write in (
            bench.journal.begin("plan"),
            bench.journal.record("plan", b"1", [event()]),
            bench.journal.emit([event()]),
        ):
            with pytest.raises(Cancelled):
                await write
        assert await bench.journal.recall("plan") is None
        assert list(await bench.written()) == []
