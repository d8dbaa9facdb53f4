"""The document store's own tests on PostgreSQL: what is imported here is run here."""

from tests.unit.documents.test_census import *  # noqa: F403
from tests.unit.documents.test_generations import *  # noqa: F403
from tests.unit.documents.test_jobs import *  # noqa: F403
from tests.unit.documents.test_opening import *  # noqa: F403
from tests.unit.documents.test_passages import *  # noqa: F403
from tests.unit.documents.test_registry import *  # noqa: F403
from tests.unit.documents.test_tiers import *  # noqa: F403
