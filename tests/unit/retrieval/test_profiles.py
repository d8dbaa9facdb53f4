"""Profiles: packaged data under a closed schema."""

import pytest
from pydantic import ValidationError

from services.core.domain.plan import Query
from services.core.errors import UnknownProfile
from services.retrieval.glossary import glossary_query
from services.retrieval.profile import Profile, Profiles, Weights

PACKAGED = Profiles.packaged()


def test_the_four_domains_are_packaged() -> None:
    assert PACKAGED.names == ("finance", "general", "medical", "news")
    assert PACKAGED.get("finance").label == "finance@1"


def test_finance_weighs_words_over_meaning() -> None:
    assert PACKAGED.get("finance").weights == Weights(keyword=0.6, vector=0.4)


@pytest.mark.parametrize("name", ["", "Finance", "legal", "../general", "general\x00", "财务"])
def test_an_unknown_profile_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownProfile) as caught:
        PACKAGED.get(name)
    assert "finance, general, medical, news" in caught.value.message


@pytest.mark.parametrize(
    "change",
    [{"wieghts": {}}, {"version": 0}, {"fusion": "magic"}, {"weights": {"keyword": 0.9, "vector": 0.9}}],
    ids=["unknown key", "version", "method", "sum"],
)
def test_a_profile_with_a_mistake_is_refused(change: dict[str, object]) -> None:
    good = PACKAGED.get("general").model_dump()
    assert Profile.model_validate(good).name == "general"
    with pytest.raises(ValidationError):
        Profile.model_validate(good | change)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What was the turnover in 2022?", "revenue"),
        ("2022年的营收是多少？", "revenue"),
        ("What was the EBIT?", "营业利润"),
    ],
)
def test_synonyms_in_both_languages_become_one_more_keyword_query(text: str, expected: str) -> None:
    query = glossary_query(PACKAGED.get("finance"), [text])
    assert isinstance(query, Query)
    assert expected in query.text
    assert query.kind == "glossary"
    assert query.weight < 1


@pytest.mark.parametrize("text", ["Who built the bridge?", "", "🛰️", "reventurnoverue", "a" * 20_000])
def test_without_a_word_of_the_glossary_there_is_no_such_query(text: str) -> None:
    assert glossary_query(PACKAGED.get("finance"), [text]) is None
