from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.numbers import Quantity, quantities, same_quantity
from tests.unit.language.strategies import texts


def only(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("$3.5 million", "3500000", "USD", "money"),
        ("RMB 1.2 billion", "1200000000", "CNY", "money"),
        ("HK$1.2亿", "120000000", "HKD", "money"),
        ("€2.5bn", "2500000000", "EUR", "money"),
        ("US$5m", "5000000", "USD", "money"),
        ("3.5 million US dollars", "3500000", "USD", "money"),
        ("3.5亿元", "350000000", "CNY", "money"),
        ("1亿2000万元", "120000000", "CNY", "money"),
        ("人民币3.5亿元", "350000000", "CNY", "money"),
        ("687亿美元", "68700000000", "USD", "money"),
        ("1.2万亿", "1200000000000", None, "number"),
        ("12.5%", "12.5", "%", "percent"),
        ("３．５％", "3.5", "%", "percent"),
        ("26 percent", "26", "%", "percent"),
        ("百分之十二", "12", "%", "percent"),
        ("百分之12.5", "12.5", "%", "percent"),
        ("10.48‰", "1.048", "%", "percent"),
        ("三成", "30", "%", "percent"),
        ("0.5个百分点", "0.5", "pp", "percent"),
        ("50 basis points", "0.5", "pp", "percent"),
        ("-5%", "-5", "%", "percent"),
        ("负3.5%", "-3.5", "%", "percent"),
        ("(12.5)%", "-12.5", "%", "percent"),
        ("一千二百万", "12000000", None, "number"),
        ("1,234", "1234", None, "number"),
        ("27,087", "27087", None, "number"),
        ("(1,234)", "-1234", None, "number"),
        ("$(12.5) million", "-12500000", "USD", "money"),
        ("three hundred", "300", None, "number"),
        ("two hundred and five people", "205", "people", "count"),
        ("half a million", "500000", None, "number"),
        ("2000 employees", "2000", "employees", "count"),
        ("504米", "504", "m", "count"),
        ("5km", "5", "km", "count"),
        ("33-year-old", "33", "year", "count"),
        ("两年", "2", "year", "count"),
        ("十二个月", "12", "month", "count"),
        ("300余家", "300", "家", "count"),
        ("5.8折", "5.8", "折", "count"),
        ("第三季度", "3", None, "ordinal"),
        ("21st", "21", None, "ordinal"),
        ("twenty-first century", "21", None, "ordinal"),
        ("二〇二四年", "2024", None, "year"),
        ("in 1066", "1066", None, "year"),
        ("FY22", "2022", None, "year"),
        ("三分之一", "0.3333", None, "number"),
        ("two thirds", "0.6667", None, "number"),
    ],
)
def test_a_quantity_is_read(text: str, value: str, unit: str | None, kind: str) -> None:
    found = only(text)
    assert (found.value, found.unit, found.kind) == (Decimal(value), unit, kind)


@pytest.mark.parametrize(
    "text",
    [
        "A10G X-200 COVID-19 10-K",
        "一个 一些 十分 万一 统一 百度 千万不要",
        "10:30 2024-03-05 v1.2.3",
        "no one knows",
        "四川 三亚 五粮液",
        "",
        "😀",
    ],
)
def test_codes_times_and_idioms_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize(
    ("text", "values", "unit"),
    [
        ("3-5亿元", ["300000000", "500000000"], "CNY"),
        ("$3 to $5 million", ["3000000", "5000000"], "USD"),
        ("10%-20%", ["10", "20"], "%"),
        ("10-20%", ["10", "20"], "%"),
        ("between 10 and 20 percent", ["10", "20"], "%"),
    ],
)
def test_a_range_shares_its_unit_and_scale(text: str, values: list[str], unit: str) -> None:
    assert [(each.value, each.unit) for each in quantities(text)] == [(Decimal(value), unit) for value in values]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("3.5 million", "3,500,000"),
        ("3.5 million", "3,541,000"),
        ("3.5亿元", "RMB 350 million"),
        ("$3.5 million", "3.5 million"),
        ("百分之十二", "12 percent"),
        ("5 km", "5000米"),
        ("12 months", "1 year"),
        ("约2万人", "20,123 people"),
        ("第三", "3rd"),
        ("687亿美元", "$68.7 billion"),
        ("3 companies", "3家"),
        ("27,087", "27,087 employees"),
    ],
)
def test_the_same_fact_written_twice(a: str, b: str) -> None:
    assert same_quantity(only(a), only(b))
    assert same_quantity(only(b), only(a))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("3.5 million", "3.6 million"),
        ("3 million", "3.4 million"),
        ("12%", "12"),
        ("0.5%", "0.5个百分点"),
        ("$5", "€5"),
        ("5", "6"),
        ("2022", "2023"),
        ("(1,234)", "1,234"),
        ("third", "3"),
        ("5 km", "5 kg"),
        ("27,087", "27,100"),
    ],
)
def test_different_facts(a: str, b: str) -> None:
    assert not same_quantity(only(a), only(b))
    assert not same_quantity(only(b), only(a))


def test_a_sign_can_be_left_to_the_words() -> None:
    assert same_quantity(only("(1,234)"), only("1,234"), signed=False)


def test_a_year_in_brackets_and_a_note_number_are_positive() -> None:
    assert [each.value for each in quantities("as shown (2019), see note (5)")] == [2019, 5]


@given(st.integers(0, 10**12), st.sampled_from(["{:,}", "{}"]))
def test_a_written_integer_is_read_back(number: int, form: str) -> None:
    assert quantities("total: " + form.format(number) + " .")[0].value == number


@given(
    st.decimals(0, 9999, places=2),
    st.sampled_from([("万元", 10**4), ("亿元", 10**8), (" million yuan", 10**6), (" billion yuan", 10**9)]),
)
def test_money_is_number_times_scale(number: Decimal, scale: tuple[str, int]) -> None:
    found = only(f"{number}{scale[0]}")
    assert (found.value, found.unit, found.scale) == (number * scale[1], "CNY", Decimal(scale[1]))


@given(texts)
def test_any_text_gives_ordered_spans_that_slice_it(text: str) -> None:
    at = 0
    for each in quantities(text):
        assert at <= each.start < each.end
        assert text[each.start : each.end] == each.text
        assert each.value.is_finite()
        assert same_quantity(each, each)
        at = each.end


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12千帕", 12, "kPa"),
        ("38兆帕", 38, "MPa"),
        ("100万千瓦", 1_000_000, "kW"),
        ("5万立方米", 50_000, "m³"),
        ("20千伏", 20, "kV"),
        ("3千万元", 30_000_000, "CNY"),
        ("220伏", 220, "V"),
        ("3 cubic metres", 3, "m³"),
    ],
)
def test_a_thousand_that_opens_a_unit_is_no_scale(text: str, value: int, unit: str) -> None:
    [found] = quantities(text)
    assert (found.text, int(found.value), found.unit) == (text, value, unit)
