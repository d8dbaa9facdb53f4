"""Reading by rules: values of the expected kind in the sentences nearest to the question.

Deterministic; the answer when the trained reader's weights are absent, and the check on it when they are there.
"""

import re
from collections.abc import Iterator, Sequence

from services.inference.port import Reading, ReadSpan, Text
from services.inference.rules.asked import Asked, ask
from services.inference.rules.candidates import Candidate, Sentence, Surroundings, probability

NAME = "rules-reader-1"
# In the order of candidates.FEATURES.
SPAN_WEIGHTS = (4.0, 2.0, 2.5, 1.0, 1.0, 0.5, -3.0, 1.0, 1.0, 0.5, -0.5)
SPAN_BIAS = -6.5
# Logit of the best span, then Surroundings' best sentence, share, title, names, numbers.
ANSWERABLE_WEIGHTS = (0.25, 2.0, 0.3, 2.5, 1.0, 0.8)
ANSWERABLE_BIAS = -3.0
_MOST_SENTENCE = 300
_COPULA = re.compile("(?:是|叫做|叫作|名为|即)([\u3400-\u9fffA-Za-z·]{2,12})(?=[，。；、！？,;.)）]|$)")
_COMPLEMENT = 0.8
_NAMED = ("person", "org", "place", "thing", "list")
_OPEN = ("reason", "definition", "yesno", "list", "thing")


def read(question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
    """At most `limit` spans of the passages, best first, with a probability that each passage holds no answer."""
    asked = ask(question, passages)
    around = [Surroundings(asked, index, passage) for index, passage in enumerate(passages)]
    found = [list(candidates(asked, one)) for one in around]
    scored = [(one, probability(one.features, SPAN_WEIGHTS, SPAN_BIAS)) for group in found for one in group]
    none = [1 - answerable(one, group) for one, group in zip(around, found, strict=True)]
    return Reading(tuple(best_spans(scored, limit)), tuple(none))


def candidates(asked: Asked, around: Surroundings) -> Iterator[Candidate]:
    """Values of the best sentences, and those sentences whole where a question wants more than a value."""
    for sentence in around.best_sentences():
        for value in sentence.values:
            span = (value.start + sentence.span.start, value.end + sentence.span.start)
            yield around.candidate(span, sentence, value)
        for span in complements(around, sentence):
            yield around.candidate(span, sentence, None, fits=_COMPLEMENT if asked.shape.expects in _NAMED else 0.0)
        if asked.shape.expects in _OPEN:
            yield whole(around, sentence)


def complements(around: Surroundings, sentence: Sentence) -> Iterator[tuple[int, int]]:
    """What Chinese says after "is": 创始人是林致远. Names there are often in no lexicon."""
    taken = [(value.start, value.end) for value in sentence.values]
    for match in _COPULA.finditer(around.text[sentence.span.start : sentence.span.end]):
        if not any(start < match.end(1) and match.start(1) < end for start, end in taken):
            yield sentence.span.start + match.start(1), sentence.span.start + match.end(1)


def whole(around: Surroundings, sentence: Sentence) -> Candidate:
    """A sentence as a candidate, cut where it is very long."""
    return around.candidate(
        (sentence.span.start, min(sentence.span.end, sentence.span.start + _MOST_SENTENCE)), sentence, None
    )


def answerable(around: Surroundings, found: Sequence[Candidate]) -> float:
    """How likely the passage holds an answer, in [0, 1]."""
    best = max((logit(one.features, SPAN_WEIGHTS, SPAN_BIAS) for one in found), default=SPAN_BIAS)
    return probability((best, *coverage(around)), ANSWERABLE_WEIGHTS, ANSWERABLE_BIAS)


def coverage(around: Surroundings) -> tuple[float, ...]:
    """What the passage as a whole shares with the question."""
    return around.best_share, around.share, around.title_share, around.names, around.numbers


def logit(features: Sequence[float], weights: Sequence[float], bias: float) -> float:
    """The sum that `probability` squeezes."""
    return sum(w * f for w, f in zip(weights, features, strict=True)) + bias


def best_spans(scored: Sequence[tuple[Candidate, float]], limit: int) -> Iterator[ReadSpan]:
    """The best spans that do not overlap, best first; equal scores in order of passage and place."""
    taken: list[Candidate] = []
    for one, score in sorted(scored, key=lambda pair: (-pair[1], pair[0].passage, pair[0].start)):
        if len(taken) == limit:
            return
        if one.end <= one.start or any(_overlap(one, other) for other in taken):
            continue
        taken.append(one)
        yield ReadSpan(one.passage, one.start, one.end, score)


def _overlap(one: Candidate, other: Candidate) -> bool:
    return one.passage == other.passage and one.start < other.end and other.start < one.end
