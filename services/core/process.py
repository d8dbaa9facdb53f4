"""How a service's process ends when it cannot start."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from services.core import errors
from services.core.errors import SextantError

_LAST_WORDS = re.compile(r"^[a-z]+: ([a-z_]+): (.+)$", re.MULTILINE)


@contextmanager
def leaving(process: str) -> Iterator[None]:
    """A known error ends the process with exit code 1 and one line on stderr: `process: code: message`."""
    try:
        yield
    except SextantError as error:
        sys.exit(f"{process}: {error.wire_code}: {error.message}")


def last_words(log: str) -> SextantError | None:
    """The error that a process left with, from what it wrote; None when it said none."""
    told = [errors.of_code(code, message) for code, message in _LAST_WORDS.findall(log)]
    return next((error for error in reversed(told) if error is not None), None)
