"""Ingestion's own tests over a document store on PostgreSQL: what is imported here is run here."""

from tests.integration.ingestion.conftest import bench, sandbox  # noqa: F401
from tests.integration.ingestion.test_ingestion import *  # noqa: F403
from tests.integration.ingestion.test_leftovers import *  # noqa: F403
