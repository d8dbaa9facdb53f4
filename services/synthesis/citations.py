"""Numbers in brackets, in the order of first use, each with the words relied upon."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.core.domain.answer import AnswerSentence, Citation
from services.language.openings import opening
from services.synthesis.sources import QUOTE, Source


class Citations:
    """Gives every cited passage one number, and collects the words relied upon."""

    def __init__(self) -> None:
        self._by_passage: dict[str, Citation] = {}

    def cite(self, *sources: Source) -> tuple[int, ...]:
        """Numbers of the sources' passages, ascending, each once."""
        return tuple(sorted({self._number(source) for source in sources}))

    def all(self) -> tuple[Citation, ...]:
        """Every citation by its number."""
        return tuple(self._by_passage.values())

    def _number(self, source: Source) -> int:
        passage = source.passage
        known = self._by_passage.get(passage.id)
        if known is None:
            known = Citation(
                n=len(self._by_passage) + 1,
                passage_id=passage.id,
                document_id=passage.document_id,
                external_id=passage.external_id,
                title=passage.title or opening(passage.text),
                section=passage.section,
                page=passage.page,
                quote=source.quote,
                date=passage.date,
                url=passage.url,
            )
        elif source.quote not in known.quote and len(known.quote) + len(source.quote) < QUOTE:
            known = replace(known, quote=f"{known.quote} … {source.quote}")
        self._by_passage[passage.id] = known
        return known.n


def renumbered(
    sentences: Iterable[AnswerSentence], citations: Sequence[Citation]
) -> tuple[tuple[AnswerSentence, ...], tuple[Citation, ...]]:
    """The sentences and the citations they still use, numbered from 1 by first use. Numbers without a citation go."""
    known = {citation.n: citation for citation in citations}
    kept = list(sentences)
    order = dict.fromkeys(n for sentence in kept for n in sentence.citations if n in known)
    new = {old: position for position, old in enumerate(order, start=1)}
    moved = tuple(
        replace(sentence, citations=tuple(new[n] for n in sentence.citations if n in new)) for sentence in kept
    )
    return moved, tuple(replace(known[old], n=position) for old, position in new.items())
