"""The questions are drawn evenly over kinds, languages and phrasings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from services.cli.demo import DemoSet, build
from services.cli.demo.asks import ASKS
from services.cli.demo.company import Language
from services.cli.demo.phrasings import Phrasings
from services.cli.demo.questions import COUNTED

LANGUAGES: tuple[Language, ...] = ("en", "zh")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def templates() -> Iterator[tuple[str, str, Language, list[str]]]:
    phrasings = Phrasings.load()
    for kind in phrasings.kinds():
        for variant in phrasings.variants(kind):
            for language in LANGUAGES:
                yield kind, variant, language, phrasings.paraphrases(kind, variant, language)


def test_seven_questions_count_one_of_each_kind(demo: DemoSet) -> None:
    assert tuple(question.kind for question in demo.questions) == COUNTED
    assert len({question.id for question in (*demo.questions, *demo.bonus)}) == 9


def test_the_simple_question_is_english_and_three_or_four_of_seven_are_chinese(demo: DemoSet) -> None:
    languages = [question.language for question in demo.questions]
    assert languages[0] == "en"
    assert 3 <= languages.count("zh") <= 4


def test_a_question_is_written_in_its_language(demo: DemoSet) -> None:
    for question in demo.questions:
        assert bool(CHINESE.search(question.text)) == (question.language == "zh"), question.text
        assert "{" not in question.text


def test_a_question_across_languages_asks_about_the_other_language_s_documents(demo: DemoSet) -> None:
    across = demo.bonus[0]
    languages = {document.name: document.language for document in demo.documents}
    assert {languages[name] for group in across.expected.documents for name in group} == {"en", "zh"} - {
        across.language
    }


def test_a_follow_up_cannot_be_understood_without_the_turn_before_it(demo: DemoSet) -> None:
    question = demo.questions[-1]
    asked, told = question.history
    assert (asked.role, told.role) == ("user", "assistant")
    subjects = [each.name for each in demo.company.divisions[question.language].subsidiaries]
    (first,) = [name for name in subjects if name in asked.text]
    assert first in told.text
    assert first not in question.text
    assert str(demo.company.timeline.year) not in question.text


@pytest.mark.parametrize(
    ("kind", "variant", "language", "paraphrases"),
    list(templates()),
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_variant_has_four_paraphrases_in_each_language(
    kind: str, variant: str, language: Language, paraphrases: list[str]
) -> None:
    assert len(set(paraphrases)) >= 4
    known = {*ASKS[kind], *(ASKS["three_hop"] if kind == "two_hop" else ())}
    assert variant in known
    for paraphrase in paraphrases:
        assert bool(CHINESE.search(paraphrase)) == (language == "zh")
        assert set(re.findall(r"{(\w+)}", paraphrase)) == set(re.findall(r"{(\w+)}", paraphrases[0])) or kind in {
            "unanswerable",
            "follow_up",
        }


def test_the_seed_draws_variants_and_paraphrases(tmp_path: Path) -> None:
    drawn = [build(seed, tmp_path / str(seed)) for seed in range(8)]
    for index, kind in enumerate(COUNTED):
        assert len({one.questions[index].text for one in drawn}) >= 7, kind
        assert len({one.questions[index].variant for one in drawn}) >= 2, kind


def test_now_lies_after_every_document_in_the_tenant_s_time_zone(demo: DemoSet) -> None:
    assert demo.now.tzinfo == ZoneInfo(demo.calendar.time_zone)
    assert max(document.written for document in demo.documents) < demo.now.date()
    last_month = (demo.now.replace(day=1) - timedelta(days=1)).date()
    for division in demo.company.divisions.values():
        assert division.price_on < last_month.replace(day=1)
    assert (demo.now.month - 1) // 3 == demo.company.timeline.quarter
    assert demo.calendar.fiscal_year_start_month == 1
