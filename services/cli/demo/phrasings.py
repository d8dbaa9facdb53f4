"""The ways of asking, read from `phrasings.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

import yaml

from services.cli.demo.company import Language


@dataclass(frozen=True)
class Phrasings:
    """Templates in braces, by kind of question, variant and language."""

    _tables: dict[str, Any]

    @classmethod
    def load(cls) -> Phrasings:
        """Read the package's own table."""
        source = resources.files("services.cli.demo").joinpath("phrasings.yaml")
        return cls(yaml.safe_load(source.read_text("utf-8")))

    def kinds(self) -> list[str]:
        """Kinds of questions that have templates."""
        return list(self._tables["questions"])

    def variants(self, kind: str) -> list[str]:
        """What can be asked within a kind."""
        return list(self._tables["questions"][kind])

    def paraphrases(self, kind: str, variant: str, language: Language) -> list[str]:
        """The templates of one question, all meaning the same."""
        templates: list[str] = self._tables["questions"][kind][variant][language]
        return templates

    def statement(self, measure: str, language: Language) -> str:
        """How the newer document states the disputed figure."""
        return str(self._tables["statements"][measure][language])

    def reply(self, language: Language) -> str:
        """How the earlier turn of a follow-up was answered."""
        return str(self._tables["replies"][language])
