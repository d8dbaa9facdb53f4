"""Chinese names that no dictionary has: models, sites, firms by their trade, torn place names; and what is none."""

import pytest

from services.language.chinese_tokens import is_unknown, tagged, words_of
from services.language.comparands import comparands
from services.language.entities import entities


def kinds(text: str) -> dict[str, str]:
    return {each.text: each.kind for each in entities(text)}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("负责装配白鸥720的厂区在哪里？", "白鸥720", "product"),
        ("白鸥-720和澜柘X30都已停产", "白鸥-720", "product"),
        ("白鸥-720和澜柘X30都已停产", "澜柘X30", "product"),
        ("麒麟845处理器很快", "麒麟845", "product"),
        ("黄石工厂有多少名员工？", "黄石工厂", "org"),
        ("阀体由泓垣铸件厂供货。", "泓垣铸件厂", "org"),
        ("第三车间的主任请假了", "第三车间", "org"),
        ("由澜柘泵业供货", "澜柘泵业", "org"),
        ("2024年澜柘传动和澜柘涂装都增长了", "澜柘传动", "org"),
        ("2024年澜柘传动和澜柘涂装都增长了", "澜柘涂装", "org"),
        ("向澜柘泵业采购阀体", "澜柘泵业", "org"),
        ("供应商为澜柘精密。", "澜柘精密", "org"),
        ("仓库在栖霜岭市的西边", "栖霜岭市", "place"),
        ("她住在双溪镇", "双溪镇", "place"),
    ],
)
def test_names_are_told_by_the_word_they_end_in(text: str, name: str, kind: str) -> None:
    assert kinds(text).get(name) == kind


@pytest.mark.parametrize(
    "text",
    [
        "员工596人",
        "共生产645台",
        "售价为640元",
        "排名第123位",
        "该工厂已扩建，新工厂将在年底建成",
        "一家汽车工厂",
        "哪座城市的工厂最大？",
        "城市和国家",
        "",
    ],
)
def test_counted_things_and_kinds_of_things_are_no_names(text: str) -> None:
    assert not {name: kind for name, kind in kinds(text).items() if kind not in ("number", "date")}


def test_a_person_before_a_trade_that_is_a_verb_is_no_firm() -> None:
    assert "org" not in kinds("张伟设计了大桥").values()


def test_a_small_word_glued_to_an_unknown_name_is_split_off_and_places_hold() -> None:
    text = "阀体由泓垣铸件厂供货，2024年澜柘传动和澜柘涂装也供货"
    row = tagged(text)
    assert "".join(token.word for token in row) == text
    assert all(text[token.start : token.end] == token.word for token in row)
    assert {"由", "年", "和"} <= set(words_of(text))
    assert is_unknown("澜柘")
    assert not is_unknown("工厂")


def test_a_text_of_glued_words_alone_is_read_in_time() -> None:
    text = "由泓垣" * 2_000
    assert "".join(words_of(text)) == text


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("澜柘传动和澜柘涂装哪家的收入更高？", ("澜柘传动", "澜柘涂装")),
        ("请比较澜柘传动和澜柘涂装的收入，哪家更高？", ("澜柘传动", "澜柘涂装")),
        ("黄石工厂与临沧工厂相比，哪家投产更早？", ("黄石工厂", "临沧工厂")),
    ],
)
def test_compared_things_with_unknown_names_are_found(question: str, things: tuple[str, ...]) -> None:
    assert comparands(question, "zh") == things
