"""No trace of the machine a file was written on, and no secret: `python -m tests.lint.traces [PATH…]`.

A lock file or a script that names a registry host works on one network only; an absolute path of a home or work folder
works on one machine only. The checkout's own path and the index host of this machine's pip are searched for as well.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

from tests.lint import tree

# Written so that no pattern matches its own source.
PATTERNS = {
    "a package index": re.compile(r"https?://[^\s\"'<>]+/simple(?![\w-])|(?:index-url|find-links)[ =:]+[\"']?\w+://"),
    "a registry host": re.compile(
        r"\b(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|proxy\.golang\.org|sum\.golang\.org|repo1?\.maven\.org)\b"
    ),
    "an absolute path of one machine": re.compile(r"(?<![\w.~$}>-])/(?:home|root|work|Users)/[\w.-]+"),
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{32}"),
    "an access key": re.compile(
        r"\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|sk-[A-Za-z0-9]{32,}|xox[bp]-[\w-]{20,})\b"
    ),
}
TOP_LEVEL_PARTS = 2  # "/src" is too short a path to search for


def index_hosts() -> set[str]:
    """Hosts of the package indexes that this machine is configured for."""
    configured = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=False, capture_output=True, encoding="utf-8"
    ).stdout
    variables = " ".join(os.environ.get(name, "") for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"))
    urls = re.findall(r"https?://[^\s'\"]+", f"{configured} {variables}")
    return {host for host in (urlsplit(url).hostname for url in urls) if host}


def here() -> dict[str, re.Pattern[str]]:
    """Patterns for this machine: the checkout's path, the configured index hosts."""
    found = {f"this machine's index host {host}": re.compile(re.escape(host)) for host in index_hosts()}
    if len(tree.ROOT.parts) > TOP_LEVEL_PARTS:
        found["the path of this checkout"] = re.compile(re.escape(str(tree.ROOT)) + r"(?![\w-])")
    return found


def traces(text: str, patterns: dict[str, re.Pattern[str]]) -> Iterator[tuple[int, str]]:
    """(line, what) of every match, lines from 1."""
    for what, pattern in patterns.items():
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, what


def main(arguments: list[str]) -> int:
    """Search; 1 when something was found. What a secret reads is not printed."""
    patterns = PATTERNS | here()
    paths = tree.files(arguments)
    errors = 0
    for path in paths:
        for line, what in traces(tree.text(path), patterns):
            errors += 1
            sys.stdout.write(f"{path}:{line}: error: names {what}\n")
    sys.stdout.write(f"traces: {len(paths)} files, {errors} errors\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
