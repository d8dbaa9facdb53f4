"""The documents of a group: twelve files in two languages, written from templates and the facts of one seed."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from importlib import resources
from pathlib import Path
from typing import Literal

from services.cli.demo import facts
from services.cli.demo.blocks import Heading, parse
from services.cli.demo.company import Company, Language
from services.cli.demo.phrasings import Phrasings
from services.cli.demo.writers import WRITERS, Sheet

Kind = Literal["annual", "quarterly", "catalogue", "handbook", "notices", "bulletin"]

# File names as people give them: some with the period, some in Chinese.
FILE_NAMES: dict[Language, dict[Kind, str]] = {
    "en": {
        "annual": "annual-report-{year}.pdf",
        "quarterly": "quarterly-review-{next}.docx",
        "catalogue": "product-catalogue.html",
        "handbook": "site-handbook.md",
        "notices": "organisation-notices.txt",
        "bulletin": "operations-bulletin.md",
    },
    "zh": {
        "annual": "{year}年年度报告.pdf",
        "quarterly": "{next}年季度经营回顾.docx",
        "catalogue": "产品目录.html",
        "handbook": "工厂手册.md",
        "notices": "组织人事通告.txt",
        "bulletin": "生产运营通报.docx",
    },
}


@dataclass(frozen=True, kw_only=True)
class DemoDocument:
    """A file that was written: its name in the folder, its title, and when it says it was written."""

    name: str
    title: str
    kind: Kind
    language: Language
    written: date


def write(company: Company, folder: Path, phrasings: Phrasings) -> tuple[DemoDocument, ...]:
    """Write every document of the group into `folder`, made where missing. Files of the same names are replaced.

    Nothing but documents is written: no answer may lie where it could be ingested. Raises OSError as the system does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    each = [(language, kind) for language, kinds in FILE_NAMES.items() for kind in kinds]
    return tuple(_write(company, language, kind, folder=folder, phrasings=phrasings) for language, kind in each)


def _write(company: Company, language: Language, kind: Kind, *, folder: Path, phrasings: Phrasings) -> DemoDocument:
    words = facts.words(company, language)
    dispute = company.divisions[language].dispute
    words["dispute_statement"] = phrasings.statement(dispute.measure, language).format_map(words)
    template = resources.files("services.cli.demo").joinpath("texts", language, f"{kind}.md").read_text("utf-8")
    blocks = parse(template, words, random.Random(f"{company.seed}:{language}:{kind}"))
    title = next(block.text for block in blocks if isinstance(block, Heading) and block.level == 1)
    written = facts.document_dates(company)[kind]
    path = folder / FILE_NAMES[language][kind].format_map(words)
    WRITERS[path.suffix](Sheet(title, company.name[language], language, written, blocks), path)
    moment = datetime.combine(written, time(9), UTC).timestamp()
    os.utime(path, (moment, moment))
    return DemoDocument(name=path.name, title=title, kind=kind, language=language, written=written)
