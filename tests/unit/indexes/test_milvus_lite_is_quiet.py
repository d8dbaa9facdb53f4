"""Milvus Lite says nothing of its own inner troubles to our users, and nothing else is silenced for it."""

import subprocess
import sys

PROGRAM = """
import warnings
from services.indexes.adapters.milvus_connection import load_lite
before = list(warnings.filters)
load_lite()
assert warnings.filters == before
warnings.warn("something of ours", stacklevel=1)
"""


def test_loading_milvus_lite_warns_of_nothing_and_other_warnings_are_still_told() -> None:
    words = [sys.executable, "-W", "always::UserWarning", "-c", PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    assert "pkg_resources" not in done.stderr
    assert "something of ours" in done.stderr
