"""Compose, local mode and the settings agree: the same processes at the same ports, told by settings that exist."""

import re
from pathlib import Path

import pytest

from services.cli.stack.processes import default_ports, levels
from services.cli.stack.servers.catalogue import SERVERS
from services.core.endpoints import PORTS
from services.core.settings import SharedSettings
from services.gateway.identity import is_loopback
from services.gateway.settings import Settings as GatewaySettings
from services.inference.settings import InferenceSettings
from services.ingestion.settings import Settings as IngestionSettings
from services.orchestrator.settings import Settings as OrchestratorSettings
from services.retrieval.settings import Settings as RetrievalSettings
from tests.deploy.stack import COMPOSE, ROOT, containers, read, usual

ALL = {name: each for name, each in containers().items() if name in read(COMPOSE)["services"]}
PROCESSES = {process.name: process for level in levels(default_ports(), Path("/data")) for process in level}
SETTINGS: dict[str, type[SharedSettings]] = {
    "gateway": GatewaySettings, "ingestion": IngestionSettings, "orchestrator": OrchestratorSettings,
    "relay": OrchestratorSettings, "retrieval": RetrievalSettings,
}  # fmt: skip
OURS = sorted(PROCESSES.keys() - {"broker"})
ADDRESS = re.compile(r"(?:^|//|@)([a-z0-9.]+):(\d+)(?=/|$)")


def told(name: str) -> dict[str, str]:
    return {variable: usual(str(value)) for variable, value in ALL[name].get("environment", {}).items()}


def test_the_same_processes_and_servers_as_local_mode() -> None:
    servers = {server.name for server in SERVERS} - {"redis"}  # the broker, by its name in the stack
    assert set(ALL) == set(PROCESSES) | servers | {"entrance"}


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_the_module_that_local_mode_runs(name: str) -> None:
    assert tuple(ALL[name]["command"]) == ("python", *PROCESSES[name].command[1:])
    assert ALL[name]["image"] == ALL["inference"]["image"]


@pytest.mark.parametrize("name", OURS)
def test_every_setting_of_a_service_exists_and_is_a_value_it_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = SETTINGS.get(name, SharedSettings)
    fields = {f"SEXTANT_{field.upper()}" for field in kind.model_fields}
    if name == "inference":
        fields |= {f"SEXTANT_INFERENCE_{field.upper()}" for field in InferenceSettings.model_fields}
    assert set(told(name)) - fields == set()
    for variable, value in told(name).items():
        monkeypatch.setenv(variable, value)
    kind()


@pytest.mark.parametrize("name", OURS)
def test_every_address_is_a_container_at_its_port_of_the_table(name: str) -> None:
    for variable, value in told(name).items():
        for host, port in ADDRESS.findall(value):
            assert int(port) == PORTS[name if host == "0.0.0.0" else host], variable


@pytest.mark.parametrize("name", OURS)
def test_a_service_shares_a_network_with_every_server_it_is_told_of(name: str) -> None:
    networks = set(ALL["entrance" if name == "gateway" else name]["networks"])
    stores = {host for key in ("DATABASE", "DOCUMENTS", "MILVUS", "KEYWORD") for host in _hosts(name, f"{key}_URL")}
    assert [host for host in stores if not networks & set(ALL[host]["networks"])] == []


def _hosts(name: str, setting: str) -> list[str]:
    return [host for host, _ in ADDRESS.findall(told(name).get(f"SEXTANT_{setting}", ""))]


@pytest.mark.parametrize("name", sorted({"intent", "decompose", "retrieval", "factcheck", "synthesis", "inference"}))
def test_a_called_service_listens_where_others_call_it_and_is_asked_there(name: str) -> None:
    assert told(name)[f"SEXTANT_{name.upper()}_ADDRESS"] == f"0.0.0.0:{PORTS[name]}"
    assert ALL[name]["healthcheck"]["test"][-2:] == ["grpc", f"127.0.0.1:{PORTS[name]}"]
    assert "figures" in ALL[name]["networks"]


@pytest.mark.parametrize("name", ["relay", "ingestion"])
def test_what_is_not_called_is_asked_for_its_figures(name: str) -> None:
    assert ALL[name]["healthcheck"]["test"][-1] == f"http://127.0.0.1:{PORTS[f'{name}.metrics']}/metrics"


def test_the_worker_is_asked_by_the_file_that_it_touches() -> None:
    assert ALL["orchestrator"]["healthcheck"]["test"][-1] == told("orchestrator")["SEXTANT_ORCHESTRATOR_LIVENESS_FILE"]


@pytest.mark.parametrize("name", ["postgres", "broker", "elasticsearch", "triton"])
def test_a_server_listens_at_its_port_of_the_table(name: str) -> None:
    assert str(PORTS[name]) in re.findall(r"\d+", " ".join(ALL[name]["command"]))


def test_milvus_listens_at_its_port_of_the_table() -> None:
    assert read(ROOT / "deploy/compose/milvus.yaml")["proxy"]["port"] == PORTS["milvus"]


def test_the_gateway_listens_on_its_loopback_behind_an_entrance_that_asks_for_a_password() -> None:
    assert is_loopback(told("gateway")["SEXTANT_GATEWAY_HOST"])
    assert ALL["gateway"]["network_mode"] == "service:entrance"
    assert "ports" not in ALL["gateway"]
    entrance = (ROOT / "deploy/compose/entrance.cfg").read_text(encoding="utf-8")
    published = entrance.partition("frontend entrance")[2].partition("frontend figures")[0]
    assert "http-request auth realm sextant unless by_name or by_token" in published
    assert f"server gateway 127.0.0.1:{PORTS['gateway']}" in entrance
    assert told("entrance")["SEXTANT_ENTRANCE_PASSWORD"] == "secret"
    [port] = ALL["entrance"]["ports"]
    bound = re.findall(r"bind :(\d+)", published)
    assert usual(port) == f"127.0.0.1:{PORTS['gateway']}:{bound[0]}"


def test_prometheus_reads_every_process() -> None:
    [job] = read(ROOT / "deploy/compose/prometheus.yml")["scrape_configs"]
    [static] = job["static_configs"]
    table = {f"{name.partition('.')[0]}:{port}" for name, port in PORTS.items() if name.endswith(".metrics")}
    assert set(static["targets"]) == table | {"entrance:7181"}
    assert {name for name in OURS if f"{name}.metrics" in PORTS} == set(OURS) - {"gateway"}


def test_every_process_is_traced_when_traces_are_kept() -> None:
    overlay = read(ROOT / "deploy/compose/observability.yml")["services"]
    traced = {name for name, each in overlay.items() if "SEXTANT_OTLP_ENDPOINT" in each.get("environment", {})}
    assert traced == set(OURS)
