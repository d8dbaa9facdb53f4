"""Tables of the document store, as they are now. How they came to be is in `migrations/`.

Times are seconds since 1970 by the database's clock; lists and analyses are JSON.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _of_document(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "document_id",
        String(32),
        ForeignKey("documents.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=primary_key,
    )


documents = Table(
    "documents",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(64), nullable=False),
    Column("identity", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    Column("source_path", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("media_type", String(255), nullable=False),
    Column("blob_sha256", String(64), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("given_title", Text, nullable=False),
    Column("given_date", String(10)),
    Column("tags", JSON, nullable=False),
    Column("acl_users", JSON, nullable=False),
    Column("acl_groups", JSON, nullable=False),
    Column("restricted", Boolean, nullable=False),
    Column("profile", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("current_version", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("reason", String(64), nullable=False),
    Column("detail", Text, nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("updated_at", Float(53), nullable=False),
    # The job: who works on it, until when, and the fencing number that every write of the worker carries.
    Column("worker", String(255), nullable=False),
    Column("lease_until", Float(53), nullable=False),
    Column("fence", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("not_before", Float(53), nullable=False),
    Column("waits", Integer, nullable=False, server_default="0"),  # for what was away, since the last progress
    Column("stale", Boolean, nullable=False),  # an index may hold rows of it that are not of the searched version
    UniqueConstraint("tenant", "identity", name="uq_documents_identity"),
    Index("ix_documents_bytes", "tenant", "blob_sha256"),
    Index("ix_documents_list", "tenant", "created_at", "id"),
    Index("ix_documents_status", "status", "not_before"),
)

document_principals = Table(
    "document_principals",
    metadata,
    _of_document(primary_key=True),
    Column("principal", Text, primary_key=True),
)

document_versions = Table(
    "document_versions",
    metadata,
    _of_document(primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("date", String(10)),
    Column("passages", Integer, nullable=False),
    Column("model", String(255), nullable=False),  # whose vectors it has; empty until they are all there
    Column("text", LargeBinary, nullable=False),  # zlib of UTF-8
)

passages = Table(
    "passages",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(64), nullable=False),
    _of_document(),
    Column("version", Integer, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("external_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("section", Text, nullable=False),
    Column("page", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("date", String(10)),
    Column("language", String(8), nullable=False),
    Column("char_start", Integer, nullable=False),
    Column("char_end", Integer, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("url", Text, nullable=False),
    UniqueConstraint("document_id", "version", "ordinal", name="uq_passages_place"),
    Index("ix_passages_external", "tenant", "external_id"),
)

# Texts that are searched but never shown: each leads to the passages it covers, by their ordinals.
summaries = Table(
    "summaries",
    metadata,
    Column("passage_id", String(32), ForeignKey("passages.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("passage_id", String(32), ForeignKey("passages.id", ondelete="CASCADE"), primary_key=True),
    Column("sentences", LargeBinary, nullable=False),  # JSON of StoredSentence rows
)

vectors = Table(
    "vectors",
    metadata,
    Column("digest", String(32), primary_key=True),  # of the numbers: equal texts keep one copy
    Column("data", LargeBinary, nullable=False),
)

passage_vectors = Table(
    "passage_vectors",
    metadata,
    Column("passage_id", String(32), ForeignKey("passages.id", ondelete="CASCADE"), primary_key=True),
    Column("model", String(255), primary_key=True),
    Column("digest", String(32), ForeignKey("vectors.digest", ondelete="CASCADE"), nullable=False),
    Index("ix_passage_vectors_digest", "digest"),
)

embeddings = Table(
    "embeddings",
    metadata,
    Column("key", String(64), primary_key=True),  # of model, kind and text
    Column("digest", String(32), ForeignKey("vectors.digest", ondelete="CASCADE"), nullable=False),
    Index("ix_embeddings_digest", "digest"),
)

# The row of no tenant ("") holds for all that have none of their own.
generations = Table(
    "generations",
    metadata,
    Column("tenant", String(64), primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("model", String(255), nullable=False, server_default=""),  # whose vectors it holds; empty: nobody said
)

# Generations beside those in force: one that is being built, and replaced ones that running searches may still read.
index_builds = Table(
    "index_builds",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("model", String(255), nullable=False),
    Column("retired_at", Float(53), nullable=False),  # 0 while it is built
)

# A document without a row is in the hot tier, and was not found yet.
document_tiers = Table(
    "document_tiers",
    metadata,
    _of_document(primary_key=True),
    Column("tier", String(8), nullable=False),
    Column("moving", String(8), nullable=False),  # the tier that it is being moved to, until the move is whole
    Column("moving_until", Float(53), nullable=False),  # until when its mover has it for itself
    Column("hits", Float(53), nullable=False),  # searches that gave it, halved every 30 days
    Column("hit_at", Float(53), nullable=False),
)
