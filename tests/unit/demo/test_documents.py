"""The written files hold what the questions need, and nothing that gives the answers away."""

from __future__ import annotations

import re
from pathlib import Path

import docx
import pdfplumber
import pytest

from services.cli.demo import DemoQuestion, DemoSet, build
from services.cli.demo.asks import ASKS
from services.cli.demo.company import Language
from services.cli.demo.phrasings import Phrasings
from services.cli.demo.questions import Interviewer, QuestionKind
from services.cli.demo.values import Amount, plain
from tests.unit.demo.reading import text_of

LANGUAGES: tuple[Language, ...] = ("en", "zh")
KINDS: tuple[QuestionKind, ...] = tuple(ASKS)  # type: ignore[arg-type]  # the keys are the kinds


def texts(demo: DemoSet) -> dict[str, str]:
    return {document.name: text_of(demo.folder / document.name) for document in demo.documents}


def every_question(demo: DemoSet) -> list[DemoQuestion]:
    """Every variant in both languages: whatever the seed may draw."""
    interviewer = Interviewer(demo.company, demo.documents, phrasings=Phrasings.load(), asks=ASKS)
    return [
        interviewer.draw(kind, language, variant)
        for kind in KINDS
        for language in LANGUAGES
        for variant in ASKS[kind]
        if kind != "contradictory" or variant == demo.company.divisions[language].dispute.measure
    ]


def test_the_same_seed_writes_the_same_bytes_and_asks_the_same(demo: DemoSet, tmp_path: Path) -> None:
    again = build(demo.seed, tmp_path)
    assert [(tmp_path / one.name).read_bytes() for one in again.documents] == [
        (demo.folder / one.name).read_bytes() for one in demo.documents
    ]
    assert (again.questions, again.bonus, again.now) == (demo.questions, demo.bonus, demo.now)


def test_another_seed_is_another_company_with_other_answers(sets: dict[int, DemoSet]) -> None:
    answers = [
        tuple(str(value) for one in every_question(demo) for value in one.expected.values) for demo in sets.values()
    ]
    for index, mine in enumerate(answers):
        for other in answers[index + 1 :]:
            same = sum(a == b for a, b in zip(mine, other, strict=True))
            assert same < len(mine) / 4


def test_only_the_documents_are_written_in_both_languages_and_five_formats(demo: DemoSet) -> None:
    assert {path.name for path in demo.folder.iterdir()} == {document.name for document in demo.documents}
    assert 9 <= len(demo.documents) <= 14
    for language in LANGUAGES:
        suffixes = {Path(one.name).suffix for one in demo.documents if one.language == language}
        assert suffixes == {".pdf", ".docx", ".html", ".md", ".txt"}


def test_every_document_is_a_few_pages_of_prose_without_a_gap(demo: DemoSet) -> None:
    for document in demo.documents:
        text = text_of(demo.folder / document.name)
        words = len(re.findall(r"[A-Za-z]+|[\u4e00-\u9fff]{2}", text))
        assert 300 <= words <= 1_500, (document.name, words)
        assert not re.search(r"[{}■�]", text), document.name
        assert document.title in text


def test_every_expected_value_stands_in_the_files_that_are_said_to_hold_it(demo: DemoSet) -> None:
    read = {name: plain(text) for name, text in texts(demo).items()}
    for question in every_question(demo):
        expected = question.expected
        if question.kind in {"comparison"}:
            continue
        groups = zip(expected.values, expected.documents, strict=True)
        for value, group in groups:
            for name in group:
                assert _holds(read[name], value), (question.id, question.variant, str(value), name)


def test_what_is_compared_stands_in_the_file_that_is_said_to_hold_it(demo: DemoSet) -> None:
    read = {name: plain(text) for name, text in texts(demo).items()}
    for question in (one for one in every_question(demo) if one.kind == "comparison"):
        (group,) = question.expected.documents
        for value in (*question.expected.values, *question.expected.wrong):
            assert all(value.find(read[name]) is not None for name in group), (question.text, str(value))


