"""What an analyser gives of a sentence."""

from dataclasses import dataclass
from typing import Protocol

from services.documents.models import Mention, Triple


@dataclass(frozen=True, slots=True)
class Reading:
    """Names and triples of a sentence, in order of appearance; offsets count in the sentence."""

    names: tuple[Mention, ...] = ()
    triples: tuple[Triple, ...] = ()


class Analyser(Protocol):
    """Reads sentences. Safe to call from several threads."""

    name: str

    def read(self, sentence: str, topic: str) -> Reading:
        """What a sentence says; `topic` is what the text is about (its title), for "she" and "it". Never raises for
        any text."""
        ...
