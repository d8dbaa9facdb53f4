"""Questions over a real SQLite file and a real document, through everything in one process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.cli import asking
from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.embedded import embedded_stack
from services.core.errors import BadInput
from services.core.settings import SharedSettings
from tests.fakes.databases import CLINIC, SHIPPING, write

pytestmark = pytest.mark.timeout(600)
HANDBOOK = (
    "# Handbook of the Solmark clinic\n\n"
    "The visiting hours of the Solmark clinic are 14:00 to 18:00. The Solmark clinic was founded in 1962.\n"
)


@pytest.fixture
async def gateway(tmp_path: Path) -> AsyncIterator[Gateway]:
    """A stack in which a tenant has a clinic's database and its handbook, and another tenant a database of ships."""
    settings = SharedSettings(data_dir=tmp_path / "data", model_dir=SharedSettings().model_dir)
    write(tmp_path / "data" / "databases" / "house" / "clinic.sqlite", CLINIC)
    write(tmp_path / "data" / "databases" / "other" / "shipping.sqlite", SHIPPING)
    (tmp_path / "handbook.md").write_text(HANDBOOK, encoding="utf-8")
    async with embedded_stack(settings) as url, Gateway(url, "house") as client:
        rows = await ingest_files(client, [tmp_path / "handbook.md"], {}, quiet=True)
        assert {row["status"] for row in rows} == {"indexed"}
        yield client


async def test_databases_and_documents_answer_what_is_theirs(gateway: Gateway) -> None:
    rows = await asking.ask(gateway, {"question": "How many visits did Imre Solt have in 2023?"})
    assert rows["short_answer"] == "2"
    assert [sub["tool"] for sub in rows["plan"]["sub_questions"]] == ["sql"]
    assert rows["citations"][0]["title"] == "clinic"
    assert "SELECT COUNT(*)" in rows["citations"][0]["quote"]
    assert "SELECT COUNT(*)" in rows["findings"][0]["evidence"][0]["passage"]["text"]
    assert rows["confidence"]["label"] == "high"

    chinese = await asking.ask(gateway, {"question": "每个城市有多少名患者？", "database": "clinic"})
    assert chinese["short_answer"] == "Velden: 2; Marrow: 2; Harrow Bay: 1"

    text = await asking.ask(gateway, {"question": "When was the Solmark clinic founded?"})
    assert "1962" in text["short_answer"]
    assert {sub["tool"] for sub in text["plan"]["sub_questions"]} == {"documents"}

    both = await asking.ask(
        gateway,
        {
            "question": "How many visits did Imre Solt have in 2023, and what are the visiting hours of the "
            "Solmark clinic?"
        },
    )
    assert [sub["tool"] for sub in both["plan"]["sub_questions"]][:2] == ["sql", "documents"]
    assert {citation["title"] for citation in both["citations"]} == {"clinic", "Handbook of the Solmark clinic"}
    assert "2" in both["short_answer"].replace("2023", "")
    assert "14:00 to 18:00" in both["short_answer"]
    assert {claim["verdict"] for claim in both["claims"]} == {"supported"}

    with pytest.raises(BadInput, match="no database 'shipping'"):
        await asking.ask(gateway, {"question": "Which ship has the largest capacity?", "database": "shipping"})
