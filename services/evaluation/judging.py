"""One prediction against what is expected of it: named measures, each in [0, 1] unless it says otherwise.

accuracy            right: the answer where one is expected, an abstention, or a reported conflict with the right value
token_f1            best token F1 of the judged text with an accepted form, averaged over the groups
citation            1 when the cited passages cover every group of evidence (answered questions only)
citation_precision  share of the cited passages that are evidence: a lower bound
cited               number of passages cited
recall@k, all@k, hit@k, mrr@10   of the passages retrieved; questions to a database have none
false_abstain, false_answer, conflict_flagged, false_conflict, from_memory
seconds             as measured
"""

from collections.abc import Mapping, Sequence
from typing import Any

from services.evaluation import wording
from services.evaluation.gold import Gold

Json = Any  # dict, list, str, int, float, bool or None
Measures = dict[str, float]

DEPTHS = (5, 10, 20)
_LONG_REFERENCE, _REFERENCE_COVERED = 12, 0.6
_YES_NO = frozenset({"yes", "no", "是", "否", "不是", "是的"})


def judge(gold: Gold, line: Mapping[str, Json]) -> Measures:
    """The measures that apply to a question. A question without a prediction is judged as an empty answer."""
    text = judged_text(gold, line)
    abstained, conflict = bool(line.get("abstained")), bool(line.get("conflict"))
    found: Measures = {"accuracy": float(_right(gold, text, abstained=abstained, conflict=conflict))}
    if gold.expected == "answer":
        found["false_abstain"] = float(abstained)
        found["token_f1"] = 0.0 if abstained else _f1(gold, text)
        found |= _citations(gold, line) if not abstained else {}
    elif gold.expected == "abstain":
        found["false_answer"] = float(not abstained)
        if gold.withheld:
            found["from_memory"] = float(any(wording.contains(text, form) for form in gold.withheld) and not abstained)
    else:
        found["conflict_flagged"] = float(conflict)
    if gold.expected != "flag_conflict":
        found["false_conflict"] = float(conflict)
    found |= _retrieval(gold, line)
    if line.get("seconds") is not None:
        found["seconds"] = float(line["seconds"])
    return found


def judged_text(gold: Gold, line: Mapping[str, Json]) -> str:
    """What of an answer is judged: what opens it, or of long forms the first 250 words or 600 Chinese characters."""
    if gold.long_form:
        return wording.opening(line.get("answer") or "", 250, 600)
    return wording.opening(line.get("short_answer") or line.get("answer") or "", 20, 50)


def _right(gold: Gold, text: str, *, abstained: bool, conflict: bool) -> bool:
    if gold.expected == "abstain":
        return abstained
    if gold.expected == "flag_conflict":
        return conflict and (not gold.answers or _says(gold, text))
    return not abstained and _says(gold, text)


def _says(gold: Gold, text: str) -> bool:
    """Whether a text gives the answer: a form of every group, or the number in its scale."""
    forms = {wording.folded(form) for group in gold.answers for form in group}
    if forms and forms <= _YES_NO:
        return _opens_with(text, forms)
    if gold.number is not None and _has_number(gold, text):
        return True
    return bool(gold.answers) and all(any(_states(text, form) for form in group) for group in gold.answers)


def _opens_with(text: str, forms: set[str]) -> bool:
    plain = wording.folded(text)
    return any(plain == form or plain.startswith(form if not form.isascii() else f"{form} ") for form in forms)


def _states(text: str, form: str) -> bool:
    if wording.contains(text, form):
        return True
    long = len(wording.words(form)) > _LONG_REFERENCE
    return long and wording.covered(text, form) >= _REFERENCE_COVERED


def _has_number(gold: Gold, text: str) -> bool:
    """The expected number stands there. The sign may be the wording's: a decrease of 5 is -5."""
    expected = gold.number
    if expected is None:
        return False
    room = max(expected.tolerance * abs(expected.value), 1e-9)
    near = (wording.in_scale(value, unit, expected.scale) for value, unit in wording.numbers(text))
    return any(abs(abs(value) - abs(expected.value)) <= room for value in near)


def _f1(gold: Gold, text: str) -> float:
    groups = [max((wording.token_f1(text, form) for form in group), default=0.0) for group in gold.answers]
    return sum(groups) / len(groups) if groups else 0.0


def _citations(gold: Gold, line: Mapping[str, Json]) -> Measures:
    if not gold.evidence:
        return {}
    cited = list(dict.fromkeys(line.get("cited_ids") or ()))
    found: Measures = {
        "citation": float(all(group & set(cited) for group in gold.evidence)),
        "cited": float(len(cited)),
    }
    if cited:
        evidence = frozenset().union(*gold.evidence)
        found["citation_precision"] = sum(each in evidence for each in cited) / len(cited)
    return found


def _retrieval(gold: Gold, line: Mapping[str, Json]) -> Measures:
    if not gold.evidence or gold.category == "sql" or gold.expected == "abstain":
        return {}
    return ranking_measures(gold, list(dict.fromkeys(line.get("retrieved_ids") or ())))


def ranking_measures(gold: Gold, ids: Sequence[str]) -> Measures:
    """Recall, all, hit at each depth and the reciprocal rank of the first evidence among ten, of a ranking of ids."""
    found: Measures = {}
    for depth in DEPTHS:
        top = set(ids[:depth])
        hits = sum(bool(group & top) for group in gold.evidence)
        found[f"recall@{depth}"] = hits / len(gold.evidence)
        found[f"all@{depth}"] = float(hits == len(gold.evidence))
        found[f"hit@{depth}"] = float(hits > 0)
    evidence = frozenset().union(*gold.evidence)
    first = next((rank for rank, each in enumerate(ids[:10], start=1) if each in evidence), 0)
    found["mrr@10"] = 1 / first if first else 0.0
    return found
