"""Nothing of the evaluation sets is in the repository: `python -m tests.lint.leaks [PATH…]`.

Searched for: ids of evaluation questions and passages, by their form, and 8 consecutive words or 12 consecutive Chinese
characters of any question, by their hashes (`tests.lint.shingles`), so both run everywhere. When the folder with the
open set is beside the checkout (`../shared/eval/open`, or `$SEXTANT_EVAL_DIR`), the hashes must be those of its
questions, and 16 words or 24 characters of any of its passages are looked for too. The longer run for passages keeps
stock phrases from being taken for copies. Case, spacing and punctuation do not matter.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.lint import shingles, tree

EVALUATION_ID = re.compile(r"\b(?:(?:en|zh)-[0-9a-f]{12}|[os]-(?:[a-z]+_)?[a-z]+-[0-9]{3,4})\b")
# Lock files are digests, whose hex digits are no words; licence texts are everyone's.
UNSEARCHED = re.compile(r"requirements/.*\.txt|LICENSE|NOTICE|.*\.(?:binpb|bin|png|ico|pdf|docx)")
WORDS = re.compile(r"[a-z0-9]+")
HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True)
class Runs:
    """How many words or Chinese characters in a row make a copy."""

    words: int
    han: int


QUESTION = Runs(words=8, han=12)
PASSAGE = Runs(words=16, han=24)


def grams(text: str, runs: Runs) -> Iterator[str]:
    """Every run of words, and every run of Chinese characters, of the lengths asked for."""
    words = WORDS.findall(text.lower())
    yield from (" ".join(words[start : start + runs.words]) for start in range(len(words) - runs.words + 1))
    han = "".join(HAN.findall(text))
    yield from (han[start : start + runs.han] for start in range(len(han) - runs.han + 1))


def index(texts: dict[str, str], runs: Runs) -> dict[str, str]:
    """Each run of the repository's files with the file it first stands in."""
    found: dict[str, str] = {}
    for path, text in texts.items():
        for gram in grams(text, runs):
            found.setdefault(gram, path)
    return found


def copies(texts: dict[str, str], originals: list[str], runs: Runs) -> dict[str, str]:
    """Per file one run that it shares with an original."""
    ours = index(texts, runs)
    return {ours[gram]: gram for original in originals for gram in grams(original, runs) if gram in ours}


def hashed_copies(texts: dict[str, str], known: frozenset[bytes], runs: Runs) -> dict[str, str]:
    """Per file one run whose hash is among those known."""
    return {path: gram for gram, path in index(texts, runs).items() if shingles.shingle(gram) in known}


def stale(folder: Path) -> bool:
    """Whether the hashes are not those of the set's questions."""
    fresh = shingles.pack(gram for original in questions(folder) for gram in grams(original, QUESTION))
    return fresh != shingles.FILE.read_bytes()


def evaluation_ids(texts: dict[str, str]) -> dict[str, str]:
    """Per file one string that has the form of an evaluation id."""
    matches = {path: EVALUATION_ID.search(text) for path, text in texts.items()}
    return {path: match.group() for path, match in matches.items() if match}


def questions(folder: Path) -> list[str]:
    """The questions of a set, as asked and as they were first worded, and the turns before them."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    fields = ("question", "reworded_from", "history")
    return [json.dumps(row[field], ensure_ascii=False) for row in rows for field in fields if row.get(field)]


def passages(folder: Path) -> list[str]:
    """The texts of a set's corpus."""
    lines = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def report(found: dict[str, str], what: str) -> int:
    """Print what was found; how many files."""
    for path, text in sorted(found.items()):
        sys.stdout.write(f"{path}: error: holds {what}: {text!r}\n")
    return len(found)


def main(arguments: list[str]) -> int:
    """Search; 1 when something was found."""
    paths = [path for path in tree.files(arguments) if not UNSEARCHED.fullmatch(path)]
    texts = {path: tree.text(path) for path in paths}
    errors = report(evaluation_ids(texts), "an evaluation id")
    hashed = hashed_copies(texts, shingles.unpack(shingles.FILE.read_bytes()), QUESTION)
    errors += report(hashed, "words of an evaluation question")
    folder = Path(os.environ.get("SEXTANT_EVAL_DIR", tree.ROOT.parent / "shared" / "eval" / "open"))
    if folder.is_dir():
        if stale(folder):
            errors += report(
                {shingles.FILE.name: str(folder)}, "other hashes than `python -m tests.lint.shingles` gives for"
            )
        errors += report(copies(texts, passages(folder), PASSAGE), "words of an evaluation passage")
    else:
        sys.stdout.write("leaks: SKIPPED the search for wording of passages: the set is not beside this checkout\n")
    sys.stdout.write(f"leaks: {len(paths)} files, {errors} errors\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
