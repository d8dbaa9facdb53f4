"""What a parser is given, and what it may spend."""

from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Limits:
    """Most of everything, per document; beyond it the document is REJECTED with `parser_limits`."""

    pages: int = 2_000
    ocr_pages: int = 60
    archive_entries: int = 10_000
    archive_bytes: int = 512 * 1024 * 1024
    archive_ratio: int = 200
    nesting: int = 200
    blocks: int = 500_000
    characters: int = 50_000_000


@dataclass(frozen=True, slots=True)
class Source:
    """A file in memory with the name it came under."""

    name: str
    data: bytes
    limits: Limits = Limits()

    @property
    def suffix(self) -> str:
        """The extension in lower case with its dot, "" without one."""
        return PurePath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """The name without its extension."""
        return PurePath(self.name).stem
