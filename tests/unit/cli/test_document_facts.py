"""A document as people read it."""

from rich.console import Console

from services.cli.show.document import facts


def test_each_fact_is_a_line_and_nothing_is_cut_or_empty() -> None:
    row = {"passages": 3, "id": "a1", "name": "[b]board.md", "reason": "", "tags": ["x", "y"], "sha256": "f" * 64}
    screen = Console(width=40, record=True, file=None)
    with screen.capture() as shown:
        screen.print(facts(row))
    lines = shown.get()
    assert lines.splitlines()[0].split() == ["id", "a1"]
    assert "[b]board.md" in lines
    assert "x, y" in lines
    assert "reason" not in lines
    assert sum(line.count("f") for line in lines.splitlines() if "id" not in line) >= 64
