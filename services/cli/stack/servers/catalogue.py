"""The servers that local mode knows, in the order in which a person reads them."""

from services.cli.stack.servers.elasticsearch import ELASTICSEARCH
from services.cli.stack.servers.milvus import MILVUS
from services.cli.stack.servers.postgres import POSTGRES
from services.cli.stack.servers.redis import REDIS
from services.cli.stack.servers.server import Server
from services.cli.stack.servers.triton import TRITON

SERVERS: tuple[Server, ...] = (REDIS, POSTGRES, ELASTICSEARCH, MILVUS, TRITON)


def server_named(name: str) -> Server:
    """A server by its name. Raises KeyError."""
    return {server.name: server for server in SERVERS}[name]
