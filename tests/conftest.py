"""How all tests run."""

import os

from hypothesis import settings

# These machines are noisy: an example may be slow without being wrong. In CI the same examples every time, so that a
# change is not refused for what it did not touch; by hand, new ones.
settings.register_profile("sextant", deadline=None, derandomize=bool(os.environ.get("CI")), print_blob=True)
settings.load_profile("sextant")
