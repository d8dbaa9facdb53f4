"""The first tables of the document store."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _documents()
    _generations()
    _vectors()
    _document_principals()
    _document_versions()
    _embeddings()
    _passages()
    _analyses()
    _passage_vectors()


def downgrade() -> None:
    for table in (
        "passage_vectors",
        "analyses",
        "passages",
        "embeddings",
        "document_versions",
        "document_principals",
        "vectors",
        "generations",
        "documents",
    ):
        op.drop_table(table)


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("source_path", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("media_type", sa.String(length=255), nullable=False),
        sa.Column("blob_sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("given_title", sa.Text(), nullable=False),
        sa.Column("given_date", sa.String(length=10), nullable=True),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("acl_users", sa.JSON(), nullable=False),
        sa.Column("acl_groups", sa.JSON(), nullable=False),
        sa.Column("restricted", sa.Boolean(), nullable=False),
        sa.Column("profile", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("current_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=64), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(precision=53), nullable=False),
        sa.Column("updated_at", sa.Float(precision=53), nullable=False),
        sa.Column("worker", sa.String(length=255), nullable=False),
        sa.Column("lease_until", sa.Float(precision=53), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.Float(precision=53), nullable=False),
        sa.Column("in_index", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("tenant", "identity", name="uq_documents_identity"),
    )
    op.create_index("ix_documents_bytes", "documents", ["tenant", "blob_sha256"], unique=False)
    op.create_index("ix_documents_list", "documents", ["tenant", "created_at", "id"], unique=False)
    op.create_index("ix_documents_status", "documents", ["status", "not_before"], unique=False)


def _generations() -> None:
    op.create_table(
        "generations",
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant"),
    )


def _vectors() -> None:
    op.create_table(
        "vectors",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )


def _document_principals() -> None:
    op.create_table(
        "document_principals",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("principal", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("document_id", "principal"),
    )


def _document_versions() -> None:
    op.create_table(
        "document_versions",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=True),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(length=255), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("document_id", "version"),
    )


def _embeddings() -> None:
    op.create_table(
        "embeddings",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["vectors.digest"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("ix_embeddings_digest", "embeddings", ["digest"], unique=False)


def _passages() -> None:
    op.create_table(
        "passages",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("char_start", sa.Integer(), nullable=False),
        sa.Column("char_end", sa.Integer(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id", "version", "ordinal", name="uq_passages_place"),
    )
    op.create_index("ix_passages_external", "passages", ["tenant", "external_id"], unique=False)


def _analyses() -> None:
    op.create_table(
        "analyses",
        sa.Column("passage_id", sa.String(length=32), nullable=False),
        sa.Column("sentences", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["passage_id"], ["passages.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("passage_id"),
    )


def _passage_vectors() -> None:
    op.create_table(
        "passage_vectors",
        sa.Column("passage_id", sa.String(length=32), nullable=False),
        sa.Column("model", sa.String(length=255), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["vectors.digest"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["passage_id"], ["passages.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("passage_id", "model"),
    )
    op.create_index("ix_passage_vectors_digest", "passage_vectors", ["digest"], unique=False)
