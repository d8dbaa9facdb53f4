"""What rules rank and read, on passages written for it."""

import pytest

from services.inference.port import Text
from services.inference.rules import ranker
from services.inference.rules.asked import ask
from services.inference.rules.candidates import Surroundings, agreement, value_of
from services.inference.rules.coverage import Terms
from services.inference.rules.kinds import fit
from services.inference.rules.reader import best_spans, read
from services.language.statements import values
from services.language.tokens import tokens

REPORT = Text(
    "Norvale annual report",
    "In 2022 revenue was 3.5 million euros and net profit 0.4 million euros. In 2021 revenue was 3.1 million euros. "
    "For 2023 the budget foresees revenue of 4.2 million euros. The company employs 840 people in Graz.",
)
CHINESE = Text("年报", "2022年营业收入为3.5亿元，净利润为4200万元。2021年营业收入为3.1亿元。公司有员工840人。")


def answers(question: str, *passages: Text) -> list[str]:
    return [passages[s.passage].text[s.start : s.end] for s in read(question, passages).spans]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the revenue of Norvale in 2022?", "3.5 million euros"),
        ("What was the revenue of Norvale in 2021?", "3.1 million euros"),
        ("What was the net profit of Norvale in 2022?", "0.4 million euros"),
        ("How many people does Norvale employ?", "840 people"),
    ],
)
def test_the_figure_of_the_measure_and_year_asked_for_is_read(question: str, answer: str) -> None:
    assert answers(question, REPORT)[0] == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("2022年的营业收入是多少？", "3.5亿元"),
        ("2021年的营业收入是多少？", "3.1亿元"),
        ("2022年的净利润是多少？", "4200万元"),
        ("公司有多少员工？", "840人"),
    ],
)
def test_chinese_figures_are_read_likewise(question: str, answer: str) -> None:
    assert answers(question, CHINESE)[0] == answer


def test_a_plan_is_not_read_as_what_happened() -> None:
    assert answers("What was the revenue of Norvale?", REPORT)[0] != "4.2 million euros"


def test_a_reason_is_read_as_a_sentence() -> None:
    text = Text("", "The ferry stopped for two days. It was suspended because ice had blocked the harbour.")
    assert any("because ice" in answer for answer in answers("Why was the ferry suspended?", text))


@pytest.mark.parametrize("question", ["Who painted the ceiling of the opera in Vienna?", "谁画了歌剧院的天花板？"])
def test_a_passage_about_something_else_holds_no_answer(question: str) -> None:
    about, other = (
        read(question, [REPORT]).no_answer[0],
        read("What was Norvale's revenue in 2022?", [REPORT]).no_answer[0],
    )
    assert about > 0.8 > other


def test_reading_is_deterministic() -> None:
    question = "What was the revenue of Norvale in 2022?"
    assert read(question, [REPORT, CHINESE]) == read(question, [REPORT, CHINESE])


def test_spans_of_one_passage_do_not_overlap() -> None:
    spans = read("What was the revenue of Norvale in 2022?", [REPORT], limit=50).spans
    assert len(spans) > 3
    ordered = sorted(spans, key=lambda span: span.start)
    assert all(a.end <= b.start for a, b in zip(ordered, ordered[1:], strict=False))


def test_no_spans_are_chosen_of_none() -> None:
    assert list(best_spans([], 5)) == []


def test_words_that_few_candidates_have_weigh_more() -> None:
    terms = Terms("revenue Graz", [tokens("revenue of all"), tokens("revenue of Graz"), tokens("revenue again")])
    assert terms.share(tokens("Graz")) > terms.share(tokens("revenue"))
    assert terms.share(tokens("revenue Graz")) == pytest.approx(1)
    assert Terms("", []).share(["x"]) == 0


def test_half_a_figure_becomes_the_whole_of_it() -> None:
    asked = ask("What was the revenue of Norvale in 2022?", [REPORT])
    around = Surroundings(asked, 0, REPORT)
    at = REPORT.text.index("3.5")
    value, (start, end) = value_of(around.sentence_at(at), (at, at + 3))
    assert value is not None
    assert REPORT.text[start:end] == "3.5 million euros"


def test_another_year_or_measure_disagrees() -> None:
    asked = ask("What was the revenue of Norvale in 2022?", [REPORT])
    by_text = {value.text: agreement(asked, value) for value in values(REPORT.text) if value.kind == "quantity"}
    assert by_text["3.5 million euros"][:2] == (1.0, 1.0)
    assert by_text["0.4 million euros"][0] == -1.0
    assert by_text["3.1 million euros"][1] == -1.0


def test_a_name_fits_who_and_a_figure_does_not() -> None:
    name, figure = values("Anna Keller sold 14 pumps.")[:2]
    assert fit("person", name) > fit("person", figure)
    assert fit("number", figure) > fit("number", name)
    assert fit("reason", None) > fit("person", None)


def test_a_passage_in_the_other_language_is_ranked_by_its_cosine() -> None:
    drafts = ranker.prepare("What was the net profit in 2022?", [CHINESE, CHINESE, REPORT])
    near, far, own = ranker.scores(drafts, [0.82, 0.72, 0.72])
    assert drafts[0].foreign
    assert not drafts[2].foreign
    assert near > 5 * far
    assert 0 <= far < near < 1
    assert own > far


def test_the_focus_is_the_sentence_with_most_of_the_question_and_is_short() -> None:
    long = Text("Minutes", "Nothing of note. " * 50 + "The ferry was suspended because of ice. " + "And so on. " * 400)
    focus = ranker.prepare("Why was the ferry suspended?", [long])[0].focus
    assert "ferry was suspended" in focus
    assert len(focus) < 400


@pytest.mark.parametrize("text", ["", " ", "🛰️", "\x00", "x" * 50_000, "。" * 3000, "1" * 3000])
def test_any_passage_can_be_ranked_and_read(text: str) -> None:
    passages = [Text(text[:50], text)]
    assert len(ranker.prepare("What is x?", passages)) == 1
    assert len(read("What is x?", passages).no_answer) == 1
