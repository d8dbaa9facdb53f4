"""What every vector index owes. An adapter's test is a subclass with `engine` and `reopen` fixtures, nothing else."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest

from services.core.errors import Conflict
from services.indexes.port import Entry, IndexFilter, Vector, VectorEngine, VectorIndex, VectorRow
from tests.contract.index_cases import HOSTILE, days, entry, hostile_entries, random_filters, world
from tests.fakes.indexes import admits

DIMENSIONS = 8
ASKER = IndexFilter("acme")


def unit(*numbers: float) -> Vector:
    """A unit vector that begins with these numbers."""
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[: len(numbers)] = numbers
    return vector / np.float32(np.linalg.norm(vector))


def rows(entries: Sequence[Entry], vector: Vector | None = None) -> list[VectorRow]:
    """A row for each entry, all in the same direction unless told otherwise."""
    return [VectorRow(one, unit(1.0) if vector is None else vector) for one in entries]


async def ids(index: VectorIndex, where: IndexFilter = ASKER, query: Vector | None = None) -> list[str]:
    """Passages found, best first."""
    return [hit.passage_id for hit in await index.nearest(unit(1.0) if query is None else query, 1000, where)]


async def held(index: VectorIndex, tenant: str) -> list[str]:
    """Ids of all rows of a tenant, sorted."""
    return sorted([passage_id async for page in index.passage_ids(tenant) for passage_id in page])


class VectorIndexSuite:
    """Runs on an index of its own in each test."""

    @pytest.fixture
    def index(self, engine: VectorEngine) -> VectorIndex:
        return engine.index(f"t_{uuid4().hex}")

    async def test_an_empty_index_finds_nothing_and_counts_nothing(self, index: VectorIndex) -> None:
        assert await index.nearest(unit(1.0), 5, ASKER) == []
        assert await index.count("acme") == 0
        await index.remove("acme", "d1")
        await index.upsert([])

    async def test_hits_come_best_first_with_their_cosines_and_no_more_than_asked_for(self, index: VectorIndex) -> None:
        await index.upsert(
            [
                VectorRow(entry("far"), unit(-1.0)),
                VectorRow(entry("near"), unit(1.0, 0.1)),
                VectorRow(entry("same"), unit(1.0)),
                VectorRow(entry("side"), unit(0.0, 1.0)),
            ]
        )
        hits = await index.nearest(unit(1.0), 3, ASKER)
        assert [hit.passage_id for hit in hits] == ["same", "near", "side"]
        assert [hit.score for hit in hits] == pytest.approx([1.0, 1 / np.sqrt(1.01), 0.0], abs=2e-3)
        assert await index.nearest(unit(1.0), 0, ASKER) == []
        assert await ids(index) == ["same", "near", "side", "far"]

    async def test_equal_scores_are_ordered_by_passage_id(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry("c"), entry("a"), entry("b")]))
        assert await ids(index) == ["a", "b", "c"]

    async def test_a_second_upsert_of_a_key_replaces_the_first(self, index: VectorIndex) -> None:
        await index.upsert([VectorRow(entry("p", tags=("old",)), unit(1.0))])
        await index.upsert([VectorRow(entry("p", tags=("new",)), unit(0.0, 1.0))])
        assert await index.count("acme") == 1
        assert await ids(index, IndexFilter("acme", tags=("old",))) == []
        assert (await index.nearest(unit(0.0, 1.0), 5, ASKER))[0].score == pytest.approx(1.0, abs=2e-3)

    async def test_more_rows_than_one_batch_are_all_stored(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry(f"p{number:04}") for number in range(1203)]))
        assert await index.count("acme") == 1203
        assert len(await index.nearest(unit(1.0), 700, ASKER)) == 700

    async def test_other_dimensions_are_a_conflict_that_names_both(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry("p")]))
        with pytest.raises(Conflict):
            await index.upsert([VectorRow(entry("q"), np.full(4, 0.5, dtype=np.float32))])
        with pytest.raises(Conflict):
            await index.nearest(np.full(4, 0.5, dtype=np.float32), 3, ASKER)

    async def test_removing_a_document_leaves_the_others_and_other_tenants(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry("a"), entry("b", document_id="d2"), entry("c", tenant="globex")]))
        await index.remove("acme", "d1")
        assert await ids(index) == ["b"]
        assert await ids(index, IndexFilter("globex")) == ["c"]

    async def test_removing_below_a_version_keeps_that_version(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry(f"v{number}", version=number) for number in (1, 2, 3)]))
        await index.remove("acme", "d1", before_version=3)
        assert await ids(index) == ["v3"]

    async def test_no_hit_of_another_tenant_even_when_it_is_nearest(self, index: VectorIndex) -> None:
        await index.upsert([VectorRow(entry("theirs", tenant="globex"), unit(1.0))])
        await index.upsert([VectorRow(entry("ours"), unit(-1.0))])
        assert await ids(index) == ["ours"]

    async def test_the_same_passage_id_in_two_tenants_is_two_rows(self, index: VectorIndex) -> None:
        await index.upsert(rows([entry("p"), entry("p", tenant="globex")]))
        assert (await index.count("acme"), await index.count("globex")) == (1, 1)

    async def test_only_named_users_and_groups_see_a_restricted_passage(self, index: VectorIndex) -> None:
        await index.upsert(
            rows(
                [
                    entry("all"),
                    entry("ann", acl_users=("ann",)),
                    entry("fin", acl_groups=("fin",)),
                    entry("star", acl_users=("*",)),
                ]
            )
        )
        assert await ids(index) == ["all"]
        assert await ids(index, IndexFilter("acme", user="ann")) == ["all", "ann"]
        assert await ids(index, IndexFilter("acme", user="fin", groups=("ann",))) == ["all"]
        assert await ids(index, IndexFilter("acme", user="ann", groups=("fin", "hr"))) == ["all", "ann", "fin"]

    async def test_tags_languages_and_documents_restrict_to_any_of_theirs(self, index: VectorIndex) -> None:
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

    async def test_a_section_filter_is_a_part_of_the_path_and_never_a_pattern(self, index: VectorIndex) -> None:
        await index.upsert(
            rows(
                [
                    entry("a", section="Part 1 > Risk  Factors"),
                    entry("b", section="第二章 > 风险"),
                    entry("c", section="50% (x.y)"),
                ]
            )
        )
        assert await ids(index, IndexFilter("acme", section="risk factors")) == ["a"]
        assert await ids(index, IndexFilter("acme", section="风险")) == ["b"]
        assert await ids(index, IndexFilter("acme", section="% (X.")) == ["c"]
        for pattern in ("%", "_", ".*", "x_y", "xzy"):
            assert await ids(index, IndexFilter("acme", section=pattern)) == (["c"] if pattern == "%" else [])

    async def test_dates_restrict_inclusively_and_undated_passages_pass(self, index: VectorIndex) -> None:
        await index.upsert(
            rows(
                [entry(f"d{day}", date=dt.date(2024, 5, day)) for day in (1, 2, 3)]
                + [entry("none"), entry("old", date=dt.date(1, 1, 1))]
            )
        )
        assert await ids(index, IndexFilter("acme", dated=days("2024-05-02", "2024-05-03"))) == ["d2", "d3", "none"]
        assert await ids(index, IndexFilter("acme", dated=days("2023-01-01", "2023-12-31"))) == ["none"]

    async def test_quotes_and_operators_in_values_are_only_values(self, index: VectorIndex) -> None:
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

    async def test_500_random_filters_give_no_foreign_hit_and_miss_none(self, index: VectorIndex) -> None:
        entries = world(seed=7)
        by_id = {one.passage_id: one for one in entries}
        await index.upsert(rows(entries))
        for where in random_filters(seed=11, count=500):
            allowed = sorted(one.passage_id for one in entries if admits(where, one))
            found = await ids(index, where)
            assert not [passage for passage in found if not admits(where, by_id[passage])], where
            assert sorted(found) == allowed, where

    async def test_the_ids_of_all_rows_of_a_tenant_can_be_read(self, index: VectorIndex) -> None:
        assert await held(index, "acme") == []
        await index.upsert(rows([*(entry(f"p{number:04}") for number in range(700)), entry("q", tenant="globex")]))
        assert await held(index, "acme") == [f"p{number:04}" for number in range(700)]
        assert await held(index, "globex") == ["q"]
        assert await held(index, "nobody") == []

    async def test_rows_are_discarded_by_passage_id_within_their_tenant(self, index: VectorIndex) -> None:
        await index.discard("acme", ["p"])
        await index.upsert(rows([entry("p"), entry("q"), entry("r"), entry("p", tenant="globex")]))
        await index.discard("acme", ["p", "r", "unknown", '" or "1" == "1'])
        await index.discard("acme", [])
        assert await held(index, "acme") == ["q"]
        assert await ids(index) == ["q"]
        assert await held(index, "globex") == ["p"]

    async def test_an_index_that_calls_itself_exact_is(self, index: VectorIndex) -> None:
        rng = np.random.default_rng(3)
        numbers = rng.normal(size=(300, DIMENSIONS)).astype(np.float32)
        numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
        await index.upsert([VectorRow(entry(f"p{place}"), vector) for place, vector in enumerate(numbers)])
        found = {hit.passage_id: hit.score for hit in await index.nearest(numbers[0], 300, ASKER)}
        cosines = {f"p{place}": float(vector @ numbers[0]) for place, vector in enumerate(numbers)}
        within = 1e-6 if await index.exact() else 2e-3
        assert found == pytest.approx(cosines, abs=within)

    async def test_dropping_an_index_leaves_others_alone(self, engine: VectorEngine) -> None:
        name = f"t_{uuid4().hex}"
        kept = engine.index(f"{name}_kept")
        await engine.index(name).upsert(rows([entry("p")]))
        await kept.upsert(rows([entry("p")]))
        await engine.drop(name)
        await engine.drop(f"{name}_unknown")
        assert await engine.index(name).count("acme") == 0
        assert await kept.count("acme") == 1

    async def test_what_was_stored_is_there_after_closing_and_opening_again(
        self, reopen: Callable[[], VectorEngine]
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

    async def test_the_engine_says_what_it_is_and_its_precision(self, engine: VectorEngine) -> None:
        words = await engine.capabilities()
        assert any(word in {"precision: fp32", "precision: fp16"} for word in words)
