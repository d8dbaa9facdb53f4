"""What every keyword index owes. An adapter's test is a subclass with `engine` and `reopen` fixtures, nothing else."""

import datetime as dt
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from services.indexes.port import Entry, IndexFilter, KeywordEngine, KeywordIndex, KeywordRow
from tests.contract.index_cases import HOSTILE, days, entry, hostile_entries, random_filters, world
from tests.fakes.indexes import admits

ASKER = IndexFilter("acme")
WORD = "satellite"


def rows(entries: Sequence[Entry], body: str = WORD, title: str = "") -> list[KeywordRow]:
    """A row for each entry, all with the same text."""
    return [KeywordRow(one, title, body) for one in entries]


async def ids(index: KeywordIndex, where: IndexFilter = ASKER, text: str = WORD) -> list[str]:
    """Passages found, best first."""
    return [hit.passage_id for hit in await index.search(text, 1000, where)]


async def held(index: KeywordIndex, tenant: str) -> list[str]:
    """Ids of all rows of a tenant, sorted."""
    return sorted([passage_id async for page in index.passage_ids(tenant) for passage_id in page])


class KeywordIndexSuite:
    """Runs on an index of its own in each test."""

    @pytest.fixture
    async def index(self, engine: KeywordEngine) -> AsyncIterator[KeywordIndex]:
        name = f"t_{uuid4().hex}"
        yield engine.index(name)
        await engine.drop(name)

    async def test_an_empty_index_finds_nothing_and_counts_nothing(self, index: KeywordIndex) -> None:
        assert await index.search(WORD, 5, ASKER) == []
        assert await index.count("acme") == 0
        await index.remove("acme", "d1")
        await index.upsert([])

    async def test_the_passage_with_more_and_rarer_words_comes_first(self, index: KeywordIndex) -> None:
        await index.upsert(
            [
                KeywordRow(entry("common"), "", "the company reported revenue"),
                KeywordRow(entry("rare"), "", "the company launched the Halcyon satellite"),
                KeywordRow(entry("none"), "", "weather was fine"),
            ]
        )
        hits = await index.search("company Halcyon", 10, ASKER)
        assert [hit.passage_id for hit in hits] == ["rare", "common"]
        assert hits[0].score > hits[1].score > 0
        assert len(await index.search("company Halcyon", 1, ASKER)) == 1
        assert await index.search("company", 0, ASKER) == []

    async def test_equal_scores_are_ordered_by_passage_id(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("c"), entry("a"), entry("b")]))
        assert await ids(index) == ["a", "b", "c"]

    async def test_title_and_section_are_searched_too(self, index: KeywordIndex) -> None:
        await index.upsert([KeywordRow(entry("a", section="Risk factors"), "Halcyon annual report", "nothing else")])
        assert await ids(index, text="halcyon") == ["a"]
        assert await ids(index, text="risks") == ["a"]

    async def test_words_match_in_other_forms_and_spellings(self, index: KeywordIndex) -> None:
        await index.upsert(
            rows([entry("a")], body="The ＡＣＭＥ companies' revenues grew to 1,234.5 in the X-200 line.")
        )
        for text in ("company", "REVENUE", "acme", "1234.5", "x200", "X-200"):
            assert await ids(index, text=text) == ["a"], text

    async def test_chinese_is_found_by_words_and_by_pairs_of_characters(self, index: KeywordIndex) -> None:
        await index.upsert(
            [
                KeywordRow(entry("a"), "年度报告", "北辰公司的营业收入同比增长百分之十二。"),
                KeywordRow(entry("b"), "", "天气晴朗。"),
            ]
        )
        for text in ("营业收入", "北辰", "营收入", "年度报告", "公司营业收入是多少？"):
            assert (await ids(index, text=text))[:1] == ["a"], text
        assert await ids(index, text="火箭") == []

    async def test_mixed_scripts_in_one_query_find_both(self, index: KeywordIndex) -> None:
        await index.upsert([KeywordRow(entry("a"), "", "Halcyon 卫星发射"), KeywordRow(entry("b"), "", "卫星")])
        assert await ids(index, text="Halcyon卫星 🛰️") == ["a", "b"]

    async def test_a_second_upsert_of_a_key_replaces_the_first(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("p")], body="old words"))
        await index.upsert(rows([entry("p")], body="new words"))
        assert await index.count("acme") == 1
        assert await ids(index, text="old") == []
        assert await ids(index, text="new") == ["p"]

    async def test_removing_a_document_leaves_the_others_and_other_tenants(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("a"), entry("b", document_id="d2"), entry("c", tenant="globex")]))
        await index.remove("acme", "d1")
        assert await ids(index) == ["b"]
        assert await ids(index, IndexFilter("globex")) == ["c"]

    async def test_removing_below_a_version_keeps_that_version(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry(f"v{number}", version=number) for number in (1, 2, 3)]))
        await index.remove("acme", "d1", before_version=3)
        assert await ids(index) == ["v3"]

    async def test_no_hit_of_another_tenant_even_when_it_matches_better(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("theirs", tenant="globex")]))
        await index.upsert(rows([entry("ours")], body="one satellite among very many other words in a long text"))
        assert await ids(index) == ["ours"]

    async def test_the_same_passage_id_in_two_tenants_is_two_rows(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("p"), entry("p", tenant="globex")]))
        assert (await index.count("acme"), await index.count("globex")) == (1, 1)

    async def test_only_named_users_and_groups_see_a_restricted_passage(self, index: KeywordIndex) -> None:
        star = entry("star", acl_users=("*",))
        await index.upsert(
            rows([entry("all"), entry("ann", acl_users=("ann",)), entry("fin", acl_groups=("fin",)), star])
        )
        assert await ids(index) == ["all"]
        assert await ids(index, IndexFilter("acme", user="ann")) == ["all", "ann"]
        assert await ids(index, IndexFilter("acme", user="fin", groups=("ann",))) == ["all"]
        assert await ids(index, IndexFilter("acme", user="ann", groups=("fin", "hr"))) == ["all", "ann", "fin"]

    async def test_tags_languages_and_documents_restrict_to_any_of_theirs(self, index: KeywordIndex) -> None:
        await index.upsert(
            rows(
                [
                    entry("a", tags=("x", "y"), language="zh"),
                    entry("b", tags=("z",), language="en", document_id="d2"),
                    entry("c", document_id="d3"),
                ]
            )
        )
        assert await ids(index, IndexFilter("acme", tags=("y", "z"))) == ["a", "b"]
        assert await ids(index, IndexFilter("acme", languages=("zh",))) == ["a"]
        assert await ids(index, IndexFilter("acme", document_ids=("d2", "d3"))) == ["b", "c"]
        assert await ids(index, IndexFilter("acme", tags=("x",), languages=("en",))) == []
        assert len(await ids(index, IndexFilter("acme", document_ids=tuple(f"d{n}" for n in range(1000))))) == 3

    async def test_a_section_filter_is_a_part_of_the_path_and_never_a_pattern(self, index: KeywordIndex) -> None:
        parts = {"a": "Part 1 > Risk  Factors", "b": "第二章 > 风险", "c": "50% (x.y)"}
        await index.upsert(rows([entry(name, section=section) for name, section in parts.items()]))
        assert await ids(index, IndexFilter("acme", section="risk factors")) == ["a"]
        assert await ids(index, IndexFilter("acme", section="风险")) == ["b"]
        assert await ids(index, IndexFilter("acme", section="% (X.")) == ["c"]
        for pattern in ("%", "_", ".*", "x_y", "xzy"):
            assert await ids(index, IndexFilter("acme", section=pattern)) == (["c"] if pattern == "%" else [])

    async def test_dates_restrict_inclusively_and_undated_passages_pass(self, index: KeywordIndex) -> None:
        dated = [entry(f"d{day}", date=dt.date(2024, 5, day)) for day in (1, 2, 3)]
        await index.upsert(rows([*dated, entry("none"), entry("old", date=dt.date(1, 1, 1))]))
        assert await ids(index, IndexFilter("acme", dated=days("2024-05-02", "2024-05-03"))) == ["d2", "d3", "none"]
        assert await ids(index, IndexFilter("acme", dated=days("2023-01-01", "2023-12-31"))) == ["none"]

    async def test_filters_do_not_change_scores(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("a", tags=("x",), language="en", section="s", date=dt.date(2024, 5, 1))]))
        plain = await index.search(WORD, 1, ASKER)
        where = IndexFilter("acme", tags=("x",), languages=("en",), section="s", dated=days("2024-01-01", "2024-12-31"))
        filtered = await index.search(WORD, 1, where)
        assert filtered[0].score == pytest.approx(plain[0].score)

    async def test_quotes_and_operators_in_values_are_only_values(self, index: KeywordIndex) -> None:
        other = entry("other", tags=("x",), document_id="d9", section="plain")
        await index.upsert(rows([*hostile_entries(), other]))
        assert await ids(index) == ["other"]
        for number, value in enumerate(HOSTILE):
            own, asker = f"h{number}", IndexFilter("acme", user=value)
            assert await ids(index, replace(asker, tags=(value,))) == [own], value
            assert await ids(index, replace(asker, languages=(value,), document_ids=(value,))) == [own], value
            assert own in await ids(index, replace(asker, section=value[:200])), value
            assert await ids(index, IndexFilter(value, user=value)) == [], value
            await index.remove("acme", value)
            assert await ids(index, asker) == ["other"], value

    @pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
    async def test_a_query_has_no_syntax(self, index: KeywordIndex, value: str) -> None:
        await index.upsert(
            [KeywordRow(entry("a"), "", "alpha satellite"), KeywordRow(entry("b", tags=("x",)), "", "beta")]
        )
        assert await ids(index, text=f"{value} satellite {value}") == ["a"]
        assert await ids(index, text=f"tags:x -satellite {value}") == ["a"]

    async def test_a_text_without_words_finds_nothing(self, index: KeywordIndex) -> None:
        await index.upsert(rows([entry("a")]))
        for text in ("", " \n", "?!…", "🛰️", "\x00"):
            assert await ids(index, text=text) == []

    async def test_a_very_long_query_is_answered_from_at_most_64_of_its_words(self, index: KeywordIndex) -> None:
        words = [f"zq{chr(97 + number // 10)}{chr(97 + number % 10)}x" for number in range(100)]
        await index.upsert([KeywordRow(entry(word), "", f"{word} filler") for word in words])
        text = " ".join(words) + " unknown" * 3000
        assert len(await ids(index, text=text)) == 64

    async def test_500_random_filters_give_no_foreign_hit_and_miss_none(self, index: KeywordIndex) -> None:
        entries = world(seed=7)
        by_id = {one.passage_id: one for one in entries}
        await index.upsert(rows(entries))
        for where in random_filters(seed=13, count=500):
            found = await ids(index, where)
            assert not [passage for passage in found if not admits(where, by_id[passage])], where
            assert sorted(found) == sorted(one.passage_id for one in entries if admits(where, one)), where

    async def test_the_ids_of_all_rows_of_a_tenant_can_be_read(self, index: KeywordIndex) -> None:
        assert await held(index, "acme") == []
        await index.upsert(rows([*(entry(f"p{number:04}") for number in range(700)), entry("q", tenant="globex")]))
        assert await held(index, "acme") == [f"p{number:04}" for number in range(700)]
        assert await held(index, "globex") == ["q"]
        assert await held(index, "nobody") == []

    async def test_rows_are_discarded_by_passage_id_within_their_tenant(self, index: KeywordIndex) -> None:
        await index.discard("acme", ["p"])
        await index.upsert(rows([entry("p"), entry("q"), entry("r"), entry("p", tenant="globex")]))
        await index.discard("acme", ["p", "r", "unknown", '" or "1" == "1'])
        await index.discard("acme", [])
        assert await held(index, "acme") == ["q"]
        assert await ids(index) == ["q"]
        assert await held(index, "globex") == ["p"]

    async def test_dropping_an_index_leaves_others_alone(self, engine: KeywordEngine) -> None:
        name = f"t_{uuid4().hex}"
        kept = engine.index(f"{name}_kept")
        await engine.index(name).upsert(rows([entry("p")]))
        await kept.upsert(rows([entry("p")]))
        await engine.drop(name)
        await engine.drop(f"{name}_unknown")
        assert await engine.index(name).count("acme") == 0
        assert await kept.count("acme") == 1
        await engine.drop(f"{name}_kept")

    async def test_what_was_stored_is_there_after_closing_and_opening_again(
        self, reopen: Callable[[], KeywordEngine]
    ) -> None:
        first = reopen()
        await first.index("kept").upsert(rows([entry("p", section="风险", date=dt.date(2024, 1, 1))]))
        await first.close()
        await first.close()
        second = reopen()
        try:
            assert await ids(second.index("kept"), IndexFilter("acme", section="风险")) == ["p"]
            await second.index("kept").upsert(rows([entry("q")]))
            assert await second.index("kept").count("acme") == 2
        finally:
            await second.close()
