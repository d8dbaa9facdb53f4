"""Reading sentences: the same tests for the plain analyser and, where `make analysis` was run, for the trained ones."""

from collections.abc import Sequence

import pytest

from services.documents.analysis_codec import decode_sentences, encode_sentences
from services.documents.models import Mention, StoredPassage, StoredSentence, Triple
from services.ingestion.analyse import analyse
from services.ingestion.analysis import chinese, english
from services.ingestion.analysis.choose import Analysers
from services.ingestion.analysis.port import Analyser, Reading


@pytest.fixture(scope="module", params=["plain", "trained"])
def reader(request: pytest.FixtureRequest) -> Analysers:
    if request.param == "plain":
        return Analysers({})
    if not (english.available() and chinese.available()):
        pytest.skip("without `make analysis` there are no trained analysers")
    return Analysers({"en": english.EnglishAnalyser(), "zh": chinese.ChineseAnalyser()})


def said(reader: Analysers, text: str, topic: str = "") -> set[tuple[str, str, str]]:
    [sentence] = analyse(StoredPassage(text, title=topic), reader=reader).sentences
    return {(one.subject, one.relation, text[one.start : one.end]) for one in sentence.triples}


@pytest.mark.parametrize(
    ("text", "topic", "triple"),
    [
        ("Mira Sato was born in Lyon on 3 May 1931.", "", ("Mira Sato", "birthplace", "Lyon")),
        ("She died in Porto.", "Mira Sato", ("Mira Sato", "deathplace", "Porto")),
        ("Her mother was Eva Lund.", "Mira Sato", ("Mira Sato", "mother", "Eva Lund")),
        ("王芳毕业于东海大学。", "王芳", ("王芳", "school", "东海大学")),
        ("李明1950年3月2日出生于杭州市。", "李明", ("李明", "birthplace", "杭州市")),
    ],
)
def test_a_relation_that_a_sentence_states_is_kept_with_its_place(
    reader: Analysers, text: str, topic: str, triple: tuple[str, str, str]
) -> None:
    assert triple in said(reader, text, topic)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Halcyon Robotics opened a plant in Lyon.", {"Halcyon Robotics", "Lyon"}),
        ("The RX-12 pump is made by Mira Sato.", {"RX-12", "Mira Sato"}),
        ("张伟在杭州工作。", {"张伟", "杭州"}),
    ],
)
def test_names_are_found_with_their_places(reader: Analysers, text: str, names: set[str]) -> None:
    [sentence] = analyse(StoredPassage(text), reader=reader).sentences
    assert names <= {text[one.start : one.end] for one in sentence.entities}


@pytest.mark.parametrize(
    "text", ["", " ", "。", "😀😀", "A" * 5_000, "שלום עולם", "王" * 3_000, "<|x|> \x00 {", "1 2 3"]
)
def test_no_text_is_too_odd(reader: Analysers, text: str) -> None:
    for sentence in analyse(StoredPassage(text), reader=reader).sentences:
        places = [(one.start, one.end) for one in sentence.entities]
        places += [(one.start, one.end) for one in sentence.triples]
        assert all(0 <= start < end <= len(text) for start, end in places)


def test_offsets_count_in_the_passage_not_in_the_sentence(reader: Analysers) -> None:
    text = "Nothing happened that day. Mira Sato was born in Lyon. 什么也没有发生。李明出生于杭州市。"
    found = analyse(StoredPassage(text, title="Mira Sato"), reader=reader).sentences
    places = [text[one.start : one.end] for sentence in found for one in sentence.triples]
    assert {"Lyon", "杭州市"} <= set(places)


class Told:
    """An analyser that says what it is told to."""

    name = "told"

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def read(self, sentence: str, topic: str) -> Reading:
        return self._reading


def read(trained: Analyser, text: str) -> Reading:
    return Analysers({"en": trained}).read(text, "")


def test_names_that_only_the_plain_analyser_knows_are_kept_beside_the_trained_ones() -> None:
    text = "Anders Holm repaired the RX-12 near Brennick."
    found = read(Told(Reading((Mention(0, 11, "person"), Mention(36, 44, "place")))), text).names
    assert [(text[one.start : one.end], one.kind) for one in found] == [
        ("Anders Holm", "person"),
        ("RX-12", "product"),
        ("Brennick", "place"),
    ]


def test_of_two_readings_of_one_place_the_named_relation_is_kept() -> None:
    found = read(Told(Reading(triples=(Triple("Mira Sato", "bear in", 22, 26),))), "Mira Sato was born in Lyon.")
    assert [(one.relation, one.start, one.end) for one in found.triples] == [("birthplace", 22, 26)]


@pytest.mark.parametrize("triples", [(), (Triple("王芳", "school", 3, 7), Triple("a", "found", 0, 1))])
def test_what_was_read_is_stored_and_comes_back(triples: Sequence[Triple]) -> None:
    kept = [StoredSentence(0, 9, (Mention(0, 2, "person"),), triples=tuple(triples))]
    assert decode_sentences(encode_sentences(kept)) == kept
