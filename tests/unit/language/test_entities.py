import pytest
from hypothesis import given

from services.language.entities import entities, name_key, named_entities
from tests.unit.language.strategies import texts


def named(text: str) -> dict[str, str]:
    return {each.text: each.kind for each in entities(text)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Apple Inc. reported in Q3 2023 that CEO Tim Cook stays in Cupertino, California.",
            {"Apple Inc": "org", "Q3 2023": "date", "Tim Cook": "person", "Cupertino": "place", "California": "place"},
        ),
        (
            "The Department of Health and Human Services met the University of Oxford.",
            {"Department of Health and Human Services": "org", "University of Oxford": "org"},
        ),
        (
            "George W. Bush visited the United States in May 2020.",
            {"George W. Bush": "person", "United States": "place", "May 2020": "date"},
        ),
        ("Are Pothos and Tibouchina Aubl both genera?", {"Pothos": "other", "Tibouchina Aubl": "other"}),
        ("Where did the uncle of Ruy Pérez De Sanz study?", {"Ruy Pérez De Sanz": "other"}),
        (
            "The A10G and the X-200 cost $3.5 million.",
            {"A10G": "product", "X-200": "product", "$3.5 million": "number"},
        ),
        ('He wrote "The Great Gatsby" in 1925.', {"The Great Gatsby": "other", "1925": "date"}),
        (
            "根据松泉市石桥区人民医院的登记表，护士曹某的工号是多少？",
            {"松泉市石桥区人民医院": "org", "曹某": "person"},
        ),
        (
            "砚田建材有限公司和百和印务集团在2020年4月发布了公告",
            {"砚田建材有限公司": "org", "百和印务集团": "org", "2020年4月": "date"},
        ),
        ("史蒂夫·乔布斯于1955年出生在旧金山", {"史蒂夫·乔布斯": "person", "1955年": "date", "旧金山": "place"}),
        ("任命张伟为董事长", {"张伟": "person"}),
        ("《三体》的作者刘慈欣获得雨果奖", {"三体": "other", "刘慈欣": "person"}),
        ("华为Mate60 Pro和iPhone 15哪个更贵", {"华为": "org", "Mate60 Pro": "product", "iPhone 15": "product"}),
        ("在Apple公司工作的李明教授说", {"Apple公司": "org", "李明": "person"}),
        ("湖北省武汉市洪山区", {"湖北省": "place", "武汉市": "place", "洪山区": "place"}),
    ],
)
def test_names_are_found_with_their_kind(text: str, wanted: dict[str, str]) -> None:
    found = named(text)
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    "text",
    [
        "However, revenue grew. The company expanded. According to reports, sales fell.",
        "上市公司，该公司，本公司",
        "who sang it",
        "",
        "😀",
    ],
)
def test_openers_and_generic_words_are_no_names(text: str) -> None:
    assert named(text) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Apple Inc.'s", "apple"),
        ("阿里巴巴集团有限公司", "阿里巴巴"),
        ("X-200", "X200"),
        ("U.S.", "us"),
        ("《三体》", "三体"),
        ("José", "jose"),
        ("ＡＢＣ Corp", "abc"),
    ],
)
def test_spellings_of_a_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_a_name_that_is_only_a_suffix_keeps_it() -> None:
    assert name_key("公司") == "公司"
    assert name_key("The") == "the"


@given(texts)
def test_a_key_is_its_own_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@given(texts)
def test_any_text_gives_ordered_separate_spans_that_slice_it(text: str) -> None:
    for find in (entities, named_entities):
        at = 0
        for each in find(text):
            assert at <= each.start < each.end
            assert text[each.start : each.end] == each.text
            at = each.end


@pytest.mark.parametrize("text", ["全国出生人口为2万人", "全年出生人口为2万人"])
def test_a_whole_that_begins_with_a_surname_is_no_person(text: str) -> None:
    assert [each.text for each in named_entities(text)] == []
