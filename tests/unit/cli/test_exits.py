"""An error of a command ends it with a code that scripts can tell apart."""

import pytest

from services.cli.exits import code_of, told
from services.core import errors


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.EmptyQuestion(), 2),
        (errors.UnknownProfile("x", ("general",)), 2),
        (errors.UnsafeQuestion("no"), 3),
        (errors.NotFound("gone"), 4),
        (errors.Conflict("busy"), 5),
        (errors.IndexUnavailable("vector", "down"), 6),
        (errors.DeadlinePassed("late"), 7),
        (errors.Internal("oops"), 70),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_kind_of_error_has_its_exit_code(error: errors.SextantError, code: int) -> None:
    assert code_of(error) == code


def test_a_known_error_is_told_in_words_and_not_as_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left, told():
        raise errors.QuestionTooLong(30_000, 20_000)
    assert left.value.code == 2
    shown = capsys.readouterr().err
    assert "question_too_long" in shown
    assert "Traceback" not in shown


def test_a_fault_of_ours_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError), told():
        _ = 1 / 0
