"""URLs of stores, and faults that need no server to be told."""

import pytest

from services.core.errors import BadInput, Unavailable
from services.database.postgresql import Limits, checked, engine, meaning


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


def test_a_url_may_say_other_limits_and_the_server_is_not_bothered_with_them() -> None:
    url = checked("postgresql://u:p@h/n?statement_s=60&pool_size=20&ssl=require")
    assert Limits.of(url) == Limits(statement_s=60.0, pool_size=20)
    assert dict(engine(url).url.query) == {"ssl": "require"}


@pytest.mark.parametrize("said", ["pool_size=many", "pool_size=0", "pool_overflow=-1", "lock_s=0", "connect_s=soon"])
def test_a_limit_that_is_no_number_or_too_small_is_refused(said: str) -> None:
    with pytest.raises(BadInput, match=said):
        engine(checked(f"postgresql://u:p@h/n?{said}"))
