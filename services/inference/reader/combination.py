"""The trained reader's spans, checked by rules: kind of answer, measure, period, closeness, and whole figures.

The trained reader finds spans; it takes a neighbouring figure for the one asked and hardly knows when there is no
answer. Both are what rules see, so a logistic combination scores the spans and says whether a passage answers at all.
The weights are set by what each feature means and were checked on 100 questions of an open evaluation set with gold
and retrieved passages: token F1 of the best span .44 (trained alone .39, rules alone .20); AUC of "holds an answer"
.78 (trained .60).
"""

from collections.abc import Sequence

import numpy as np

from services.inference.port import Reading, Text
from services.inference.reader.model import TrainedSpan, WindowReading
from services.inference.rules import reader as rules
from services.inference.rules.asked import MOST_TEXT, Asked, ask
from services.inference.rules.candidates import Candidate, Surroundings, probability, value_of
from services.language.answer_edges import edged
from services.language.tokens import content_tokens

# The trained logit / 10, then candidates.FEATURES.
SPAN_WEIGHTS = (3.0, 1.5, 1.0, 1.0, 0.5, 0.5, 0.5, -2.0, 1.0, 1.0, 0.5, -0.5)
SPAN_BIAS = -3.0
# Logit of the best span, the best trained logit / 10, the relevance of the best window / 10, then rules.coverage.
ANSWERABLE_WEIGHTS = (0.2, 0.5, 0.0, 1.5, 0.3, 2.5, 1.0, 0.8)
ANSWERABLE_BIAS = -3.0
_PHRASES = ("reason", "definition", "yesno")
"""Their answers begin with small words that mean something: because of, by doing."""
_MOST_TRAINED = 6
"""Trained spans of a passage that are looked at: each may cost the analysis of a sentence, 2 ms."""
_UNSEEN = -20.0
"""Trained logit of a span that the trained reader did not propose."""


def combine(question: str, passages: Sequence[Text], windows: Sequence[WindowReading], *, limit: int) -> Reading:
    """At most `limit` spans, best first, with a probability that each passage holds no answer."""
    asked = ask(question, passages)
    around = [Surroundings(asked, index, passage) for index, passage in enumerate(passages)]
    scored: list[tuple[Candidate, float]] = []
    none: list[float] = []
    for one in around:
        own = [window for window in windows if window.passage == one.index]
        found = candidates(asked, one, [span for window in own for span in window.spans])
        scored += [(each, probability(each.features, SPAN_WEIGHTS, SPAN_BIAS)) for each in found]
        features = answerable_features(one, found, relevance_of(own))
        none.append(1 - probability(features, ANSWERABLE_WEIGHTS, ANSWERABLE_BIAS))
    return Reading(tuple(rules.best_spans(scored, limit)), tuple(none))


def relevance_of(windows: Sequence[WindowReading]) -> float:
    """The relevance of a passage's best window, as log odds; very low for a passage without any."""
    return max((window.relevance for window in windows), default=_UNSEEN)


def answerable_features(around: Surroundings, found: Sequence[Candidate], relevance: float) -> tuple[float, ...]:
    """What tells whether a passage answers; see ANSWERABLE_WEIGHTS."""
    best = max((rules.logit(one.features, SPAN_WEIGHTS, SPAN_BIAS) for one in found), default=SPAN_BIAS)
    trained = max((one.features[0] for one in found), default=_scaled(_UNSEEN))
    return best, trained, _scaled(relevance), *rules.coverage(around)


def candidates(asked: Asked, around: Surroundings, trained: Sequence[TrainedSpan]) -> list[Candidate]:
    """The trained spans of one passage with their values made whole, and what rules propose beside them."""
    found: dict[tuple[int, int], Candidate] = {}
    for span in sorted(trained, key=lambda span: -span.logit)[:_MOST_TRAINED]:
        start, end = _trimmed(around.text, span)
        if asked.shape.expects not in _PHRASES:
            start, end = edged(around.text, start, end)
        if start >= min(end, MOST_TEXT) or not content_tokens(around.text[start:end]):
            continue  # nothing, or nothing but stop words and marks
        sentence = around.sentence_at(start)
        value, (start, end) = value_of(sentence, (start, end))
        if value is None and end - start < 2 and not around.text[start].isdigit():
            continue  # a piece of a word
        if (start, end) not in found:
            found[start, end] = _with(around.candidate((start, end), sentence, value), span.logit)
    for proposed in rules.candidates(asked, around):
        found.setdefault((proposed.start, proposed.end), _with(proposed, _UNSEEN))
    return list(found.values())


def _with(candidate: Candidate, logit: float) -> Candidate:
    features = (_scaled(logit), *candidate.features)
    return Candidate(candidate.passage, candidate.start, candidate.end, features)


def _scaled(logit: float) -> float:
    return float(np.clip(logit, _UNSEEN, -_UNSEEN)) / 10


def _trimmed(text: str, span: TrainedSpan) -> tuple[int, int]:
    start, end = span.start, min(span.end, len(text))
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
