"""Every container, ours and others', has no more rights than it needs, a health check and limits."""

import re

import pytest

from tests.deploy.stack import COMPOSE as FILE
from tests.deploy.stack import Container, containers, read, usual

ALL = containers()


@pytest.fixture(params=sorted(ALL))
def container(request: pytest.FixtureRequest) -> Container:
    return ALL[request.param]


def test_it_is_read_only_nobody_special_and_can_do_nothing_more(container: Container) -> None:
    assert container["read_only"] is True
    assert re.fullmatch(r"[1-9]\d*:\d+", container["user"])
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert not {"cap_add", "privileged", "devices", "pid", "ipc"} & set(container)
    assert "/tmp" in [mount.partition(":")[0] for mount in container["tmpfs"]]
    assert not [mount for mount in container.get("volumes", ()) if "docker.sock" in mount]


def test_it_has_a_health_check_and_limits(container: Container) -> None:
    assert container["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert not container["healthcheck"].get("disable")
    assert {"cpus", "memory"} <= set(container["deploy"]["resources"]["limits"])
    assert container["pids_limit"] > 0


def test_its_image_is_pinned_to_a_version(container: Container) -> None:
    assert re.search(r":v?\d+\.\d+\.?\d*[\w.-]*$", usual(container["image"]))


def test_it_publishes_on_the_loopback_only(container: Container) -> None:
    assert all(usual(port).startswith("127.0.0.1:") for port in container.get("ports", ()))


def test_who_waits_for_another_waits_until_it_is_well() -> None:
    waits = [(name, on, how) for name, each in ALL.items() for on, how in each.get("depends_on", {}).items()]
    assert waits
    assert [wait for wait in waits if wait[1] not in ALL or wait[2]["condition"] != "service_healthy"] == []


def test_only_what_is_published_is_on_a_network_that_leads_out() -> None:
    leading_out = {name for name, network in read(FILE)["networks"].items() if not network.get("internal")}
    assert leading_out == {"outside"}
    out = {name for name, each in ALL.items() if leading_out & set(each.get("networks", ()))}
    assert out == {name for name, each in ALL.items() if each.get("ports")}
