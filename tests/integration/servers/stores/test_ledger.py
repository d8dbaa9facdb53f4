"""The ledger's own tests on PostgreSQL: what is imported here is run here."""

from tests.unit.ledger.test_feedback import *  # noqa: F403
from tests.unit.ledger.test_leases import *  # noqa: F403
from tests.unit.ledger.test_migration import *  # noqa: F403
from tests.unit.ledger.test_reaping import *  # noqa: F403
from tests.unit.ledger.test_runs import *  # noqa: F403
