"""A circuit breaker: who failed often is left alone for a while, so that callers fail at once and it can recover.

M. Nygard, Release It! (2nd ed., 2018), chapter 5.
"""

import time
from collections.abc import Callable


class CircuitBreaker:
    """Opens after `most` failures in a row, for `rest_s` seconds; then one call may try, and decides. One thread."""

    def __init__(self, most: int = 5, rest_s: float = 5.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rest, self._clock = most, rest_s, clock
        self._failures = 0
        self._opened = 0.0
        self._trying = False

    def allows(self) -> bool:
        """Whether a call may be made. Who is allowed must tell `succeeded`, `failed` or `forgotten`."""
        if self._failures < self._most:
            return True
        if self._trying or self._clock() - self._opened < self._rest:
            return False
        self._trying = True
        return True

    def succeeded(self) -> None:
        """A call was answered, be it with a refusal."""
        self._failures, self._trying = 0, False

    def failed(self) -> None:
        """A call was not answered in time, or not at all."""
        self._failures += 1
        self._opened, self._trying = self._clock(), False

    def forgotten(self) -> None:
        """A call was given up by who made it: it says nothing."""
        self._trying = False
