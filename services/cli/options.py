"""Options that several commands share."""

from typing import Annotated

import typer

Tenant = Annotated[str, typer.Option(help="Whose documents and runs.", envvar="SEXTANT_TENANT")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Url = Annotated[str, typer.Option(help="Use the gateway at this address.", envvar="SEXTANT_URL")]
Limit = Annotated[int, typer.Option(min=1, max=100, help="At most this many.")]

DEFAULT_TENANT = "default"
