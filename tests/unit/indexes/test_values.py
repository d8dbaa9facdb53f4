"""Spelling of values: equal stays equal, different stays different, and nothing is syntax."""

import re

from hypothesis import given
from hypothesis import strategies as st

from services.indexes.adapters.milvus_filter import expression
from services.indexes.port import IndexFilter
from services.indexes.values import bounded, folded_section, lettered, row_key, spelled
from tests.contract.index_cases import HOSTILE

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=400) | st.sampled_from(HOSTILE)
SAFE = re.compile(r"[A-Za-z0-9._:*~-]*")


@given(texts, texts)
def test_spelling_is_safe_short_and_keeps_values_apart(first: str, second: str) -> None:
    assert SAFE.fullmatch(spelled(first))
    assert len(spelled(first)) <= 513
    assert (spelled(first) == spelled(second)) == (first == second)
    assert (bounded(first) == bounded(second)) == (first == second)


@given(texts, texts)
def test_a_part_of_a_text_is_a_part_of_its_letters_and_the_other_way_round(text: str, part: str) -> None:
    assert (lettered(part) in lettered(text)) == (part.encode() in text.encode())


@given(texts, texts, texts)
def test_keys_depend_on_tenant_and_passage_alone(tenant: str, passage: str, other: str) -> None:
    assert row_key(tenant, passage) == row_key(tenant, passage)
    assert (row_key(tenant, passage) == row_key(other, passage)) == (tenant == other)
    assert re.fullmatch("[0-9a-f]{32}", row_key(tenant, passage))


def test_tenant_and_passage_cannot_be_shifted_into_each_other() -> None:
    assert row_key("ab", "c") != row_key("a", "bc")
    assert row_key("1:a", "b") != row_key("", "1:ab")


@given(texts)
def test_a_folded_section_is_bounded_and_folding_it_again_changes_nothing(section: str) -> None:
    once = folded_section(section)
    assert len(once.encode()) <= 2000
    assert folded_section(once) == once


@given(st.tuples(texts, texts, texts, texts, texts))
def test_an_expression_holds_nothing_of_the_callers_but_spelled_values(values: tuple[str, ...]) -> None:
    tenant, user, group, tag, section = values
    found = expression(IndexFilter(tenant, user, (group,), tags=(tag,), section=section))
    outside = re.sub(r'"%?[A-Za-z0-9._:*~-]*%?"', "V", found)
    wanted = "tenant == V and array_contains_any(principals, [V, V, V]) and array_contains_any(tags, [V])"
    if not user:
        wanted = wanted.replace("[V, V, V]", "[V, V]")
    assert outside == wanted + (" and section like V" if folded_section(section) else "")
