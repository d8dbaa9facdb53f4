"""File names, questions and errors are shown as they are, whatever they look like."""

import io
from pathlib import Path

import pytest

from services.cli.commands.ask import ask
from services.cli.commands.ingest import found
from services.cli.exits import told
from services.cli.output import console, table
from services.cli.reading import read_text, whole
from services.core.errors import BadInput, NotFound

LOOKS_LIKE_MARKUP = "[/bold] [link=https://evil.example]报告[/link] :warning:.md"


def test_an_error_that_names_a_file_like_markup_is_told_word_for_word(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), told():
        raise NotFound(f"There is no file {LOOKS_LIKE_MARKUP}.")
    assert LOOKS_LIKE_MARKUP in capsys.readouterr().err


def test_a_table_shows_a_question_like_markup_word_for_word(capsys: pytest.CaptureFixture[str]) -> None:
    shown = table("", "question")
    shown.add_row("[/b] :warning: 谁")
    console().print(shown)
    assert "[/b] :warning: 谁" in capsys.readouterr().out


def test_standard_input_may_begin_with_a_byte_order_mark() -> None:
    assert read_text(io.BytesIO("\ufeff谁批准了扩建？ 🏭".encode())) == "谁批准了扩建？ 🏭"


def test_standard_input_of_another_encoding_is_refused_with_what_to_do() -> None:
    with pytest.raises(BadInput, match="not UTF-8"):
        read_text(io.BytesIO("谁批准了扩建".encode("gb18030")))


def test_an_argument_that_is_no_text_is_refused() -> None:
    assert whole("扩建 🏭") == "扩建 🏭"
    with pytest.raises(BadInput, match="LANG"):
        whole(b"caf\xe9".decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("turns", ["{}", "null", '"user"', "7", "[{]", "\xff"])
def test_a_history_that_is_no_list_is_refused_before_anything_starts(tmp_path: Path, turns: str) -> None:
    path = tmp_path / "turns.json"
    path.write_bytes(turns.encode("latin-1"))
    with pytest.raises(BadInput, match="turns"):
        ask("And then?", history=path)


def test_links_out_of_a_folder_are_not_followed_and_links_inside_are_taken_once(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("not yours")
    folder = tmp_path / "报告"
    folder.mkdir()
    (folder / "a.md").write_text("yours")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "gone.txt").symlink_to(tmp_path / "nowhere.txt")
    (folder / "again.md").symlink_to(folder / "a.md")
    (folder / "loop").symlink_to(folder)
    assert list(found([folder])) == [folder / "a.md"]


def test_a_link_that_is_named_itself_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("yours")
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "a.md")
    assert list(found([link])) == [link]
