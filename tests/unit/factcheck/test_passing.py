"""What a question says in passing, a page about its subject need not repeat."""

import pytest

from services.factcheck.asked import asked_of
from tests.fakes.evidence import NOW, asking, source
from tests.unit.factcheck.test_sufficiency import assess


@pytest.mark.parametrize(
    ("question", "passing"),
    [
        ("Who led the town of Alderheim in Lower Velmoria from 2000 to 2016?", ["Lower Velmoria"]),
        ("The seat of Kirin District, located in Tarrow Oblast, was where in 1950?", ["Tarrow Oblast"]),
        ("What club did Ivo Brandt, a Danish footballer, play for in 2013?", ["Danish"]),
        ("What is the revenue of Velmoor Pumps in Norway?", []),
        ("Who is the director of Velmoor Pumps in Norway?", []),
        ("Who lives in Norway?", []),
    ],
)
def test_only_what_tells_more_of_another_name_is_said_in_passing(question: str, passing: list[str]) -> None:
    assert [named.text for named in asked_of(asking(question), NOW).names if named.passing] == passing


@pytest.mark.parametrize(
    ("question", "aspects"),
    [
        ("What position did Father Brandt have in 1993?", set()),
        ("Who is the father of Ivo Brandt?", {"father"}),
        ("The seat of Kirin District, located in Tarrow Oblast, was where?", set()),
    ],
)
def test_titles_and_asides_name_no_aspect(question: str, aspects: set[str]) -> None:
    assert asked_of(asking(question), NOW).aspects == aspects


def test_what_stands_between_commas_about_a_name_is_no_word_to_be_met() -> None:
    asked = asked_of(asking("What club did Ivo Brandt, a retired Danish footballer, join in 2013?"), NOW)
    assert not asked.words & {"footballer", "retir"}
    assert "join" in asked.words


async def test_a_page_about_the_subject_answers_without_what_was_said_in_passing() -> None:
    page = source("Ivo Brandt joined Tarrow Rovers in 2013.", title="Ivo Brandt")
    asked = "What club did Ivo Brandt, a Danish footballer, join in 2013?"
    assert (await assess(asked, page)).score > (await assess(asked, source(page.passage.text))).score
    assert (await assess(asked, page)).missing == ()


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("Who played the marshal in the series?", False),
        ("Which firm built the bridge?", False),
        ("Who succeeded Ann Lee?", False),
        ("What song is played while the flag is raised?", True),
        ("Which plant is located in Tarrow?", True),
        ("Who leads the works?", True),
        ("谁发明了这台水泵？", False),
        ("《远山》里的警长是谁演的？", False),
        ("谁是青石公司的董事长？", True),
        ("What does the works need?", True),
        ("Which company founded in 1990 leads now?", True),
    ],
)
def test_a_verb_of_the_past_does_not_ask_about_the_present(question: str, now: bool) -> None:
    assert (asked_of(asking(question), NOW).today is not None or bool(asked_of(asking(question), NOW).periods)) == now
