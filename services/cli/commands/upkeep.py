"""`sextant reconcile`, `sextant rebuild`, `sextant reindex`: the indexes against the document store."""

import asyncio
import time
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID
from rich.text import Text

from services.cli.exits import PARTIAL, WRONG
from services.cli.options import AsJson
from services.cli.output import console, counted, print_json, table
from services.cli.upkeep import Upkeep, opened
from services.core.errors import BadInput, Conflict
from services.core.settings import SharedSettings
from sextant.retrieval.v1 import upkeep_pb2 as pb

Json = Any  # dict, list, str, int, float, bool or None

_FAULTS = {pb.FAULT_MISSING: "missing", pb.FAULT_EXTRA: "extra"}
_LOOKS = 3


def reconcile(
    *,
    tenant: Annotated[str, typer.Option(help="Only this tenant; all without it.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what differs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare both indexes with the document store, and mend what differs.

    Exit code 9 when `--dry-run` finds a difference, 8 when something cannot be mended.
    """
    found = asyncio.run(_reconciled(pb.ReconcileRequest(tenant=tenant, mend=not dry_run)))
    if as_json:
        print_json(found)
    else:
        _show_differences(found)
    unmended = any(not difference["mended"] for difference in found["differences"])
    if unmended:
        raise typer.Exit(WRONG if dry_run else PARTIAL)


def rebuild(*, as_json: AsJson = False) -> None:
    """Build both indexes anew from the document store, beside those in force, without embedding anything."""
    _report(asyncio.run(_rebuilt("")), as_json=as_json)


def reindex(
    *,
    embedding: Annotated[str, typer.Option(help="The embedder that searches use afterwards.")] = "",
    inference: Annotated[str, typer.Option(help="Address of models with that embedder; those in force else.")] = "",
    abandon: Annotated[bool, typer.Option("--abandon", help="Drop what an interrupted reindex has begun.")] = False,
    as_json: AsJson = False,
) -> None:
    """Embed all documents with an embedder and put a new generation of the indexes in force; searches go on meanwhile.

    What was interrupted goes on where it was.
    """
    if abandon:
        dropped = asyncio.run(_abandoned())
        console().print(f"Generation {dropped} was dropped." if dropped else "Nothing was begun.")
        return
    if not embedding:
        raise BadInput("Name an embedder: `sextant reindex --embedding NAME`.", field="embedding")
    _report(asyncio.run(_rebuilt(embedding, inference)), as_json=as_json)


async def _reconciled(request: pb.ReconcileRequest) -> Json:
    found: Json = {"differences": [], "tenants": []}
    async with opened(SharedSettings()) as upkeep:
        async for told in upkeep.reconcile(request):
            if told.HasField("difference"):
                one = told.difference
                found["differences"].append(
                    {"tenant": one.tenant, "index": one.index, "fault": _FAULTS[one.fault],
                     "document_id": one.document_id, "version": one.version, "passages": one.passages,
                     "mended": one.mended}
                )  # fmt: skip
            else:
                done = told.compared
                found["tenants"].append(
                    {"tenant": done.tenant, "expected": done.expected, "vectors": done.vectors,
                     "keywords": done.keywords, "unsettled": done.unsettled}
                )  # fmt: skip
    return found


def _show_differences(found: Json) -> None:
    shown = table("", "tenant", "index", "passages", "fault", "document", "")
    for one in found["differences"]:
        document = f"{one['document_id']} version {one['version']}" if one["document_id"] else "forgotten"
        mended = Text("mended", style="green") if one["mended"] else Text("not mended", style="red")
        shown.add_row(one["tenant"], one["index"], str(one["passages"]), one["fault"], document, mended)
    if found["differences"]:
        console().print(shown)
    for done in found["tenants"]:
        left_out = f"; {counted(done['unsettled'], 'document')} left out, being worked on" if done["unsettled"] else ""
        console().print(
            f"{done['tenant']}: {counted(done['expected'], 'passage')} expected, {done['vectors']} in the vector "
            f"index, {done['keywords']} in the keyword index{left_out}"
        )
    if not found["differences"]:
        console().print("No difference.")


async def _abandoned() -> int:
    async with opened(SharedSettings()) as upkeep:
        return await upkeep.abandon()


async def _rebuilt(embedding: str, inference: str = "") -> Json:
    began = time.monotonic()
    async with opened(SharedSettings(), inference) as upkeep:
        with Progress(console=console(stderr=True), transient=True) as bar:
            built = await (_with_vectors(upkeep, embedding, bar) if embedding else _build(upkeep, "", bar))
    seconds = round(time.monotonic() - began, 2)
    return {
        "generation": built.generation, "embedding": built.model, "checks": built.samples,
        "replaced": list(built.replaced), "seconds": seconds,
    }  # fmt: skip


async def _with_vectors(upkeep: Upkeep, embedding: str, bar: Progress) -> pb.Built:
    """Embed, then build; again for documents that arrived meanwhile, without vectors of this embedder."""
    served = (await upkeep.inference.capabilities()).embed.name
    if served != embedding:
        raise BadInput(
            f"These models embed by {served!r}, not by {embedding!r}. "
            "Start models that do, and name their address: --inference HOST:PORT.",
            field="embedding",
            known=served,
        )
    embedding_task = bar.add_task("embedding", total=None)
    for look in range(_LOOKS):
        await _embed(upkeep, bar, embedding_task)
        try:
            return await _build(upkeep, embedding, bar)
        except Conflict:
            if look == _LOOKS - 1:
                raise
    raise AssertionError("the last look returns or raises")


async def _embed(upkeep: Upkeep, bar: Progress, task: TaskID) -> None:
    from services.ingestion.embed import Embedder

    documents = await upkeep.store.indexed_documents()
    embedder = Embedder(upkeep.store, upkeep.inference)
    bar.update(task, total=len(documents), completed=0)
    for _, document_id, version in documents:
        await embedder.embed(document_id, version)
        bar.advance(task)


async def _build(upkeep: Upkeep, model: str, bar: Progress) -> pb.Built:
    task = bar.add_task("indexing", total=None)
    async for told in upkeep.rebuild(model):
        if told.HasField("built"):
            return told.built
        bar.update(task, total=told.building.total, completed=told.building.done)
    raise Conflict("The retrieval service ended without a result. Try again.")


def _report(built: Json, *, as_json: bool) -> None:
    if as_json:
        print_json(built)
        return
    replaced = ", ".join(map(str, built["replaced"]))
    console().print(
        f"Generation {built['generation']} is in force, by {built['embedding']}: {built['checks']} searches checked "
        f"it, {built['seconds']:.1f} s. Generation {replaced} is dropped when no search can read it any more."
    )
