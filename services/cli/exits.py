"""Exit codes that mean something, and how errors are told.

 0  done
 2  bad input (the caller can fix it; also wrong usage)
 3  refused
 4  not found
 5  another state than the command needs: a run has ended, a stack runs already
 6  not available now; try again
 7  too late: the deadline passed
 8  done in part: some documents were rejected or failed
 9  wrong: a check of `doctor`, or an answer of the demo
70  a fault of ours
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.text import Text

from services.cli.output import console
from services.core import errors
from services.core.errors import SextantError

PARTIAL = 8
WRONG = 9
INTERRUPTED = 130

_CODES: tuple[tuple[type[SextantError], int], ...] = (
    (errors.BadInput, 2),
    (errors.TooLarge, 2),
    (errors.Refused, 3),
    (errors.NotFound, 4),
    (errors.Conflict, 5),
    (errors.Cancelled, 5),
    (errors.Unavailable, 6),
    (errors.DeadlinePassed, 7),
)


def code_of(error: SextantError) -> int:
    """The exit code of an error."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), 70)


@contextmanager
def told() -> Iterator[None]:
    """Tell a known error on stderr and leave with its code; Ctrl-C leaves quietly. Any other is a fault: it shows."""
    try:
        yield
    except SextantError as error:
        said = Text.assemble((error.wire_code, "bold red"), f": {error.message}")
        console(stderr=True).print(said, soft_wrap=True)
        sys.exit(code_of(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
