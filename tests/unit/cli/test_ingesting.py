"""Files that are sent, waited for together, and followed by folder."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from services.cli.commands.ingest import Following, found, ingest, ingest_files
from services.cli.ingesting import Watch, sent_and_settled
from services.cli.show.ingested import show_differences, show_ingested
from services.cli.syncing import Differences, differences
from services.core.domain.question import Scope
from services.core.errors import BadInput, Conflict, NotFound
from services.documents.status import DocumentStatus
from tests.unit.cli.conftest import Bench

FIELDS = {"tags": [], "profile": "general"}
ACME = Scope("acme")


def written(folder: Path, *names: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text(f"Words of {name}.")
    return [folder / name for name in names]


def printed(show: Any, *arguments: Any, **more: Any) -> str:
    screen = Console(file=io.StringIO(), width=80, markup=False)
    show(screen, *arguments, **more)
    return str(screen.file.getvalue())  # type: ignore[attr-defined]


async def test_every_file_gets_its_row_in_order(bench: Bench, tmp_path: Path) -> None:
    files = written(tmp_path / "报告", "a.txt", "坏.txt", "c 😀.txt")
    bench.workers.refuse = {"坏.txt"}
    heard: list[str] = []
    rows = await sent_and_settled(bench.gateway, files, FIELDS, finished=lambda file, _row: heard.append(file.name))
    assert [row["name"] for row in rows] == ["a.txt", "坏.txt", "c 😀.txt"]
    assert [row["status"] for row in rows] == ["indexed", "rejected", "indexed"]
    assert sorted(heard) == sorted(file.name for file in files)


async def test_many_documents_are_looked_at_together_and_more_seldom_while_nothing_moves(bench: Bench) -> None:
    bench.workers.asleep = True
    naps: list[float] = []

    async def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 12:
            await bench.workers.wake(110)
        if len(naps) == 14:
            await bench.workers.wake()

    watch = Watch(bench.gateway, sleep)
    for number in range(130):
        row = await bench.gateway.post("/v1/documents", {"name": f"{number}.txt", "text": f"第{number}页"})
        watch.add(Path(f"{number}.txt"), row)
    watch.complete()
    bench.asked.clear()
    rows = await watch.run(lambda _file, _row: None)
    assert [row["name"] for row in rows.values()] == [str(file) for file in rows]
    assert {row["status"] for row in rows.values()} == {"indexed"}
    assert (naps[0], naps[11], naps[12]) == (0.3, 3.0, 0.3)
    assert naps == sorted(naps[:12]) + sorted(naps[12:])
    assert set(bench.asked) == {"GET /v1/documents"}
    assert bench.asked.total() <= len(naps) + 4


async def test_files_that_were_there_already_are_unchanged(bench: Bench, tmp_path: Path) -> None:
    files = written(tmp_path / "docs", "a.txt", "b.txt")
    await ingest_files(bench.gateway, files[:1], FIELDS, quiet=True)
    rows = await ingest_files(bench.gateway, files, FIELDS, quiet=True)
    assert printed(show_ingested, rows).strip() == "1 unchanged, 1 indexed · 0 passages"


async def test_a_gateway_that_is_gone_is_said_for_each_file(bench: Bench, tmp_path: Path) -> None:
    rows = await sent_and_settled(bench.gateway, [tmp_path / "missing.txt"], FIELDS)
    assert [(row["status"], row["reason"]) for row in rows] == [("rejected", "not_found")]


async def follow(bench: Bench, folder: Path) -> Differences:
    files = [path.absolute() for path in found([folder])]
    seen = await differences(bench.gateway, folder, files, tags=[])
    await Following(folder, files, FIELDS, quiet=True, dry_run=False).run(bench.gateway)
    return seen


def named(seen: Differences) -> tuple[list[str], list[str], list[str], list[str]]:
    gone = sorted(row["name"] for row in seen.gone)
    return [f.name for f in seen.added], [f.name for f in seen.changed], [f.name for f in seen.unchanged], gone


async def test_a_followed_folder_is_added_replaced_and_deleted_from(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "报告"
    written(folder, "a.txt", "b.txt", "c.txt")
    other = written(tmp_path / "报告 2", "z.txt")
    await ingest_files(bench.gateway, other, FIELDS, quiet=True)
    assert named(await follow(bench, folder)) == (["a.txt", "b.txt", "c.txt"], [], [], [])
    (folder / "a.txt").write_text("Other words.")
    (folder / "b.txt").unlink()
    written(folder, "d.txt")
    assert named(await follow(bench, folder)) == (["d.txt"], ["a.txt"], ["c.txt"], ["b.txt"])
    rows = (await bench.store.list_documents(ACME)).rows
    assert {(row.name, row.version) for row in rows} == {("a.txt", 2), ("c.txt", 1), ("d.txt", 1), ("z.txt", 1)}
    assert named(await follow(bench, folder)) == ([], [], ["a.txt", "c.txt", "d.txt"], [])


async def test_a_dry_run_says_what_would_be_done_and_does_nothing(
    bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "docs"
    written(folder, "a.txt", "b.txt")
    await follow(bench, folder)
    capsys.readouterr()
    (folder / "a.txt").unlink()
    written(folder, "新.txt")
    files = [path.absolute() for path in found([folder])]
    rows = await Following(folder, files, FIELDS, quiet=False, dry_run=True).run(bench.gateway)
    said = capsys.readouterr().out
    assert f"+ {folder / '新.txt'}" in said
    assert f"- {folder / 'a.txt'}" in said
    assert "1 added, 0 replaced, 1 deleted, 1 unchanged (a dry run: nothing was done)" in said
    assert rows == []
    assert {row.name for row in (await bench.store.list_documents(ACME)).rows} == {"a.txt", "b.txt"}


async def test_the_same_bytes_again_are_not_sent_and_a_failed_document_is(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    written(folder, "a.txt")
    await follow(bench, folder)
    bench.asked.clear()
    await follow(bench, folder)
    assert bench.asked["POST /v1/documents"] == 0
    row = (await bench.store.list_documents(ACME)).rows[0]
    await bench.store.set_status(row.id, DocumentStatus.RECEIVED)
    await bench.store.set_status(row.id, DocumentStatus.FAILED)
    assert named(await follow(bench, folder)) == ([], ["a.txt"], [], [])


async def test_an_empty_folder_that_documents_came_from_deletes_nothing(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "mount"
    (file,) = written(folder, "a.txt")
    await follow(bench, folder)
    file.unlink()
    with pytest.raises(Conflict, match="disk"):
        await follow(bench, folder)
    assert len((await bench.store.list_documents(ACME)).rows) == 1


async def test_what_became_a_link_is_gone_and_what_cannot_be_looked_at_is_not(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    a, b, c = written(folder, "a.txt", "b.txt", "c.txt")
    await follow(bench, folder)
    a.unlink()
    a.symlink_to(b)
    seen = await differences(bench.gateway, folder, [c], tags=[])  # as if b could not be listed
    assert named(seen)[3] == ["a.txt"]


@pytest.mark.parametrize("paths", [["a.txt"], ["docs", "docs"]])
def test_only_one_folder_is_followed(tmp_path: Path, paths: list[str]) -> None:
    written(tmp_path, "a.txt")
    written(tmp_path / "docs", "b.txt")
    with pytest.raises(BadInput, match="one folder"):
        ingest([tmp_path / path for path in paths], sync=True)


def test_a_folder_that_is_not_there_deletes_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no folder"):
        ingest([tmp_path / "gone"], sync=True)
    with pytest.raises(BadInput, match="--sync"):
        ingest([tmp_path], dry_run=True)


def test_a_long_dry_run_is_cut_short() -> None:
    many = tuple(Path(f"/x/{n}.txt") for n in range(50))
    said = printed(show_differences, Differences(many, (), (), ()), done=False)
    assert "+ … and 30 more" in said
