"""What the native API takes."""

import datetime as dt
import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from services.core.domain.passage import Strategy
from services.core.domain.plan import Filter
from services.core.domain.question import Role, TimeRange

Json = Any  # dict, list, str, int, float, bool or None

PROFILE = r"^[a-z][a-z0-9_-]{0,31}$"
Profile = Annotated[str, Field(pattern=PROFILE, description='Retrieval profile, e.g. "general", "finance".')]


def _example(**fields: JsonValue) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [fields]})


class Body(BaseModel):
    """What a request may be."""

    @model_validator(mode="before")
    @classmethod
    def _has_whole_characters(cls, data: Json) -> Json:
        # JSON can spell half a character ("\\ud800"), which neither a database nor a reply can hold.
        try:
            json.dumps(data, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError as error:
            raise ValueError("there is half a character (a lone surrogate) in it. Send whole ones.") from error
        return data


class TurnBody(BaseModel):
    """An earlier message of the conversation."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    text: str = Field(max_length=100_000)


class BudgetBody(BaseModel):
    """What a run may spend."""

    model_config = ConfigDict(extra="forbid")

    steps: int = Field(60, ge=1, le=1000, description="Remote steps.")
    searches: int = Field(30, ge=1, le=1000, description="Searches.")
    tokens: int = Field(6000, ge=100, le=1_000_000, description="Tokens of evidence to write from.")


class Settled(BaseModel):
    """How a question is to be worked on. What is left out is the tenant's own setting."""

    model_config = ConfigDict(extra="forbid")

    profile: Profile | None = None
    flow: str = Field(
        "auto", description='"auto" lets the router choose; "fast" is one search, "deep" plans and loops.'
    )
    now: dt.datetime | None = Field(None, description="The clock of relative dates; the present when left out.")
    time_zone: str | None = Field(None, max_length=64, description='IANA name, e.g. "Asia/Shanghai".')
    fiscal_year_start_month: int | None = Field(None, ge=1, le=12)
    deadline_seconds: float | None = Field(None, gt=0, description="Time limit of the run, in seconds.")
    budget: BudgetBody = BudgetBody()
    database: str = Field(
        "",
        max_length=128,
        pattern=r"^[^/\\\x00]*$",
        description="The tenant's database to ask; any when empty.",
    )


class AskBody(Settled, Body):
    """A question to answer."""

    model_config = _example(question="How did revenue of the Ostrava plant change from 2022 to 2023?", flow="auto")

    question: str = Field(description="1 to 20,000 characters, in English or Chinese.")
    history: list[TurnBody] = Field(default_factory=list, max_length=100, description="Earlier turns, oldest first.")


class RangeBody(BaseModel):
    """A closed range of days."""

    model_config = ConfigDict(extra="forbid")

    start: dt.date
    end: dt.date


class FilterBody(BaseModel):
    """Which passages to look at; empty fields do not restrict."""

    model_config = ConfigDict(extra="forbid")

    tags: list[str] = Field(default_factory=list, max_length=64)
    languages: list[str] = Field(default_factory=list, max_length=16)
    document_ids: list[str] = Field(default_factory=list, max_length=1000)
    section: str = Field("", max_length=256)
    dated: RangeBody | None = Field(None, description="Documents without a date pass.")

    def as_filter(self) -> Filter:
        """As the domain has it."""
        dated = TimeRange(self.dated.start, self.dated.end) if self.dated else None
        return Filter(tuple(self.tags), tuple(self.languages), tuple(self.document_ids), self.section, dated)


class SearchBody(Body):
    """A search for passages, without a run."""

    model_config = _example(query="revenue of the Ostrava plant", limit=5, strategy="hybrid")

    query: str = Field(description="1 to 20,000 characters.")
    limit: int = Field(10, ge=1, le=100)
    filter: FilterBody = FilterBody()
    profile: Profile | None = None
    strategy: Strategy = Field(Strategy.AUTO, description='"auto" lets the supervisor choose.')
    explain: bool = Field(default=False, description="Also return what was found and dropped, and the stages.")


class DocumentFacts(Body):
    """What may be said about a document. Nobody named in `acl_users` and `acl_groups` means everyone of the tenant."""

    model_config = ConfigDict(extra="forbid")

    external_id: str = Field("", max_length=4096, description="Your id; the same id again is a new version.")
    title: str = Field("", max_length=1000)
    url: str = Field("", max_length=2048)
    tags: list[str] = Field(default_factory=list, max_length=64)
    date: dt.date | None = Field(None, description="Of which day the document is; else found in it.")
    acl_users: list[str] = Field(default_factory=list, max_length=512, description="Users who may read it.")
    acl_groups: list[str] = Field(default_factory=list, max_length=512, description="Groups that may read it.")
    profile: Profile | None = None


class DocumentBody(DocumentFacts):
    """A document as JSON: `text`, or any file as `content_base64`."""

    model_config = _example(name="minutes.md", text="# Minutes\n\nThe plant opens on 4 May 2024.", tags=["board"])

    name: str = Field(
        min_length=1, max_length=1000, description="File name with its extension, which names the format."
    )
    text: str | None = None
    content_base64: str | None = None


class FeedbackBody(Body):
    """What a reader thinks of an answer. A second one of the same run replaces the first."""

    model_config = _example(
        run_id="0198c2f4a7be7c31a2b4", rating="up", comment="Right, and the source is the one we use."
    )

    run_id: str = Field(max_length=64)
    rating: Literal["up", "down", 1, 2, 3, 4, 5]
    comment: str = Field("", max_length=5000)
