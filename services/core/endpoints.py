"""The one table of default ports. Compose, Helm and local mode read the same numbers."""

from types import MappingProxyType

PORTS = MappingProxyType(
    {
        "gateway": 7100,
        "intent": 7101,
        "decompose": 7102,
        "retrieval": 7103,
        "factcheck": 7104,
        "synthesis": 7105,
        "inference": 7106,
        "broker": 7107,
        # Prometheus: one port a process, in the order of the table above.
        "intent.metrics": 7201, "decompose.metrics": 7202, "retrieval.metrics": 7203, "factcheck.metrics": 7204,
        "synthesis.metrics": 7205, "inference.metrics": 7206, "orchestrator.metrics": 7207, "relay.metrics": 7208,
        "ingestion.metrics": 7209,
        # Servers of local mode: the port of their clients; their other ports follow it, in their own order.
        "postgres": 7301,
        "elasticsearch": 7311,
        "milvus": 7321,
        "triton": 7341,
    }
)  # fmt: skip


def loopback(name: str) -> str:
    """Default `host:port` of a service on this machine."""
    return f"127.0.0.1:{PORTS[name]}"
