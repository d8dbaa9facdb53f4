"""What goes into the document store and comes out of it."""

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.documents.status import DocumentStatus

Vector = NDArray[np.float32]
"""FP32 numbers of one text: dimensions."""


@dataclass(frozen=True, slots=True)
class Acl:
    """Who may read. Nobody named means everyone of the tenant."""

    users: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    @property
    def restricted(self) -> bool:
        """Whether anybody is named."""
        return bool(self.users or self.groups)

    @property
    def principals(self) -> tuple[str, ...]:
        """Those named, sorted, as "user:…" and "group:…": the form in which indexes keep and compare them."""
        return tuple(sorted({*(f"user:{user}" for user in self.users), *(f"group:{group}" for group in self.groups)}))

    def admits(self, scope: Scope) -> bool:
        """Whether this person may read (the tenant is compared elsewhere)."""
        return not self.restricted or bool(set(self.principals) & set(principals_of(scope)))


def principals_of(scope: Scope) -> tuple[str, ...]:
    """What a person can be named as in an ACL, as in `Acl.principals`."""
    user = (f"user:{scope.user}",) if scope.user else ()
    return user + tuple(f"group:{group}" for group in scope.groups)


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document that arrives; its bytes are already in the blob store.

    Its identity within the tenant is the first of `external_id`, `source_path`, `url`, `name` that is not empty.
    """

    tenant: str
    name: str
    blob_sha256: str
    size: int
    media_type: str = ""
    source_path: str = ""
    url: str = ""
    external_id: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    date: dt.date | None = None
    acl: Acl = Acl()
    profile: str = "general"

    @property
    def identity(self) -> str:
        """What makes a later arrival the same document."""
        if self.external_id:
            return f"id:{self.external_id}"
        return f"at:{self.source_path or self.url or self.name}"


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as stored. `version` is the newest one received, `current_version` the searched one (0: none yet).

    `title`, `language`, `date`, `passages` are what ingestion found; `date` and `title` given by the caller win.
    `waits` counts how often it was put off because something was away, `stale` says that an index may hold rows of it
    that are not of the searched version.
    `duplicate` is set only by `receive`: the same bytes were there already and nothing will be done.
    """

    id: str
    tenant: str
    name: str
    external_id: str
    source_path: str
    url: str
    media_type: str
    blob_sha256: str
    size: int
    version: int
    current_version: int
    status: DocumentStatus
    reason: str
    detail: str
    title: str
    language: str
    date: dt.date | None
    tags: tuple[str, ...]
    acl: Acl
    profile: str
    passages: int
    created_at: dt.datetime
    updated_at: dt.datetime
    waits: int = 0
    stale: bool = False
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a sentence, by offsets in the passage's text."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Triple:
    """Something said of a subject: the object is the passage's text from `start` to `end`.

    `relation` is one of `services.language.relations.Relation` where that has it, else the analyser's word for it.
    """

    subject: str
    relation: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a sentence: `services.language.quantity.Quantity` with its decimals as texts.

    `value` is multiplied out ("3.5 million" → "3500000", scale "1000000"); `unit` is empty when there is none.
    """

    start: int
    end: int
    value: str
    unit: str = ""
    scale: str = "1"
    kind: str = "number"
    precision: str = "1"


@dataclass(frozen=True, slots=True)
class Day:
    """A date in a sentence as a closed range of days, ISO 8601; `grain` is its unit as written ("day", "quarter")."""

    start: int
    end: int
    first: str
    last: str
    grain: str = "day"


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence by offsets in its passage's text, and what analysis found in it."""

    start: int
    end: int
    entities: tuple[Mention, ...] = ()
    amounts: tuple[Amount, ...] = ()
    days: tuple[Day, ...] = ()
    triples: tuple[Triple, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage to be stored. Empty `title`, `external_id`, `url`, `tags`, `date` are taken from the document.

    A `record` came with facts of its own: without a title it has only one that was given for the whole document, never
    the file's name, which says nothing about it. One that `covers` others, from the first ordinal to the last, is a
    summary of them: it is searched, and never shown.

    `char_start` and `char_end` count in the version's text; a table that was cut repeats its caption and header in
    `text`.
    """

    text: str
    section: str = ""
    page: int = 0
    char_start: int = 0
    char_end: int = 0
    language: str = "und"
    title: str = ""
    external_id: str = ""
    url: str = ""
    date: dt.date | None = None
    tags: tuple[str, ...] = ()
    record: bool = False
    covers: tuple[int, int] | None = None
    sentences: tuple[StoredSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """What ingestion found out about a version as a whole."""

    title: str = ""
    language: str = "und"
    date: dt.date | None = None
    text: str = ""


NO_FACTS = VersionFacts()


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A passage as the indexes take it."""

    passage: Passage
    tenant: str
    acl: Acl
    vector: Vector


@dataclass(frozen=True, slots=True)
class Job:
    """A claimed document. `fence` goes with every write; the claim ends `lease_s` seconds after the last heartbeat."""

    document: DocumentRow
    fence: int
    lease_s: float


@dataclass(frozen=True, slots=True)
class Listed:
    """Which documents a list is of; what is empty does not restrict.

    `under` is the start of a source path or of an external id. `ids` are whole ids or the beginnings of some.
    """

    status: DocumentStatus | None = None
    under: str = ""
    ids: tuple[str, ...] = ()


ALL = Listed()


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page of a list; `next_cursor` is empty on the last."""

    rows: tuple[DocumentRow, ...]
    next_cursor: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a tenant has: documents by state, and searched passages."""

    documents: Mapping[DocumentStatus, int] = field(default_factory=dict)
    passages: int = 0


ID_LENGTH = 32
"""Characters of every id."""


def document_id(tenant: str, identity: str) -> str:
    """The id of a document: the same arrival always gets the same one."""
    return _digest(tenant, identity)


def passage_id(tenant: str, document: str, *, version: int, ordinal: int) -> str:
    """The id of a passage; `ordinal` counts from 0. A repeated write meets its own rows."""
    return _digest(tenant, document, str(version), str(ordinal))


def _digest(*parts: str) -> str:
    joined = "\x1f".join(parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]
