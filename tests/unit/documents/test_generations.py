"""The pointer to the indexes in force, the generation that is built beside them, and those that were replaced."""

import pytest

from services.core.errors import Conflict
from services.documents.generations import Pointer
from services.documents.store import DocumentStore


async def test_all_tenants_start_at_the_first_generation(store: DocumentStore) -> None:
    assert await store.generation("acme") == 1
    assert await store.pointer("acme") == Pointer(1)
    assert await store.generation_begun() is None


async def test_a_generation_that_was_begun_is_gone_on_with_and_changes_nothing_yet(store: DocumentStore) -> None:
    assert await store.begin_generation("small") == 2
    assert await store.begin_generation("small") == 2
    assert await store.generation_begun() == Pointer(2, "small")
    assert await store.generation("acme") == 1
    with pytest.raises(Conflict):
        await store.begin_generation("large")


async def test_a_flip_points_every_tenant_there_and_retires_what_was_read(store: DocumentStore) -> None:
    await store.begin_generation("small")
    assert await store.flip_generation(2) == [1]
    assert await store.pointer("acme") == await store.pointer("newcomer") == Pointer(2, "small")
    assert await store.generation_begun() is None
    assert await store.retired_generations(older_than_s=3600) == []
    assert await store.retired_generations(older_than_s=0) == [1]
    assert await store.begin_generation("large") == 3
    assert await store.flip_generation(3) == [2]
    assert await store.retired_generations(older_than_s=0) == [1, 2]
    await store.forget_generation(1)
    assert await store.retired_generations(older_than_s=0) == [2]


async def test_what_was_not_built_is_not_pointed_to(store: DocumentStore) -> None:
    with pytest.raises(Conflict):
        await store.flip_generation(2)
    await store.begin_generation("small")
    await store.forget_generation(2)
    with pytest.raises(Conflict):
        await store.flip_generation(2)
    assert await store.generation("acme") == 1
