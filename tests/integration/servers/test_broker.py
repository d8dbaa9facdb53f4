"""The broker against a real Valkey or Redis: what is looked at, and that a client notices what it has lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis as driver
from celery import Celery
from structlog.testing import capture_logs

from services.cli.stack.servers.redis import REDIS
from services.cli.stack.servers.running import RunningServer
from services.core.errors import BadInput, Unavailable
from services.gateway.adapters.broker import BrokerDoorbell
from services.ledger import broker
from services.ledger.celery_options import options
from tests.servers import placed


@pytest.fixture
def own(tmp_path: Path) -> Iterator[RunningServer]:
    """A broker that a test may stop, and change."""
    server = placed(REDIS, tmp_path)
    server.start()
    yield server
    server.stop()


def _url(server: RunningServer) -> str:
    return f"redis://{server.address()}/0"


def test_the_broker_that_we_start_is_as_we_want_it(redis: RunningServer) -> None:
    with capture_logs() as told:
        broker.look(_url(redis))
    assert told == []


def test_one_that_evicts_is_warned_of(own: RunningServer) -> None:
    with driver.Redis.from_url(_url(own)) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        with capture_logs() as told:
            broker.look(_url(own))
        assert [(each["log_level"], each["policy"]) for each in told] == [("warning", "allkeys-lru")]
        client.config_set("maxmemory", "0")
    with capture_logs() as told:
        broker.look(_url(own))
    assert told == []


def test_a_cluster_is_refused_by_what_it_says_of_itself(tmp_path: Path) -> None:
    server = placed(REDIS, tmp_path)
    plain = REDIS.prepare(server._home, server.place)
    clustered = Path(tmp_path / "clustered.sh")
    clustered.write_text(f'#!/bin/sh\nexec {server._home} "$@" --cluster-enabled yes\n')
    clustered.chmod(0o755)
    assert plain.command[0] == str(server._home)
    member = RunningServer(REDIS, clustered, server.place)
    member.start()
    try:
        with pytest.raises(BadInput, match="cluster of Redis"):
            broker.look(_url(member))
    finally:
        member.stop()


def test_one_that_is_not_there_yet_stops_nobody(tmp_path: Path) -> None:
    with capture_logs() as told:
        broker.look(f"redis://{placed(REDIS, tmp_path).address()}/0")
    assert [each["log_level"] for each in told] == ["info"]


async def test_a_bell_rings_again_when_its_broker_was_restarted(own: RunningServer) -> None:
    import asyncio

    bell = BrokerDoorbell(_url(own))
    await bell.ring("first")
    await asyncio.to_thread(own.kill)
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await bell.ring("lost")
    assert time.monotonic() - began < 5
    await asyncio.to_thread(own.start)
    await bell.ring("second")
    bell.close()
    with driver.Redis.from_url(_url(own)) as client:
        assert client.llen("sextant.documents") == 1


async def test_a_bell_gives_a_broker_that_hangs_up(own: RunningServer) -> None:
    bell = BrokerDoorbell(_url(own))
    await bell.ring("first")
    own.freeze()
    began = time.monotonic()
    try:
        with pytest.raises(Unavailable):
            await bell.ring("stuck")
        assert time.monotonic() - began < 10
    finally:
        own.thaw()
    bell.close()


def test_workers_keep_their_connections_alive_and_look_before_they_use_them(redis: RunningServer) -> None:
    app = Celery("test", broker=_url(redis), set_as_current=False)
    app.conf.update(options("some.queue", 1))
    with app.connection_for_write() as connection:
        pool = connection.default_channel.client.connection_pool
        given = pool.connection_kwargs
    assert given["socket_keepalive"] is True
    assert (given["socket_timeout"], given["socket_connect_timeout"], given["health_check_interval"]) == (10.0, 2.0, 10)
    app.close()
