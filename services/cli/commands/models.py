"""`sextant models list | pull`."""

import typer
from rich.console import Console

from services.cli.output import table
from services.core.settings import SharedSettings

app = typer.Typer(help="The models that run in embedded mode.", no_args_is_help=True)


@app.command()
def pull() -> None:
    """Build the models from the weights that the installed packages carry. Done once; needs no network."""
    from services.inference.build import ensure_models

    settings = SharedSettings()
    with Console(stderr=True).status(f"Building the models in {settings.model_dir}…"):
        ensure_models(settings.model_dir)
    Console().print(f"The models are in {settings.model_dir}.")


@app.command("list")
def list_models() -> None:
    """List the models that are built."""
    folder = SharedSettings().model_dir
    shown = table("", "file", "MB")
    for path in sorted(folder.glob("*")) if folder.exists() else []:
        shown.add_row(path.name, f"{path.stat().st_size / 1e6:.1f}")
    Console().print(shown)
