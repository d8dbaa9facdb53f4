"""Which databases a tenant has: the SQLite files in its own sub-folder of one folder, and nothing outside of it.

The tenant comes from the authenticated identity. A name is looked for among the files that are there; it never becomes
part of a path, and a link that leads out of the tenant's folder is not one of its files.
"""

import re
from pathlib import Path

from services.core.domain.question import Scope
from services.retrieval.sql.adapters.sqlite import SqliteSource
from services.retrieval.sql.errors import UnknownDatabase
from services.retrieval.sql.port import QueryLimits, SqlSource

_ENDINGS = frozenset({".sqlite", ".sqlite3", ".db"})
_TENANT = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")  # as in sextant.common.v1.Scope
MOST_DATABASES = 32


class DatabaseFolder:
    """Databases by tenant: `<folder>/<tenant>/<name>.sqlite`. Files that come or go are seen at the next question."""

    def __init__(self, folder: Path, limits: QueryLimits) -> None:
        self._folder, self._limits = folder, limits
        self._sources: dict[Path, SqliteSource] = {}

    def sources(self, scope: Scope, name: str = "") -> list[SqlSource]:
        """The tenant's databases, or the one that is named. Raises UnknownDatabase, which lists those there are."""
        files = self._files(scope.tenant)
        if not name:
            return [self._source(path) for path in files]
        named = [path for path in files if path.stem.casefold() == name.casefold()]
        if not named:
            raise UnknownDatabase(name, tuple(path.stem for path in files))
        return [self._source(named[0])]

    def _files(self, tenant: str) -> list[Path]:
        home = self._folder / tenant
        if not _TENANT.fullmatch(tenant) or not home.is_dir():
            return []
        own = home.resolve()
        files = (path for path in sorted(home.iterdir()) if path.suffix.casefold() in _ENDINGS and path.is_file())
        return [path for path in files if path.resolve().parent == own][:MOST_DATABASES]

    def _source(self, path: Path) -> SqlSource:
        return self._sources.setdefault(path, SqliteSource(path, self._limits))
