"""No figure without a source."""

import pytest

from services.language.numbers import Quantity, quantities
from services.synthesis.arithmetic import comparable, difference, ratio, share, total
from services.synthesis.numbers import guarded
from services.synthesis.sources import Source, sentence_at
from services.synthesis.wording import Wording
from tests.fakes.evidence import source

EN, ZH = Wording("en"), Wording("zh")


def sentence(text: str) -> Source:
    found = sentence_at(source(text).passage, 0, 1)
    assert found is not None
    return found


def figure(text: str) -> Quantity:
    return quantities(text)[0]


def test_a_number_without_a_source_is_removed_from_the_answer_and_named() -> None:
    evidence = [sentence("Revenue was 3.5 million in 2022.")]
    kept = guarded(
        "Revenue was 3.5 million and profit 0.4 million.",
        evidence,
        question="What were revenue and profit in 2022?",
        wording=EN,
    )
    assert kept.text == "Revenue was 3.5 million."
    assert kept.unconfirmed == ("profit in 2022",)


def test_the_same_in_chinese() -> None:
    evidence = [sentence("2022年营业收入为3.5亿元。")]
    kept = guarded("营业收入3.5亿元，净利润0.4亿元。", evidence, question="2022年的收入和净利润是多少？", wording=ZH)
    assert kept.text == "营业收入3.5亿元。"
    assert kept.unconfirmed == ("2022年的净利润",)


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Revenue was 3.5 million and profit 0.4 million.", "Revenue was 3,512,004 and profit 400,000 in 2022."),
        ("It opened on 3 May 1988.", "It opened in spring."),
        ("The Kestrel 240 is made here.", "The Kestrel 240 is made here."),
        ("No figure at all.", "Nothing."),
        ("", "Nothing."),
    ],
)
def test_what_a_source_states_stays(text: str, evidence: str) -> None:
    assert guarded(text, [sentence(evidence)], question="?", wording=EN).text == text


def test_a_figure_said_of_another_measure_is_no_source() -> None:
    evidence = [sentence("Revenue was 3.5 million and profit 0.4 million in 2022.")]
    assert guarded("Profit was 3.5 million.", evidence, question="?", wording=EN).text == ""


@pytest.mark.parametrize(
    ("a", "b", "gap", "percent", "times"),
    [
        ("EUR 41.7 million", "EUR 38.2 million", "EUR 3.5 million", "9.2%", "1.09"),
        ("3.42亿元", "4,300万元", "2.99亿元", "695.3%", "7.95"),
        ("12.5%", "11%", "1.5 percentage points", "", "1.14"),
        ("520 employees", "498 employees", "22 employees", "4.4%", "1.04"),
        ("900 m", "1 km", "0.1 km", "11.1%", "0.90"),
    ],
)
def test_differences_are_written_like_their_figures(a: str, b: str, gap: str, percent: str, times: str) -> None:
    first, second = figure(a), figure(b)
    assert (difference(first, second), share(first, second), ratio(first, second)) == (gap, percent, times)


def test_totals_add_what_can_be_added() -> None:
    assert total([figure("EUR 41.7 million"), figure("EUR 38.2 million")]) == "EUR 79.9 million"
    assert total([figure("EUR 41.7 million"), figure("520 employees")]) == ""


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [("EUR 3", "USD 3", False), ("3%", "3 kg", False), ("3 km", "3 m", True), ("520 employees", "498", True)],
)
def test_only_like_figures_are_compared(a: str, b: str, same: bool) -> None:
    assert comparable(figure(a), figure(b)) is same
