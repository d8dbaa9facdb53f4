"""A whole demo set from a seed: the files on disk, the questions, and the moment they are asked at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from services.cli.demo.asks import ASKS
from services.cli.demo.company import Company, draw
from services.cli.demo.documents import DemoDocument, write
from services.cli.demo.phrasings import Phrasings
from services.cli.demo.questions import DemoQuestion, Interviewer


@dataclass(frozen=True, kw_only=True)
class TenantCalendar:
    """How the tenant reads relative time: IANA time zone, and the month (1-12) its financial year starts in."""

    time_zone: str
    fiscal_year_start_month: int


@dataclass(frozen=True, kw_only=True)
class DemoSet:
    """Seven questions (and bonus ones that do not count) over the files in `folder`. Answers are never on disk."""

    seed: int
    folder: Path
    company: Company
    now: datetime
    calendar: TenantCalendar
    documents: tuple[DemoDocument, ...]
    questions: tuple[DemoQuestion, ...]
    bonus: tuple[DemoQuestion, ...]


def build(seed: int, folder: Path) -> DemoSet:
    """Write the company of a seed into `folder` and draw its questions. Raises OSError as the file system does.

    The same seed gives the same bytes and the same questions everywhere. Other files in the folder are left alone.
    """
    company, phrasings = draw(seed), Phrasings.load()
    documents = write(company, folder, phrasings)
    interviewer = Interviewer(company, documents, phrasings=phrasings, asks=ASKS)
    return DemoSet(
        seed=seed,
        folder=folder,
        company=company,
        now=company.timeline.now,
        # The documents' quarters are calendar quarters.
        calendar=TenantCalendar(time_zone=company.timeline.time_zone, fiscal_year_start_month=1),
        documents=documents,
        questions=interviewer.counted(),
        bonus=interviewer.bonus(),
    )
