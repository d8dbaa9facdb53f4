"""Names that only the evidence shows."""

from services.factcheck.asked import asked_of
from services.factcheck.evident import settled
from tests.fakes.evidence import NOW, asking, source


def keys(question: str, *evidence: tuple[str, str]) -> list[str]:
    told = [source(text, name, title=title) for name, (title, text) in zip("abcdef", evidence, strict=False)]
    return [named.key for named in settled(asked_of(asking(question), NOW), told).names]


def test_a_question_in_small_letters_has_the_longest_title_that_it_repeats_as_its_name() -> None:
    question = "when did the tv show the harlow family first air"
    assert asked_of(asking(question), NOW).names == ()
    shows = (("The Harlow Family", "It first aired in 1972."), ("Harlow", "A town."), ("Other Show", "Aired in 2016."))
    assert keys(question, *shows) == ["harlow family"]


def test_a_cut_through_a_chinese_name_is_mended_by_what_passages_hold() -> None:
    question = "青石出版公司诉远山电话公司案一案由哪个法院作出判决？"
    told = ("青石出版公司诉远山电话公司案", "青石出版公司诉远山电话公司案由最高法院判决。")
    assert all(key in "青石出版公司诉远山电话公司案" for key in keys(question, told))


def test_a_name_that_no_passage_holds_is_still_asked_for() -> None:
    assert keys("华澜泵业的董事长是谁？", ("远山阀业", "远山阀业的董事长是周敏。")) == ["华澜泵业"]
    assert keys("Who runs Velmoor Pumps?", ("Brack Valves", "Brack Valves is run by Ann Lee.")) == ["velmoor pumps"]


def test_a_place_behind_a_name_need_not_be_said_where_nothing_says_another() -> None:
    question = "Which stadium was home to the team Harlow Rovers of Velmoria in 2020?"
    assert "harlow rovers" in keys(question, ("Harlow Rovers", "The Harlow Rovers moved to Tarrow Park in 2020."))
    others = ("Harlow Rovers", "The Harlow Rovers of Caldraith moved to Tarrow Park in 2020.")
    assert "harlow rovers" not in keys(question, others)
    assert "harlow rovers of velmoria" in keys(question, ("Brack Town", "Brack Town play at Tarrow Park."))


def test_what_is_asked_for_is_no_name_that_a_source_must_hold() -> None:
    for question in ("远山大会的举办地是哪里？", "远山奖的女主角是谁？"):
        assert not any(named.text in ("举办地", "女主角") for named in asked_of(asking(question), NOW).names)
