"""How a process ends, and that its log never ends it."""

import errno
import io

import pytest

from services.core.errors import StorageFull, WrongDataVersion
from services.core.process import last_words, leaving
from services.core.telemetry import Unfailing


def test_a_known_error_is_the_last_line_of_its_process_and_can_be_read_back() -> None:
    with pytest.raises(SystemExit) as left, leaving("retrieval"):
        raise WrongDataVersion("ledger", "9", "3")
    log = f"Traceback of something before\n{left.value.code}\n"
    read = last_words(log)
    assert isinstance(read, WrongDataVersion)
    assert read.message == WrongDataVersion("ledger", "9", "3").message


@pytest.mark.parametrize(
    "log", ["", "Traceback (most recent call last):\nValueError: broken: yes", "gateway: no_code: x"]
)
def test_a_process_that_told_nothing_has_no_last_words(log: str) -> None:
    assert last_words(log) is None


def test_the_last_of_several_starts_counts() -> None:
    log = "gateway: conflict: first\n启动…\ngateway: storage_full: The disk is full.\n"
    assert isinstance(last_words(log), StorageFull)


class _Full(io.StringIO):
    def write(self, _text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_line_that_cannot_be_written_fails_nobody() -> None:
    assert Unfailing(_Full()).write("line\n") == 5
    kept = io.StringIO()
    Unfailing(kept).write("一行\n")
    assert kept.getvalue() == "一行\n"
