"""What evidence lacks, in words, and the search that could bring it."""

from collections.abc import Sequence

from services.core.domain.passage import Evidence
from services.factcheck import kinds
from services.factcheck.answers import Candidate
from services.factcheck.asked import Asked
from services.factcheck.presence import UNKNOWN, present

_SAID = {
    "en": {
        "name": 'the entity "{}"',
        "aspect": 'the measure "{}"',
        "period": 'the period "{}"',
        "words": '"{}"',
        "all": "any evidence",
    },
    "zh": {
        "name": "实体“{}”",
        "aspect": "指标“{}”",
        "period": "时期“{}”",
        "words": "“{}”",
        "all": "任何证据",
    },
}
_LITTLE = 0.75


def missing_words(asked: Asked, best: Candidate | None, evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """What is missing, most important first, each once; names that no passage holds come first."""
    said = _SAID["zh" if asked.language == "zh" else "en"]
    if best is None and not evidence:
        return (said["all"],)
    lacking = [("name", name) for name in absent_names(asked, evidence)]
    lacking += best.fit.lacking if best else []
    found = [said[part].format(words) for part, words in dict.fromkeys(lacking)]
    kind = kinds.words(asked)
    if kind and (best is None or best.fit.kind < UNKNOWN):
        found.append(kind)
    return tuple(found)


def next_query(asked: Asked, best: Candidate | None, evidence: Sequence[Evidence]) -> str | None:
    """Names, then what is missing, then the rest of the question's own terms; None when nothing particular is missing.

    A name that no passage holds is searched with the measure alone: the rest of the question found the wrong documents.
    """
    absent = absent_names(asked, evidence)
    lacking = [words for part, words in (best.fit.lacking if best else ()) if part in ("aspect", "period", "words")]
    if not absent and not lacking and not (best is not None and best.fit.score < _LITTLE):
        return None
    names = absent or [named.text for named in asked.names]
    measures = [asked.name_of(key) for key in sorted(asked.aspects)]
    times = [asked.text[each.start : each.end] for each in asked.periods if each.start >= 0]
    terms = [*names, *lacking, *measures, *times, *([] if measures or lacking else asked.written(asked.words))]
    query = " ".join(dict.fromkeys(term for term in terms if term)).strip()
    return query if query and query != asked.text.strip() else None


def absent_names(asked: Asked, evidence: Sequence[Evidence]) -> list[str]:
    """Names of the question that no passage holds."""
    texts = [f"{item.passage.title} {item.passage.section} {item.passage.text}" for item in evidence]
    names = [named for named in asked.names if not named.passing]
    return [named.text for named in names if not any(present(named.key, text) >= UNKNOWN for text in texts)]
