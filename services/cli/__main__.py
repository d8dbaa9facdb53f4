"""Run the command line: `sextant …` or `python -m services.cli …`."""

from services.cli.app import app
from services.cli.exits import told


def main() -> None:
    """Run a command; a known error is told in a line or two, with its own exit code."""
    with told():
        app()


if __name__ == "__main__":
    main()