def test_what_cannot_be_answered_stands_in_no_file(demo: DemoSet) -> None:
    everything = "\n".join(texts(demo).values())
    unanswerable = [one for one in every_question(demo) if one.kind == "unanswerable"]
    assert {one.variant for one in unanswerable} == set(ASKS["unanswerable"])
    for question in unanswerable:
        assert question.expected.absent
        for word in question.expected.absent:
            assert not re.search(rf"(?<!\d){re.escape(word)}(?!\d)", everything, re.IGNORECASE), word


def test_every_question_has_look_alikes_in_the_same_files(demo: DemoSet) -> None:
    read = {name: plain(text) for name, text in texts(demo).items()}
    for question in every_question(demo):
        if question.kind in {"contradictory"}:
            continue
        near = [value for value in question.expected.wrong if any(_holds(text, value) for text in read.values())]
        assert near, (question.id, question.variant)
        assert not {str(value) for value in question.expected.values} & {
            str(value) for value in question.expected.wrong
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_disputed_figure_is_told_differently_and_newer_by_the_bulletin(demo: DemoSet, language: Language) -> None:
    written = {one.kind: one for one in demo.documents if one.language == language}
    dispute = demo.company.divisions[language].dispute
    handbook, bulletin = (plain(text_of(demo.folder / written[kind].name)) for kind in ("handbook", "bulletin"))
    assert f"{dispute.older:,}" in handbook
    assert f"{dispute.newer:,}" not in handbook
    assert f"{dispute.newer:,}" in bulletin
    assert f"{dispute.older:,}" not in bulletin
    assert written["handbook"].written < written["bulletin"].written < demo.now.date()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chain_can_only_be_followed_through_three_files(demo: DemoSet, language: Language) -> None:
    written = {one.kind: text_of(demo.folder / one.name) for one in demo.documents if one.language == language}
    for product in demo.company.divisions[language].products:
        plant = product.plant
        assert plant.name in written["catalogue"]
        assert plant.city not in written["catalogue"]
        assert plant.city in written["handbook"]
        assert plant.haulier not in written["handbook"]
        assert plant.haulier in written["bulletin"]
        assert not any(plant.haulier in text for kind, text in written.items() if kind != "bulletin")


def test_tables_of_the_filings_are_read_as_tables(demo: DemoSet) -> None:
    for document in (one for one in demo.documents if one.kind == "annual"):
        with pdfplumber.open(demo.folder / document.name) as pdf:
            (table,) = [table for page in pdf.pages for table in page.extract_tables()]
        assert (len(table), len(table[0])) == (9, 4)
        assert table[1][0] is not None
        assert demo.company.divisions[document.language].subsidiaries[0].name in table[1][0]
    for document in (one for one in demo.documents if one.kind == "quarterly"):
        word = docx.Document(str(demo.folder / document.name))
        assert len(word.tables[0].rows) == 5 + demo.company.timeline.quarter
        assert any(paragraph.style is not None and paragraph.style.name == "Heading 2" for paragraph in word.paragraphs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_add_up_and_margins_do_not_follow_size_for_every_seed(
    sets: dict[int, DemoSet], language: Language
) -> None:
    for demo in sets.values():
        for subsidiary in demo.company.divisions[language].subsidiaries:
            assert sum(subsidiary.quarters[:4]) == subsidiary.revenue[0]
            assert all(profit < revenue for profit, revenue in zip(subsidiary.profit, subsidiary.revenue, strict=True))


def _holds(text: str, value: object) -> bool:
    """A figure in prose, or in the cell of a table whose head gives the unit."""
    assert hasattr(value, "find")
    if value.find(text) is not None:
        return True
    if not isinstance(value, Amount) or value.currency is None:
        return False
    cell = f"{value.number / 1_000_000:.1f}" if value.currency == "EUR" else f"{value.number / 10_000:,.0f}"
    return bool(re.search(rf"(?<![\d.,]){re.escape(cell)}(?![\d.,])", text))
