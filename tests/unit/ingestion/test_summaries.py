"""Summaries of the sections of very long documents."""

import pytest

from services.documents.models import StoredPassage
from services.ingestion.summarise import LONG, summaries

MATTERS = ["pumps", "valves", "motors", "gauges", "cables"]


def count(text: str) -> int:
    return len(text.split())


def report(passages: int, *, sections: int = 4, record: bool = False) -> list[StoredPassage]:
    """Each section is about one matter; every passage says something of its own about it."""
    made = []
    for at in range(passages):
        matter = MATTERS[at * sections // passages]
        text = f"The {matter} of hall {at} were checked by team {at % 7} in shift {at}. Nothing. See page {at}."
        made.append(
            StoredPassage(
                text, f"{matter} > part {at}", page=at, char_start=at * 100, char_end=at * 100 + 90, record=record
            )
        )
    return made


def test_each_main_section_has_summaries_that_cover_it_in_order_without_a_gap() -> None:
    passages = report(LONG)
    made = summaries(passages, count, 60)
    covered = [at for one in made if one.covers for at in range(one.covers[0], one.covers[1] + 1)]
    assert covered == list(range(LONG))
    assert [one.section for one in made] == MATTERS[:4]
    for one, matter in zip(made, MATTERS, strict=False):
        assert one.covers is not None
        assert matter in one.text
        assert (one.char_start, one.char_end) == (one.covers[0] * 100, one.covers[1] * 100 + 90)


def test_a_summary_is_sentences_of_its_passages_within_its_size() -> None:
    passages = report(200, sections=3)
    whole = " ".join(one.text for one in passages)
    made = summaries(passages, count, 40)
    assert made
    for one in made:
        assert 10 < count(one.text) <= 40
        assert all(f"{sentence}." in whole for sentence in one.text.rstrip(".").split(". "))


@pytest.mark.parametrize("passages", [report(LONG - 1), report(LONG, record=True), []])
def test_short_documents_and_records_have_none(passages: list[StoredPassage]) -> None:
    assert summaries(passages, count, 60) == []


def test_chinese_sections_have_them_too() -> None:
    passages = [
        StoredPassage(f"第{n}号车间的冷却水泵由检修班组完成了年度检查。合格。", "设备", language="zh")
        for n in range(60)
    ]
    made = summaries(passages, len, 120)
    assert made
    assert all("水泵" in one.text and one.language == "zh" for one in made)


def test_a_section_of_tables_has_none() -> None:
    passages = [StoredPassage(f"pump {n} | hall {n} | team {n} | shift {n} | done {n}", "list") for n in range(60)]
    assert summaries(passages, count, 60) == []
