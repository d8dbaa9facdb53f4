"""URLs of brokers."""

import pytest

from services.core.errors import BadInput
from services.ledger.broker import checked


@pytest.mark.parametrize("url", ["redis://h:6379/0", "rediss://u:p@h/1", "redis+socket:///run/redis.sock", "memory://"])
def test_one_redis_is_taken_as_it_is(url: str) -> None:
    assert checked(url) == url


@pytest.mark.parametrize("url", ["redis+cluster://h:6379", "rediscluster://h:6379", "redis://a:6379,b:6379/0"])
def test_a_cluster_is_refused_with_what_to_write(url: str) -> None:
    with pytest.raises(BadInput, match=r"cluster of Redis.*redis://host:6379/0"):
        checked(url)


@pytest.mark.parametrize("url", ["", "amqp://u:secret@h", "h:6379"])
def test_what_is_no_redis_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadInput, match="SEXTANT_BROKER_URL") as refused:
        checked(url)
    assert "secret" not in str(refused.value)
