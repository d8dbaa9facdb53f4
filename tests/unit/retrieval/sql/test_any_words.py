"""Whatever words come in whatever order: the reader answers or says why not, and what it writes passes the guard."""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.lexicon.wordlist import ordered_words
from services.retrieval.sql.adapters.sqlite import SqliteSource
from services.retrieval.sql.guard import guarded
from services.retrieval.sql.port import QueryLimits, Schema
from services.retrieval.sql.reading.reader import Reader, Reading, Unread
from tests.fakes.databases import CHINESE, CLINIC, SHIPPING, write

SCRIPTS = {"clinic": CLINIC, "shipping": SHIPPING, "stock": CHINESE}
WORDS = ordered_words(
    """
    which what how many number of the most highest lowest top 3 average total sum each per every by with without any not
    never and or in 2023 2022-01-01 above below 100 between at least starts with "L" contains doctor doctors patients
    visit visits ward fee salary city Velden Imre Solt name names diagnosis hired born oldest newest who when where list
    sorted by descending ratio of to difference percentage both distinct id same , ? than is are have did ship voyage
    port freight 每位 医生 多少 就诊 最高 的 费用 患者 城市 平均 哪些 没有 超过 2023年 和 是什么 船 航次 仓库 数量 铜管
    """
)


@cache
def opened(name: str) -> tuple[SqliteSource, Schema, Reader]:
    """A database with its reader, made once."""
    source = SqliteSource(write(Path(mkdtemp()) / f"{name}.sqlite", SCRIPTS[name]), QueryLimits())
    schema = asyncio.run(source.schema())
    return source, schema, Reader(schema)


@pytest.mark.parametrize("name", SCRIPTS)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join))
def test_any_words_are_read_or_refused_and_what_is_written_runs(name: str, question: str) -> None:
    source, schema, reader = opened(name)
    found = reader.read(question)
    if isinstance(found, Reading):
        assert 0 <= found.score <= 1
        asyncio.run(source.run(guarded(found.sql, schema, rows=20)))
    else:
        assert isinstance(found, Unread)
        assert found.reason


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    _, _, reader = opened("clinic")
    assert isinstance(reader.read(text), Reading | Unread)
