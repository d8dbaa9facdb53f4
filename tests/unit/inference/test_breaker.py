"""When a circuit breaker lets calls through."""

from services.inference.breaker import CircuitBreaker


class Clock:
    """Time that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def failed(breaker: CircuitBreaker, times: int) -> None:
    """So many calls that were not answered."""
    for _ in range(times):
        assert breaker.allows()
        breaker.failed()


def test_it_opens_after_failures_in_a_row_and_not_before() -> None:
    breaker = CircuitBreaker(most=3)
    failed(breaker, 2)
    breaker.succeeded()
    failed(breaker, 3)
    assert not breaker.allows()


def test_after_its_rest_one_call_tries_and_decides() -> None:
    clock = Clock()
    breaker = CircuitBreaker(most=2, rest_s=5, clock=clock)
    failed(breaker, 2)
    clock.now = 4.9
    assert not breaker.allows()
    clock.now = 5.0
    assert breaker.allows()
    assert not breaker.allows()  # another one, while the first tries
    breaker.failed()
    assert not breaker.allows()
    clock.now = 10.0
    assert breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert breaker.allows()


def test_a_try_that_its_caller_gave_up_lets_the_next_one_try() -> None:
    clock = Clock()
    breaker = CircuitBreaker(most=1, rest_s=1, clock=clock)
    failed(breaker, 1)
    clock.now = 1.0
    assert breaker.allows()
    breaker.forgotten()
    assert breaker.allows()
