"""The tool: whose databases it reaches, how often, and what its evidence holds."""

from pathlib import Path

import pytest

from services.core.domain.question import Question, Scope
from services.language.query_results import read
from services.retrieval.assemble import build_sql
from services.retrieval.settings import Settings
from services.retrieval.sql.errors import SourceUnavailable, TooManyQueries, UnknownDatabase
from services.retrieval.sql.folder import DatabaseFolder
from services.retrieval.sql.port import QueryLimits
from services.retrieval.sql.tool import NONE, SqlTool
from tests.fakes.databases import CLINIC, SHIPPING, write

HOUSE, OTHER = Scope("house"), Scope("other")
VISITS = "How many visits did Imre Solt have in 2023?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A house with a clinic and a shipping company; another tenant with a clinic of its own."""
    write(tmp_path / "house" / "clinic.sqlite", CLINIC)
    write(tmp_path / "house" / "shipping.db", SHIPPING)
    write(tmp_path / "other" / "private.sqlite", CLINIC)
    (tmp_path / "house" / "readme.txt").write_text("no database")
    return tmp_path


def tool(folder: Path, **settings: object) -> SqlTool:
    named = {f"retrieval_sql_{name}": value for name, value in settings.items()}
    return build_sql(Settings(data_dir=folder, retrieval_sql_dir=folder, **named))  # type: ignore[arg-type]


async def test_a_question_is_answered_by_the_database_that_it_fits(folder: Path) -> None:
    found = await tool(folder).query(HOUSE, Question(VISITS))
    assert (found.link.database, found.answer) == ("clinic", "2")
    assert found.evidence is not None
    result = read(found.evidence.passage.text)
    assert result is not None
    assert (result.database, set(result.tables), result.rows) == ("clinic", {"visit", "doctor"}, (("2",),))
    assert result.sql == found.sql
    assert found.evidence.passage.text[: found.evidence.passage.char_end] == "2"
    shipped = await tool(folder).query(HOUSE, Question("Which ship has the largest capacity?"))
    assert (shipped.link.database, shipped.answer) == ("shipping", "Grey Heron")


async def test_the_same_query_of_the_same_rows_is_the_same_passage(folder: Path) -> None:
    first, again = [await tool(folder).query(HOUSE, Question(VISITS)) for _ in range(2)]
    other = await tool(folder).query(OTHER, Question(VISITS))
    assert first == again
    assert other.evidence is not None
    assert first.evidence is not None
    assert other.evidence.passage.id != first.evidence.passage.id


async def test_another_tenants_database_is_never_reached(folder: Path) -> None:
    with pytest.raises(UnknownDatabase) as unknown:
        await tool(folder).query(HOUSE, Question(VISITS, database="private"))
    assert "private" not in unknown.value.facts["known"]
    assert (await tool(folder).query(Scope("nobody"), Question(VISITS))).link.reasons == (NONE,)


@pytest.mark.parametrize(
    "name", ["../other/private", "/etc/passwd", "..", "private.sqlite", "clinic/../../other/private"]
)
async def test_a_name_is_looked_for_and_never_followed(folder: Path, name: str) -> None:
    with pytest.raises(UnknownDatabase):
        await tool(folder).query(HOUSE, Question(VISITS, database=name))


@pytest.mark.parametrize("tenant", ["../other", "..", "house/../other", "", "HOUSE"])
def test_a_tenant_that_is_no_name_has_no_database(folder: Path, tenant: str) -> None:
    assert DatabaseFolder(folder, QueryLimits()).sources(Scope(tenant)) == []


def test_a_link_out_of_the_folder_is_not_one_of_its_files(folder: Path) -> None:
    (folder / "house" / "loan.sqlite").symlink_to(folder / "other" / "private.sqlite")
    names = [source.name for source in DatabaseFolder(folder, QueryLimits()).sources(HOUSE)]
    assert names == ["clinic", "shipping"]


async def test_a_tenant_that_asks_too_often_waits_and_the_others_do_not(folder: Path) -> None:
    rationed = tool(folder, per_minute=2)
    for _ in range(2):
        await rationed.query(HOUSE, Question(VISITS))
    with pytest.raises(TooManyQueries) as refused:
        await rationed.query(HOUSE, Question(VISITS))
    assert 0 < float(refused.value.facts["retry_after_s"]) <= 60
    assert (await rationed.query(OTHER, Question(VISITS))).answer == "2"


async def test_a_link_says_how_words_were_read_or_why_they_were_not(folder: Path) -> None:
    links = await tool(folder).link(HOUSE, Question(""), [VISITS, "Who wrote the handbook?"])
    assert links[0].database == "clinic"
    assert any("visit" in reason for reason in links[0].reasons)
    assert links[1].database == ""
    assert any("handbook" in reason for reason in links[1].reasons)


async def test_a_file_that_is_no_database_does_not_stand_in_the_way(folder: Path) -> None:
    (folder / "house" / "broken.sqlite").write_text("this is a text of some length, but it is no database at all")
    assert (await tool(folder).query(HOUSE, Question(VISITS))).answer == "2"


async def test_a_result_beyond_the_limit_says_that_it_was_cut(folder: Path) -> None:
    found = await tool(folder, rows=2).query(HOUSE, Question("Which patients live in Velden or Marrow?"))
    assert found.evidence is not None
    result = read(found.evidence.passage.text)
    assert result is not None
    assert result.cut
    assert len(result.rows) == 2


async def test_a_damaged_database_that_was_asked_for_is_named(folder: Path) -> None:
    (folder / "house" / "broken.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5_000)
    with pytest.raises(SourceUnavailable, match="broken"):
        await tool(folder).query(HOUSE, Question(VISITS, database="broken"))
    assert (await tool(folder).query(HOUSE, Question(VISITS))).answer == "2"


FERRIES = """
CREATE TABLE vessel (id INTEGER PRIMARY KEY, name TEXT, built INTEGER, home_port TEXT);
INSERT INTO vessel VALUES (1, 'Larkspur', 2015, 'Brixholm'), (2, 'Teasel', 1987, 'Orlsund');
CREATE TABLE crew (id INTEGER PRIMARY KEY, name TEXT, vessel_id INTEGER REFERENCES vessel(id), hired DATE);
INSERT INTO crew VALUES (1, 'Ann Roe', 1, '1999-02-20'), (2, 'Bo Lind', 2, '2021-06-01');
"""


@pytest.mark.parametrize("question", ["Where was the Larkspur built?", "When was the Teasel built?"])
async def test_a_word_that_the_query_leaves_out_leaves_the_question_to_the_documents(
    folder: Path, question: str
) -> None:
    write(folder / "ferries" / "fleet.sqlite", FERRIES)
    found = await tool(folder).query(Scope("ferries"), Question(question))
    assert found.evidence is None
    sure = await tool(folder).query(Scope("ferries"), Question("How many vessels are there?"))
    assert sure.answer == "2"
