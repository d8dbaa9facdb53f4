"""The wording of the evaluation questions as hashes: `python -m tests.lint.shingles ../shared/eval/open`.

The questions may not stand in the repository, so a clone cannot be compared with them. It can be compared with these:
6 bytes of a salted SHA-256 of every run of words and of Chinese characters that `tests.lint.leaks` looks for. A run is
recognised, none can be read back, and by chance one of 100 million runs is taken for another.
"""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

FILE = Path(__file__).with_name("evaluation_shingles.bin")
SALT = b"sextant evaluation shingles 1\0"
BYTES = 6


def shingle(gram: str) -> bytes:
    """The hash of one run."""
    return hashlib.sha256(SALT + gram.encode()).digest()[:BYTES]


def pack(grams: Iterable[str]) -> bytes:
    """Hashes of runs, sorted, each once."""
    return b"".join(sorted({shingle(gram) for gram in grams}))


def unpack(data: bytes) -> frozenset[bytes]:
    """The hashes of a file. Raises ValueError when it was cut off."""
    if len(data) % BYTES:
        raise ValueError(f"{len(data)} bytes are no whole number of shingles of {BYTES} bytes")
    return frozenset(data[at : at + BYTES] for at in range(0, len(data), BYTES))


def main(arguments: list[str]) -> int:
    """Write the file anew from the folder of an evaluation set."""
    from tests.lint.leaks import QUESTION, grams, questions

    originals = questions(Path(arguments[0]))
    FILE.write_bytes(pack(gram for original in originals for gram in grams(original, QUESTION)))
    sys.stdout.write(f"{FILE.name}: {FILE.stat().st_size // BYTES} shingles of {len(originals)} texts\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
