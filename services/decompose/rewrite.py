"""Phrasings of a sub-question to search with, another angle on every attempt, never one that was tried."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from services.core.domain.plan import Query
from services.decompose.declarative import declarative
from services.decompose.glossary import reworded, synonyms, terms, translations
from services.decompose.periods import with_dates
from services.decompose.ports import QuestionToRewrite, Rewriting
from services.decompose.subjects import subject_of
from services.language.detect import language_of
from services.language.entities import named_entities
from services.language.structure.courtesy import bare
from services.language.structure.spans import times_of
from services.language.tokens import keywords

MOST_KEYWORDS = 10
_LONGEST = 4_000
_MOST_WORDS = 60


@dataclass(frozen=True, slots=True)
class Source:
    """What phrasings are made from: the question, the same with absolute dates, its language, and its parts."""

    text: str
    dated: str
    language: str
    names: tuple[str, ...]
    times: tuple[str, ...]
    words: tuple[str, ...]


def rewritten(task: QuestionToRewrite, first: int = 3, later: int = 2) -> Rewriting:
    """At most `first` queries on the first attempt, at most `later` on every other; none when no angle is left."""
    source = _source(task)
    tried = {_key(text) for text in task.tried}
    if task.attempt == 1 and not task.tried:
        return Rewriting(tuple(_fresh(_opening(source), tried)[:first]), source.words)
    for angle in _angles(task, source):
        queries = _fresh(angle(), tried)[:later]
        if queries:
            return Rewriting(tuple(queries), source.words)
    return Rewriting((), source.words)


def _source(task: QuestionToRewrite) -> Source:
    question = task.question
    language = question.language if question.language in ("en", "zh") else language_of(question.text)
    dated = with_dates(question.text, question.time_ranges, locale=task.context.locale, language=language)
    subject = subject_of(dated)
    spans = [each for each, _ in times_of(dated)]
    times = [each.text for each in spans]
    names = [
        name.text
        for name in named_entities(dated)
        if not any(name.start < span.end_char and span.start_char < name.end for span in spans)
    ]
    return Source(
        question.text.strip(),
        dated.strip(),
        language,
        tuple(dict.fromkeys(_outermost([subject, *names]))),
        tuple(times),
        tuple(keywords(dated, MOST_KEYWORDS)),
    )


def _outermost(names: Iterable[str]) -> list[str]:
    """Names without those that are part of another."""
    kept: list[str] = []
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        if not any(name in other for other in kept):
            kept.append(name)
    return kept


def _opening(source: Source) -> list[Query]:
    """The question, the same in the other language's terms, and the sentence that would answer it."""
    queries = [Query(source.text, "original", 1.0)]
    other = _in_other_language(source)
    if other:
        queries.append(Query(other, "glossary", 0.6))
    sentence = declarative(source.dated)
    if sentence:
        queries.append(Query(sentence, "paraphrase", 0.7))
    queries.append(Query(_keyword_query(source), "keywords", 0.5))
    return queries


def _keyword_query(source: Source) -> str:
    words = list(source.words)
    extra = synonyms(source.text, source.language, most=1)
    return " ".join(dict.fromkeys([*words, *extra]))


def _in_other_language(source: Source) -> str:
    """Names and times as they are, the terms in the other language; "" when no term is known."""
    language = "en" if source.language == "zh" else "zh"
    outside = source.dated
    for name in source.names:
        outside = outside.replace(name, " ")
    said = translations(outside, language)
    if not said:
        return ""
    return " ".join([*source.names, *(_time_in(time, language) for time in source.times), *said])


def _time_in(time: str, language: str) -> str:
    """A plain year in the other language's way; other times as they are: digits match in both."""
    year = re.fullmatch(r"(?:FY\s?)?(\d{4})(?:年度?|财年)?", time.strip())
    if not year:
        return time
    return f"{year[1]}年" if language == "zh" else year[1]


def _angles(task: QuestionToRewrite, source: Source) -> list[Callable[[], list[Query]]]:
    """Angles in the order in which they are tried; an angle whose queries were all tried is passed over."""
    return [
        lambda: _missing(task, source),
        lambda: [
            Query(text, "angle", 0.9)
            for text in (_pointed(source), *reworded(source.dated, source.language)[:1])
            if text
        ],
        lambda: [Query(_keyword_query(source), "keywords", 0.8), *_optional(declarative(source.dated), "paraphrase")],
        lambda: [*_optional(_in_other_language(source), "glossary"), *_optional(_synonym_query(source), "glossary")],
        lambda: _broader(source),
        lambda: [Query(source.text, "original", 1.0), *_optional(source.dated, "angle")],
    ]


def _optional(text: str, kind: str) -> list[Query]:
    return [Query(text, kind, 0.8)] if text else []


def _missing(task: QuestionToRewrite, source: Source) -> list[Query]:
    """The search that the assessment proposed, then what it missed, with the names it is about."""
    queries = [Query(task.next_query.strip(), "missing", 1.0)] if task.next_query.strip() else []
    words = " ".join(task.missing).strip()
    if words:
        named = [name for name in source.names if name not in words]
        queries.append(Query(_short(" ".join([*named, words])), "missing", 0.9))
    return queries


def _pointed(source: Source) -> str:
    """Only the name, the measure and the time."""
    said = _said(source)
    return " ".join(dict.fromkeys([*source.names[:2], *said[:3], *source.times[:1]])) if source.names and said else ""


def _said(source: Source) -> list[str]:
    """The terms as written, but for those inside a name."""
    written = [source.dated[term.start : term.end] for term in terms(source.dated)]
    return [each for each in written if not any(each in name for name in source.names)]


def _synonym_query(source: Source) -> str:
    others = synonyms(source.text, source.language)
    return " ".join([*source.names[:2], *others, *source.times[:1]]) if others else ""


def _broader(source: Source) -> list[Query]:
    """Without the time, then the name alone."""
    said = _said(source)
    timeless = " ".join(dict.fromkeys([*source.names[:1], *said[:2]])) if source.times else ""
    return [Query(text, "angle", 0.7) for text in (timeless, " ".join(source.names[:1])) if text]


def _fresh(queries: Iterable[Query], tried: set[str]) -> list[Query]:
    """Queries that say something, were not tried, and do not repeat each other."""
    seen, kept = set(tried), list[Query]()
    for query in queries:
        text = query.text if query.kind == "original" else _short(query.text)
        text = text.strip()[:_LONGEST].strip()
        if bare(text) and _key(text) not in seen:
            seen.add(_key(text))
            kept.append(Query(text, query.kind, query.weight))
    return kept


def _key(text: str) -> str:
    return re.sub(r"[\s?？!！。.,，;；:：]+", " ", text).strip().casefold()


def _short(text: str) -> str:
    return " ".join(text.split()[:_MOST_WORDS])
