"""Passages that a search found and, explained, how each came there and why others went."""

from typing import Any

from rich.console import Console
from rich.text import Text

from services.cli.output import counted

Json = Any  # dict, list, str, int, float, bool or None
_CHARACTERS = 600
_WHY = {
    "kept": "kept",
    "filtered": "went: the filter forbids it, or a newer version replaces it",
    "below_floor": "went: too far from the question, and too few of its words",
    "reranked_out": "went: others are better, or enough are kept",
}
_LEGEND = (
    "Order: the reranker's score mixed with the fused one, by the profile. Fused: ranks of the legs together, after "
    "time and section. Keyword scores are BM25, vector scores cosines."
)


def show_found(screen: Console, found: Json, *, explain: bool) -> None:
    """Print the result of a search."""
    chosen = f"{found['strategy']} search: {found['strategy_reason']} · profile {found['profile']}"
    screen.print(Text(chosen, style="dim"))
    if explain:
        screen.print(Text(_LEGEND, style="dim"))
    for rank, item in enumerate(found["evidence"], start=1):
        _show(screen, rank, item, explain=explain)
    if found["degraded"]:
        screen.print(Text("Degraded: " + ", ".join(found["degraded"]), style="red"))
    if not found["evidence"]:
        screen.print(found.get("notice") or "Nothing found.")
    if explain and found["dropped"]:
        _show_dropped(screen, found)


def _show(screen: Console, rank: int, item: Json, *, explain: bool) -> None:
    screen.print(Text(f"{rank}. {_place(item)}", style="bold"))
    if explain:
        screen.print(Text(f"   {_scores(item)} · {_WHY['kept']}", style="cyan"))
        screen.print(Text(f"   {_sightings(item)}", style="cyan"))
    screen.print(Text("   " + " ".join(item["passage"]["text"].split())[:_CHARACTERS]))


def _show_dropped(screen: Console, found: Json) -> None:
    """Those that went, the nearest to staying first; a duplicate names what it repeats."""
    titles = {item["passage"]["id"]: f"{n}." for n, item in enumerate(found["evidence"], start=1)}
    dropped = sorted(found["dropped"], key=lambda item: (-item["relevance"], -item["fused"]))
    screen.print(Text(f"{counted(len(dropped), 'passage')} went:", style="bold"))
    for item in dropped:
        screen.print(Text(f"–  {_place(item)}", style="dim"))
        screen.print(Text(f"   {_scores(item)} · {_why(item['fate'], titles)}", style="dim"))
        screen.print(Text(f"   {_sightings(item)}", style="dim"))


def _place(item: Json) -> str:
    passage = item["passage"]
    place = [passage["title"], passage["section"], f"p. {passage['page']}" if passage["page"] else ""]
    return " · ".join(part for part in place if part)


def _scores(item: Json) -> str:
    rerank = f"rerank {item['relevance']:.3f}" if item["relevance"] else "not reranked"
    return f"{rerank} · fused {item['fused']:.4f} · cosine {item['similarity']:.3f}"


def _sightings(item: Json) -> str:
    """Which leg found it at which rank; with its query when a leg had several."""
    legs = [hit["leg"] for hit in item["hits"]]
    return ", ".join(
        f"{hit['leg']} rank {hit['rank']} ({hit['score']:.3f})"
        + (f" for {hit['query'][:60]!r}" if legs.count(hit["leg"]) > 1 else "")
        for hit in item["hits"]
    )


def _why(fate: str, numbers: dict[str, str]) -> str:
    kind, _, other = fate.partition(":")
    if kind == "duplicate_of":
        return f"went: says the same as {numbers.get(other, 'a better one')}"
    return _WHY.get(kind, f"went: {fate}")
