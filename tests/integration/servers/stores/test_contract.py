"""The suites of the stores and of the journal on PostgreSQL."""

import pytest

from services.ledger.ledger import Ledger
from tests.contract.journal_suite import JournalSuite
from tests.contract.sql_store import SqlStoreSuite
from tests.contract.test_journals import LedgerBench, begun_journal
from tests.fakes.runs import new_run


class TestPostgresql(SqlStoreSuite):
    pass


class TestPostgresqlJournal(JournalSuite):
    @pytest.fixture
    async def bench(self, ledger: Ledger) -> LedgerBench:
        run = await ledger.accept(new_run())
        return LedgerBench(ledger, run, await begun_journal(ledger, run.id))
