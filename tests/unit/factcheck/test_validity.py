"""From when until when a sentence says that something held."""

import datetime as dt

import pytest

from services.factcheck.validity import Validity, validity_at

D = dt.date
CHANGE = "Helena Marsh was managing director until 31 May 2024; Joan Calloway has held the post since 1 June 2024."
ZH_CHANGE = "邵文博担任总经理至2024年5月31日，自2024年6月1日起由邵文波接任。"
PRICE = "The price was EUR 1,120 until 28 February 2025 and is EUR 1,200 since 1 March 2025."


@pytest.mark.parametrize(
    ("sentence", "at", "expected"),
    [
        (CHANGE, "Helena", Validity(None, D(2024, 5, 31))),
        (CHANGE, "Joan", Validity(D(2024, 6, 1), None)),
        (ZH_CHANGE, "邵文博", Validity(None, D(2024, 5, 31))),
        (ZH_CHANGE, "邵文波", Validity(D(2024, 6, 1), None)),
        (PRICE, "1,120", Validity(None, D(2025, 2, 28))),
        (PRICE, "1,200", Validity(D(2025, 3, 1), None)),
        ("He played for Crewe from 2013 to 2014.", "Crewe", Validity(D(2013, 1, 1), D(2014, 12, 31))),
        (
            "Helena Marsh stepped down on 31 May 2024 and was succeeded by Joan Calloway.",
            "Joan",
            Validity(D(2024, 6, 1)),
        ),
        ("2024年7月1日起，售价调整为12,800元，此前为12,000元。", "12,000", Validity(None, D(2024, 6, 30))),
        ("As of 31 December 2024 the plant employed 520 people.", "520", Validity()),
        ("截至2024年12月31日，员工520人。", "520", Validity()),
        ("In 2022 revenue was 3 million.", "3 million", Validity()),
    ],
)
def test_bounds_are_read_from_the_clause(sentence: str, at: str, expected: Validity) -> None:
    assert validity_at(sentence, sentence.index(at)) == expected


def test_what_ends_before_the_other_begins_does_not_overlap_it() -> None:
    assert not Validity(None, D(2024, 5, 31)).overlaps(Validity(D(2024, 6, 1), None))
    assert Validity().overlaps(Validity(D(2024, 6, 1), None))
