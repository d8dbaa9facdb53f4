"""Distillation: the sentences that matter, each in its place."""

import pytest

from services.core.domain.passage import Evidence, Passage
from services.inference.port import Calibration, TextKind
from services.language.similarity import agree
from services.retrieval.distil import Distiller
from tests.fakes.passages import WordModels, bag, passage

CALIBRATION = Calibration(floor=0.1, source=0.6, duplicate=0.85)
LONG = (
    "Halcyon Robotics was founded in Lyon in 2009. The office has a garden. Lunch is served at noon. "
    "Mira Sato has led the company since 2015. She studied in Kyoto. The lobby is blue. Parking is free."
)
TABLE = "Figures in EUR million\n| Item | 2022 | 2023 |\n|---|---|---|\n" + "\n".join(
    f"| {name} | {n} | {n + 1} |" for n, name in enumerate(["Revenue", "Profit", "Debt", "Cash", "Staff", "Sites"], 40)
)


class Calls:
    """Embeds sentences and remembers what it was asked."""

    def __init__(self) -> None:
        self.models = WordModels()

    async def __call__(self, texts: list[str]) -> dict[str, object]:
        matrix = await self.models.embed(texts, TextKind.PASSAGE)
        return dict(zip(texts, matrix, strict=True))


async def distil(
    question: str, *passages: Passage, width: int = 24, vector: bool = True
) -> tuple[list[Evidence], list[Evidence], int]:
    """Kept, gone, and the number of sentences embedded."""
    calls = Calls()
    distiller = Distiller(width, 0.5, CALIBRATION, agree)
    kept, gone = await distiller.distil(
        question,
        [Evidence(one) for one in passages],
        asked=bag(question) if vector else None,
        embed=calls,  # type: ignore[arg-type]
    )
    return kept, gone, sum(len(texts) for _, texts in calls.models.embedded)


def texts(evidence: Evidence) -> list[str]:
    return [evidence.passage.text[sentence.start : sentence.end] for sentence in evidence.sentences]


@pytest.mark.parametrize("vector", [True, False])
async def test_the_sentence_that_answers_stays_and_the_garden_goes(vector: bool) -> None:
    kept, _, _ = await distil("When was Halcyon Robotics founded?", passage("p", LONG), vector=vector)
    assert "Halcyon Robotics was founded in Lyon in 2009." in texts(kept[0])
    assert "The lobby is blue." not in texts(kept[0])


async def test_chinese_sentences_are_told_apart() -> None:
    text = "北辰公司创立于2009年。食堂在一楼。停车免费。大厅是蓝色的。花园里有树。"
    kept, _, _ = await distil("北辰公司何时创立？", passage("p", text, language="zh"))
    assert texts(kept[0])[0] == "北辰公司创立于2009年。"
    assert len(kept[0].sentences) < 5


async def test_a_sentence_that_begins_with_a_pronoun_brings_the_one_before_it() -> None:
    kept, _, _ = await distil("Who studied in Kyoto?", passage("p", LONG))
    assert texts(kept[0])[:2] == ["Mira Sato has led the company since 2015.", "She studied in Kyoto."]


async def test_a_table_row_brings_its_header() -> None:
    kept, _, _ = await distil("What was the profit in 2023?", passage("p", TABLE))
    lines = texts(kept[0])
    assert "| Item | 2022 | 2023 |" in lines
    assert "| Profit | 41 | 42 |" in lines
    assert "| Sites | 45 | 46 |" not in lines


async def test_sentences_are_in_reading_order_inside_the_text_with_scores_that_are_shares() -> None:
    kept, _, _ = await distil("Where does Mira Sato park at Halcyon Robotics?", passage("p", LONG))
    starts = [sentence.start for sentence in kept[0].sentences]
    assert starts == sorted(starts)
    assert all(0 <= one.start < one.end <= len(LONG) and 0 <= one.score <= 1 for one in kept[0].sentences)


async def test_a_table_that_lost_its_bars_keeps_a_label_with_its_figure() -> None:
    cells = [
        f"{name}\n{n},000\n{n + 1},000" for n, name in enumerate(["Revenue", "Gross margin", "Debt", "Cash"] * 6, 10)
    ]
    text = (
        "The year was good for the company as a whole.\n" + "\n".join(cells) + "\nThat is all there is to say about it."
    )
    kept, _, _ = await distil("What was the gross margin?", passage("p", text))
    assert any("Gross margin\n11,000" in piece for piece in texts(kept[0]))
    assert all(piece.count("\n") < 60 for piece in texts(kept[0]))


async def test_a_sentence_that_there_was_no_vector_for_is_judged_by_its_words() -> None:
    text = (
        " ".join(f"Filler sentence number {n} about the office garden." for n in range(30))
        + " Halcyon owes 12 million."
    )
    kept, _, embedded = await distil("How much does Halcyon owe?", passage("p", text), width=1)
    assert embedded == 1
    assert "Halcyon owes 12 million." in texts(kept[0])


async def test_a_short_passage_stays_whole() -> None:
    kept, _, _ = await distil("unrelated", passage("p", "One thing. Another thing."))
    assert texts(kept[0]) == ["One thing.", "Another thing."]


async def test_every_passage_gets_sentences_into_the_one_bounded_call() -> None:
    many = [passage(f"p{n}", f"Topic {n} one. " + LONG, f"d{n}", title=f"T{n}") for n in range(4)]
    kept, _, embedded = await distil("Halcyon", *many, width=6)
    assert embedded <= 6
    assert all(one.sentences for one in kept)


async def test_without_a_question_vector_nothing_is_embedded() -> None:
    assert (await distil("Halcyon", passage("p", LONG), vector=False))[2] == 0


async def test_a_passage_whose_sentences_a_better_one_says_goes_with_the_name_of_that_one() -> None:
    first, second = (
        passage("a", "Halcyon employs 1,240 people.", "d1"),
        passage("b", "Halcyon employs 1,240 people .", "d2"),
    )
    kept, gone, _ = await distil("How many people?", first, second)
    assert [one.passage.id for one in kept] == ["a"]
    assert [(one.passage.id, one.fate) for one in gone] == [("b", "duplicate_of:a")]


@pytest.mark.parametrize(
    "other",
    ["Halcyon employs 1,310 people.", "Halcyon does not employ 1,240 people.", "Borealis employs 1,240 people."],
    ids=["number", "negation", "name"],
)
async def test_a_sentence_that_contradicts_stays(other: str) -> None:
    kept, gone, _ = await distil("How many?", passage("a", "Halcyon employs 1,240 people."), passage("b", other, "d2"))
    assert len(kept) == 2
    assert gone == []


async def test_the_same_sentence_under_two_years_titles_is_two_facts() -> None:
    text = "Revenue was EUR 3.5 million."
    kept, _, _ = await distil(
        "Revenue?", passage("a", text, title="Report 2022"), passage("b", text, "d2", title="Report 2023")
    )
    assert len(kept) == 2


@pytest.mark.parametrize("text", ["", " \n ", "🛰️", "\x00", "x" * 5000, "！！！"])
async def test_strange_passages_pass_through(text: str) -> None:
    kept, gone, _ = await distil("Halcyon 北辰", passage("p", text))
    assert len(kept) == 1
    assert gone == []
