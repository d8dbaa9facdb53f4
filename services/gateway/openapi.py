"""The API as OpenAPI 3.1: `python -m services.gateway.openapi [FILE]` writes docs/openapi.json."""

import json
import sys
from pathlib import Path
from typing import Any

from services.gateway.app import routes_only

FILE = Path("docs/openapi.json")


def document() -> str:
    """The document, the same on every machine. Nothing needs to run for it."""
    described: dict[str, Any] = routes_only().openapi()
    return json.dumps(described, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    target.write_text(document(), encoding="utf-8")
