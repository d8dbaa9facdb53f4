"""The checkable statements of an answer: its sentences, parted where they state several figures."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from services.core.domain.answer import AnswerSentence, Draft
from services.language.clauses import clauses
from services.language.entities import name_key

CLAIMING = frozenset({"answer", "support", "conflict"})
_BETWEEN = re.compile(r"[;；]\s*")
_HEADED = re.compile(r"[^:：]{1,60}[:：]\s*[^:：\s][^:：]*")
_YES = frozenset({"yes", "是", "是的", "对"})
_NO = frozenset({"no", "否", "不是", "没有"})


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement: its text, the index of its sentence and that sentence, and the passages it cites."""

    text: str
    sentence: int
    whole: str
    kind: str
    cited: tuple[str, ...]

    @property
    def polarity(self) -> bool | None:
        """True for a bare yes, False for a bare no, None for anything else."""
        key = name_key(self.text)
        return True if key in _YES else (False if key in _NO else None)


def pieces(draft: Draft) -> list[Piece]:
    """Every statement in the order of the answer. Notices and what is said to be unconfirmed state nothing."""
    places = {citation.n: citation.passage_id for citation in draft.citations}
    found: list[Piece] = []
    for index, sentence in enumerate(draft.sentences):
        if sentence.kind in CLAIMING and any(character.isalnum() for character in sentence.text):
            found.extend(_parted(index, sentence, places))
    return found


def _parted(index: int, sentence: AnswerSentence, places: Mapping[int, str]) -> list[Piece]:
    cited = tuple(places[n] for n in sentence.citations if n in places)
    # A sentence that sets sources or branches against each other is one statement: apart, its halves say nothing.
    spans = [] if sentence.kind == "conflict" else clauses(sentence.text)
    texts = _listed(sentence) or [sentence.text[span.start : span.end].strip() for span in spans]
    texts = texts if len(texts) > 1 else [sentence.text.strip()]
    return [Piece(text, index, sentence.text, sentence.kind, cited) for text in texts]


def _listed(sentence: AnswerSentence) -> list[str]:
    """The parts of an answer that lists values under headings: "chair: Dora Finlock; seat: Lockmere"."""
    parts = [part.strip() for part in _BETWEEN.split(sentence.text.rstrip(".。"))]
    headed = len(parts) > 1 and sentence.kind == "answer" and all(_HEADED.fullmatch(part) for part in parts)
    return parts if headed else []
