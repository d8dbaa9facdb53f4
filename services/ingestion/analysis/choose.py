"""Which analyser reads a sentence: the one for its language where the extra is installed, the plain one else."""

from functools import lru_cache

from services.documents.models import Mention, Triple
from services.ingestion.analysis import chinese, english
from services.ingestion.analysis.plain import PlainAnalyser
from services.ingestion.analysis.port import Analyser, Reading
from services.language.detect import language_of


class Analysers:
    """Reads every sentence by the analyser of its language; names that only the plain one knows are kept (product
    codes, quoted titles)."""

    def __init__(self, trained: dict[str, Analyser]) -> None:
        self._plain, self._trained = PlainAnalyser(), trained

    @property
    def name(self) -> str:
        """Those at work, e.g. "plain+spacy+jiagu"."""
        return "+".join([self._plain.name, *(one.name for one in self._trained.values())])

    def read(self, sentence: str, topic: str) -> Reading:
        """See `Analyser.read`."""
        plain = self._plain.read(sentence, topic)
        trained = self._trained.get(language_of(sentence)) if self._trained else None
        if trained is None:
            return plain
        better = trained.read(sentence, topic)
        names = [*better.names, *(one for one in plain.names if not _meets(one, better.names))]
        known = {(one.start, one.end) for one in plain.triples}
        triples = [*plain.triples, *(one for one in better.triples if (one.start, one.end) not in known)]
        return Reading(tuple(sorted(names, key=_start)), tuple(sorted(triples, key=_start)))


def _start(one: Mention | Triple) -> int:
    return one.start


def _meets(one: Mention, others: tuple[Mention, ...]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


@lru_cache(maxsize=1)
def analysers() -> Analysers:
    """Those of this process; models are loaded when the first sentence needs them."""
    trained: dict[str, Analyser] = {}
    if english.available():
        trained["en"] = english.EnglishAnalyser()
    if chinese.available():
        trained["zh"] = chinese.ChineseAnalyser()
    return Analysers(trained)
