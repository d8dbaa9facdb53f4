"""No figure without a source: what no cited sentence states is taken out, and named.

The guard works on any text, whoever wrote it: each part of a sentence that states a figure is held against the
sentences cited. "Revenue was 3.5 million and profit 0.4 million" with a source for the revenue alone keeps the first
half, and "profit in 2022" is what could not be confirmed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.language.aspects import aspects, fits
from services.language.clauses import clauses, figures
from services.language.numbers import Quantity, quantities, same_quantity
from services.language.statements import Value, periods, values
from services.synthesis.plain import ended
from services.synthesis.sources import Source
from services.synthesis.wording import Wording

_TITLE = re.compile("《[^》]*》")
_LEANS = re.compile(
    r"^\W*(?:or\s(?=[\d.,]+\s?%|about|roughly)|i\.e\.|that is\b|which (?:is|was|means|makes)\b|against\b"
    r"|compared\b|versus\b|up from\b|down from\b|of which\b|an? (?:increase|decrease|rise|fall|drop)\b"
    r"|(?:more|less|higher|lower) than that\b"
    r"|即|也就是|亦即|相当于|折合|其中|同比|环比|较上年|较去年|比上年|比去年|而(?!且)|占其|占比)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Guarded:
    """What is left of a sentence ("" when nothing is), and what was taken out, by name."""

    text: str
    unconfirmed: tuple[str, ...] = ()


def guarded(text: str, sources: Sequence[Source], *, question: str, wording: Wording) -> Guarded:
    """The sentence without the figures that none of its sources states."""
    parts = [text[span.start : span.end] for span in clauses(text)]
    stated: list[str] = []
    for at, part in enumerate(parts):
        if is_stated(part, sources) and not (at and leans_back(part) and parts[at - 1] not in stated):
            stated.append(part)
    if len(stated) == len(parts):
        return Guarded(text)
    removed = tuple(name_of(part, text, question, wording=wording) for part in parts if part not in stated)
    joint = "，" if wording.chinese else ", "
    return Guarded(ended(joint.join(part.strip(" ,，;；") for part in stated)) if stated else "", removed)


def leans_back(part: str) -> bool:
    """Whether a part of a sentence says nothing without the part before it: "or 22 % of the smaller", 即…."""
    return _LEANS.match(part) is not None


def is_stated(part: str, sources: Sequence[Source]) -> bool:
    """Whether every figure of a statement stands in a source, said of the same measure and period as far as both
    say."""
    said = [value for value in values(part) if value.quantity]
    return all(_stands(value, source_values(sources), sources) for value in said)


def all_in_place(text: str, sources: Sequence[Source]) -> bool:
    """Whether every figure of a text stands somewhere in its sources, whatever it is said of. The numbers of a date are
    no figures."""
    days = periods(text)
    said = [each for each in figures(text) if not any(day.start < each.end and each.start < day.end for day in days)]
    return all(any(_in_place(each, source) for source in sources) for each in said)


def source_values(sources: Sequence[Source]) -> list[Value]:
    """Every value of the sources' sentences."""
    return [value for source in sources for value in source.values()]


def name_of(part: str, sentence: str, question: str, *, wording: Wording) -> str:
    """What a statement is about, without its figure: "profit in 2022", 2022年的利润; the question where its words name
    no measure of their own."""
    thing = _thing(part, question)
    if not thing:
        return question.strip(" ?？.。")
    for text in (part, sentence, question):
        spoken = periods(text)
        if spoken and spoken[0].start >= 0:
            return wording.say("of_period", name=thing, period=text[spoken[0].start : spoken[0].end])
    return thing


def _thing(part: str, question: str) -> str:
    """The measure of a statement as the question calls it, else as the statement does; titles name none."""
    bare = _TITLE.sub(" ", part)
    said = [each for each in aspects(bare) if each.kind in ("measure", "term", "role")]
    asked = aspects(question)
    for each in asked:
        if fits({each.key}, {other.key for other in said}):
            return question[each.start : each.end]
    return bare[said[0].start : said[0].end] if said else ""


def unanswered(question: str, answer: str, *, wording: Wording) -> tuple[str, ...]:
    """Measures that a question about several asks for and the answer leaves out."""
    asked = [mention for mention in aspects(question) if mention.kind == "measure"]
    distinct = {mention.key: mention for mention in asked}
    if len(distinct) < 2:
        return ()
    said = {mention.key for mention in aspects(answer)}
    spoken = periods(question)
    missing = [question[each.start : each.end] for key, each in distinct.items() if not fits({key}, said)]
    if len(missing) == len(distinct):
        return ()
    if spoken and spoken[0].start >= 0:
        period = question[spoken[0].start : spoken[0].end]
        return tuple(wording.say("of_period", name=name, period=period) for name in missing)
    return tuple(missing)


def _stands(value: Value, known: Sequence[Value], sources: Sequence[Source]) -> bool:
    equal = [
        each for each in known if each.quantity and value.quantity and same_quantity(each.quantity, value.quantity)
    ]
    if equal:
        return any(_same_matter(value, each) for each in equal)
    return any(_in_place(value.quantity, source) for source in sources if value.quantity)


def _same_matter(value: Value, source: Value) -> bool:
    if value.aspects and source.aspects and not fits(value.aspects, source.aspects):
        return False
    return value.period is None or source.period is None or value.period.meets(source.period)


def _in_place(quantity: Quantity, source: Source) -> bool:
    """In the raw sentence, the title or the section: names such as "Kestrel 240" and headings hold figures too."""
    text = f"{source.raw} {source.text} {source.title} {source.passage.section}"
    return any(same_quantity(quantity, each) for each in quantities(text))
