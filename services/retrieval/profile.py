"""Retrieval profiles: how a domain weighs words, meaning, time, sections and its own vocabulary. Data, not code."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.core.errors import UnknownProfile

Share = Annotated[float, Field(ge=0, le=1)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Weights(_Closed):
    """How much each leg counts; they sum to 1."""

    keyword: Share
    vector: Share

    @model_validator(mode="after")
    def _sum_to_one(self) -> Self:
        if abs(self.keyword + self.vector - 1) > 1e-6:
            raise ValueError("keyword and vector weights must sum to 1")
        return self


class Decay(_Closed):
    """How age counts: `half_life_days` halves recency; documents about a period appear up to `lag_days` after it.

    `weight` is the share of recency in the score of a question about time, `always` that of any other question.
    """

    half_life_days: float = Field(gt=0)
    lag_days: int = Field(ge=0)
    weight: Share
    always: Share
    cues: tuple[str, ...] = ()


class Thresholds(_Closed):
    """Where cuts are made.

    `floor` names a quantile of the embedder's calibration below which a passage is unrelated, or "none". `lexical` is
    the share of the question's words from which a keyword hit stays whatever its cosine. `rerank` is the reranker's
    share in the final order. A passage below `keep_ratio` of the best goes, but never to fewer than `keep_min` or more
    than `keep_max`; a sentence below `sentence_ratio` of its passage's best goes.
    """

    floor: Literal["none", "floor", "source"]
    lexical: Share
    rerank: Share
    keep_min: int = Field(ge=1)
    keep_max: int = Field(ge=1, le=100)
    keep_ratio: Share
    sentence_ratio: Share


class Tiers(_Closed):
    """Which documents every search asks: those of the last `hot_days` days by their date, and those that at least
    `hot_hits` searches gave lately (halved every 30 days). The others are asked when there is a reason to.
    """

    hot_days: int = Field(365, ge=0)
    hot_hits: float = Field(3.0, ge=0)


class Profile(_Closed):
    """One profile. `sections` multiply the score of passages whose section path contains the words.

    `glossary` holds groups of words that mean the same in the domain, in any language.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")
    version: int = Field(ge=1)
    fusion: Literal["rrf", "weighted"]
    weights: Weights
    decay: Decay
    thresholds: Thresholds
    tiers: Tiers = Tiers()
    sections: Mapping[str, float] = {}
    glossary: tuple[tuple[str, ...], ...] = ()

    @property
    def label(self) -> str:
        """Name and version as recorded with a run: "finance@1"."""
        return f"{self.name}@{self.version}"


class Profiles:
    """Profiles by name."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        self._by_name = {profile.name: profile for profile in profiles}

    @classmethod
    def packaged(cls) -> Self:
        """Those that come with Sextant: the YAML files beside this module."""
        texts = sorted(
            (entry.name, entry.read_text(encoding="utf-8"))
            for entry in files("services.retrieval").joinpath("profiles").iterdir()
            if entry.name.endswith(".yaml")
        )
        return cls(Profile.model_validate(yaml.safe_load(text)) for _, text in texts)

    @property
    def names(self) -> tuple[str, ...]:
        """Known names, sorted."""
        return tuple(sorted(self._by_name))

    def get(self, name: str) -> Profile:
        """A profile. Raises UnknownProfile, which lists the known ones."""
        if name not in self._by_name:
            raise UnknownProfile(name, self.names)
        return self._by_name[name]
