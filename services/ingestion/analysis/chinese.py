"""Chinese by jiagu: its segmentation and entity taggers, and its model of relations.

The extra `sextant[analysis]`: the models lie inside the wheel. They take seconds and memory to load, once a process.
"""

import warnings
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import accumulate
from threading import Lock
from typing import Any

from services.documents.models import Mention, Triple
from services.ingestion.analysis.port import Reading
from services.language.relations import Relation

_KINDS = {"PER": "person", "LOC": "place", "ORG": "org"}
_SPELLED = {
    "父亲": Relation.FATHER, "母亲": Relation.MOTHER, "妻子": Relation.SPOUSE, "丈夫": Relation.SPOUSE,
    "配偶": Relation.SPOUSE, "儿子": Relation.CHILD, "女儿": Relation.CHILD, "出生日期": Relation.BORN,
    "去世日期": Relation.DIED, "逝世日期": Relation.DIED, "出生地": Relation.BIRTHPLACE, "去世地": Relation.DEATHPLACE,
    "国籍": Relation.NATIONALITY, "毕业院校": Relation.SCHOOL, "上映时间": Relation.RELEASED,
}  # fmt: skip
_LONGEST = 500


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("jiagu") is not None


class ChineseAnalyser:
    """See `services.ingestion.analysis.port.Analyser`."""

    name = "jiagu"

    def __init__(self) -> None:
        self._lock = Lock()

    @cached_property
    def _models(self) -> Any:  # noqa: ANN401 -- jiagu is untyped
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # its sources have old escapes
            import jiagu  # noqa: PLC0415 -- an extra

        jiagu.init()
        return jiagu

    def read(self, sentence: str, topic: str) -> Reading:
        """See `Analyser.read`."""
        if not sentence.strip() or len(sentence) > _LONGEST:
            return Reading()
        with self._lock:
            words = self._models.seg(sentence)
            tags = self._models.ner(words)
            said = self._models.knowledge(sentence)
        triples = (_triple(each, sentence) for each in said)
        found = sorted((one for one in triples if one is not None), key=lambda one: one.start)
        return Reading(tuple(_names(words, tags, sentence)), tuple(found))


def _names(words: Sequence[str], tags: Sequence[str], sentence: str) -> Iterator[Mention]:
    """Runs of B- and I- tags; words are joined to the sentence again, whose spaces segmentation may drop."""
    if "".join(words) != sentence:
        return
    starts = list(accumulate(map(len, words), initial=0))
    at = 0
    while at < len(words):
        begins, _, label = tags[at].partition("-")
        end = at + 1
        while end < len(words) and tags[end] == f"I-{label}":
            end += 1
        if begins == "B" and label in _KINDS:
            yield Mention(starts[at], starts[end], _KINDS[label])
        at = end


def _triple(said: Sequence[str], sentence: str) -> Triple | None:
    subject, relation, thing = said
    start = sentence.find(thing)
    if start < 0 or not thing or not subject:
        return None
    spelled = _SPELLED.get(relation)
    return Triple(subject, spelled.value if spelled else relation, start, start + len(thing))
