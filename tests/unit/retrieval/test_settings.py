"""Settings and assembly."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from services.retrieval.assemble import NAME, build_retrieval
from services.retrieval.settings import Settings
from tests.fakes.passages import InMemoryPassages, WordModels


def test_settings_are_read_under_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEXTANT_RETRIEVAL_RECALL", "33")
    assert Settings().retrieval_recall == 33


@pytest.mark.parametrize(("name", "value"), [("recall", "0"), ("precision", "fp8"), ("leg_seconds", "-1")])
def test_a_setting_without_sense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"SEXTANT_RETRIEVAL_{name.upper()}", value)
    with pytest.raises(ValidationError):
        Settings()


async def test_assembling_opens_nothing(tmp_path: Path) -> None:
    parts = build_retrieval(Settings(data_dir=tmp_path / "data"), WordModels(), InMemoryPassages())
    assert parts.registration.name == NAME == "sextant.retrieval.v1.RetrievalService"
    assert not (tmp_path / "data").exists()
    await parts.close()
    await parts.close()
