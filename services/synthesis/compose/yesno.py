"""Yes or no first, then why."""

from collections.abc import Iterator, Sequence

from services.core.domain.finding import Finding
from services.language.affirmation import Said, affirmed
from services.synthesis.compose.notices import abstention
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.plain import ended
from services.synthesis.sources import Source, answering, key_sentences


def compose(brief: Brief, findings: Sequence[Finding], first: Source | None = None) -> Composition:
    """Yes or no as a source decides, and that source; none when no source does."""
    for source in _sources(first, findings):
        yes = decided(brief.question.text, source)
        if yes is None:
            continue
        word = brief.wording.say("yes" if yes else "no")
        parts = (
            Part(brief.wording.ended(word), "answer", (source,)),
            Part(ended(source.text), "support", (source,)),
        )
        return Composition(parts, word)
    return abstention(brief)


def decided(question: str, source: Source) -> bool | None:
    """What a sentence says to the question; None when it affirms nor denies it."""
    passage = source.passage
    around = f"{passage.title} {passage.section}".strip()
    paragraph = passage.text[: source.start].rpartition("\n\n")[2]
    return affirmed(question, Said(source.text, around, paragraph, source.context, passage.date))


def _sources(first: Source | None, findings: Sequence[Finding]) -> Iterator[Source]:
    """The answer's sentence, those of the other answers, then the rest of the evidence; none twice."""
    seen: set[tuple[str, int]] = set()
    given = [source for finding in findings for _, source in answering(finding)]
    rest = [source for finding in findings for source in key_sentences(finding.evidence)]
    for source in (*([first] if first else []), *given, *rest):
        key = (source.passage.id, source.start)
        if key not in seen:
            seen.add(key)
            yield source
