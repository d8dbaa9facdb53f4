"""URLs of stores, and faults that need no server to be told."""

import pytest

from services.core.errors import BadInput, Unavailable
from services.database.postgresql import checked, engine, meaning


@pytest.mark.parametrize("url", ["postgresql://u:p@h/n", "postgresql+asyncpg://u:p@h/n", "postgres://u:p@h/n"])
def test_every_way_to_write_postgresql_is_understood(url: str) -> None:
    made = engine(checked(url))
    assert made.dialect.driver == "asyncpg"
    assert made.url.password == "p"


@pytest.mark.parametrize("url", ["mysql://u:secret@h/n", "mongodb://u:secret@h", "not a url"])
def test_what_is_neither_sqlite_nor_postgresql_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadInput) as refused:
        checked(url)
    assert "secret" not in str(refused.value)


def test_another_driver_is_refused_with_the_way_to_write_it() -> None:
    with pytest.raises(BadInput, match="postgresql://user:password@host/name"):
        engine(checked("postgresql+psycopg2://u:p@h/n"))


def test_a_way_that_is_closed_is_unavailable_and_a_fault_of_ours_stays_one() -> None:
    assert isinstance(meaning(ConnectionRefusedError("refused"), "ledger"), Unavailable)
    told = meaning(TimeoutError(), "ledger")
    assert isinstance(told, Unavailable)
    assert "TimeoutError" in told.message
    assert meaning(ZeroDivisionError(), "ledger") is None
