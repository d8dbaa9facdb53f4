"""Small evidence by hand: passages, findings and the context of a run."""

import datetime as dt
from collections.abc import Sequence
from datetime import UTC, datetime

from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.passage import Evidence, Passage
from services.core.domain.question import Budget, Locale, Question, RunContext, Scope
from services.language.detect import language_of

NOW = datetime(2025, 8, 15, 10, 0, tzinfo=UTC)


def context(tokens: int = 6000) -> RunContext:
    """A run on 15 August 2025 with time to spare."""
    return RunContext(
        "run-1", Scope("acme"), Locale(), NOW, NOW + dt.timedelta(minutes=5), "general", Budget(tokens=tokens)
    )


def source(
    text: str,
    name: str = "a",
    *,
    title: str = "",
    section: str = "",
    date: dt.date | None = None,
    document: str = "",
    relevance: float = 0.8,
) -> Evidence:
    """A passage of a document of its own, unless `document` names one. Without a title it has that of its document."""
    passage = Passage(
        id=f"p-{name}",
        document_id=document or f"d-{name}",
        external_id=f"x-{document or name}",
        title=title or f"Document {name.upper()}",
        section=section,
        page=1,
        text=text,
        date=date,
        language="en",
        char_start=0,
        char_end=len(text),
    )
    return Evidence(passage, relevance=relevance)


def asking(text: str) -> Question:
    """A question as intent passes it on."""
    return Question(text, original=text, language=language_of(text))


def found(
    question: str, evidence: Sequence[Evidence], sufficiency: Sufficiency | None = None, *, number: int = 1
) -> Finding:
    """A finding with its evidence; the answer is the best span's."""
    judged = sufficiency or Sufficiency(0.9)
    answer = judged.spans[0].text if judged.spans else None
    return Finding(number, question, answer, judged, tuple(evidence))
