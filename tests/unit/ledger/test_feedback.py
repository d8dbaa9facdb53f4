"""What readers think of answers is kept, one rating a reader."""

import pytest

from services.core.errors import NotFound
from services.ledger.ledger import Ledger
from services.ledger.models import Feedback
from tests.fakes.runs import TENANT, new_run


async def test_the_newest_rating_of_a_reader_is_kept_beside_those_of_others(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    await ledger.rate(Feedback(run.id, "", "up"), TENANT)
    await ledger.rate(Feedback(run.id, "", "2", "第二段没有来源 🙁"), TENANT)
    await ledger.rate(Feedback(run.id, "ada", "down"), TENANT)
    assert await ledger.ratings(run.id, TENANT) == (
        Feedback(run.id, "", "2", "第二段没有来源 🙁"),
        Feedback(run.id, "ada", "down"),
    )


async def test_a_run_of_another_tenant_cannot_be_rated_or_its_ratings_read(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    with pytest.raises(NotFound):
        await ledger.rate(Feedback(run.id, "", "down"), "other")
    with pytest.raises(NotFound):
        await ledger.ratings(run.id, "other")
    assert await ledger.ratings(run.id, TENANT) == ()
