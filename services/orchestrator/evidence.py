"""Passages of a run. The ledger keeps their ids and places; the texts stay in the document store."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.core.domain.answer import RetrievedPassage
from services.core.domain.finding import Finding
from services.core.domain.passage import Evidence, Passage, Retrieval
from services.core.domain.question import RunContext
from services.orchestrator.ports import RetrievalService

# More than this is noise to a reader, and cost to everyone.
MAX_EVIDENCE = 12


class PassageMemory:
    """Texts of the passages that this attempt has seen; what a resumed run lacks is fetched in one call."""

    def __init__(self, context: RunContext, retrieval: RetrievalService) -> None:
        self.context = context
        self._retrieval = retrieval
        self._known: dict[str, Passage] = {}
        self.profile = ""
        self.generation = 0

    def remember(self, retrieval: Retrieval) -> Retrieval:
        """Keep the texts here, and give the retrieval without them."""
        self._known.update((item.passage.id, item.passage) for item in retrieval.evidence)
        return replace(retrieval, evidence=slim(retrieval.evidence), dropped=slim(retrieval.dropped))

    def note(self, retrieval: Retrieval) -> None:
        """Remember which profile and index generation the run was answered from."""
        self.profile, self.generation = retrieval.profile, retrieval.generation

    async def filled(self, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
        """The evidence with its texts. What was deleted or changed since, or may no longer be seen, is gone."""
        known = [item.passage for item in evidence if is_query_result(item.passage)]
        self._known.update((passage.id, passage) for passage in known)
        missing = [item.passage.id for item in evidence if item.passage.id not in self._known]
        if missing:
            found = await self._retrieval.passages(self.context, missing)
            self._known.update((passage.id, passage) for passage in found)
        return tuple(
            replace(item, passage=self._known[item.passage.id]) for item in evidence if item.passage.id in self._known
        )


def slim(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Evidence without the passages' texts; rows of a query keep theirs, for no store has them."""
    return tuple(
        item if is_query_result(item.passage) else replace(item, passage=replace(item.passage, text=""))
        for item in evidence
    )


def is_query_result(passage: Passage) -> bool:
    """Whether a passage holds the rows of a query."""
    return passage.id.startswith("sql-")


def slim_finding(finding: Finding) -> Finding:
    """A finding without the passages' texts."""
    return replace(finding, evidence=slim(finding.evidence))


def merged(*rankings: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence of several rounds, best first, each passage once with its best relevance; at most `MAX_EVIDENCE`."""
    best: dict[str, Evidence] = {}
    for item in (item for ranking in rankings for item in ranking):
        known = best.get(item.passage.id)
        if known is None or item.relevance > known.relevance:
            best[item.passage.id] = item
    return tuple(sorted(best.values(), key=lambda item: -item.relevance)[:MAX_EVIDENCE])


def looked_at(findings: Iterable[Finding]) -> tuple[RetrievedPassage, ...]:
    """The passages that a run read, best first, for the answer object."""
    best = merged_all(finding.evidence for finding in findings)
    return tuple(
        RetrievedPassage(
            item.passage.id,
            item.passage.document_id,
            item.passage.external_id,
            item.passage.title,
            item.passage.section,
            item.passage.page,
            round(item.relevance, 4),
            item.fate,
        )
        for item in best
    )


def merged_all(rankings: Iterable[Sequence[Evidence]]) -> list[Evidence]:
    """Rankings interleaved by rank, so that no sub-question crowds another out; each passage once."""
    rows = [list(ranking) for ranking in rankings]
    seen: dict[str, Evidence] = {}
    for rank in range(max((len(row) for row in rows), default=0)):
        for row in rows:
            if rank < len(row):
                seen.setdefault(row[rank].passage.id, row[rank])
    return list(seen.values())
