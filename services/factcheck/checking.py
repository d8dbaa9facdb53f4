"""Verdicts: each statement of an answer against its sources, detail by detail."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from services.core.domain.answer import Claim, Contradiction, Draft, Verdict
from services.factcheck.arithmetic import computed, is_worked_out, spanned, unstated
from services.factcheck.asked import Asked
from services.factcheck.claims import Piece
from services.factcheck.comparatives import direction_holds, ranks_cited
from services.factcheck.consistency import rival_of
from services.factcheck.lines import Line
from services.factcheck.polarity import says_yes
from services.factcheck.query_rows import told_by_rows
from services.factcheck.strict import Detail, cited_lines, details, periods_with_ends, stands_in
from services.factcheck.tracing import HALF_COVERED, Trace
from services.language.numbers import Quantity, same_quantity
from services.language.statements import values
from services.language.tokens import content_tokens

_EITHER = re.compile(r"\bor\b|或|[\W_]+", re.IGNORECASE)
# What is asked of two at once, no line about one of them answers.
_ALIKE = re.compile(r"\bsame\b|\bboth\b|\bshare\b|相同|一样|同一|都是|均为|均是|是否都", re.IGNORECASE)


@dataclass(frozen=True)
class Bench:
    """What statements are judged with: the question, all lines of evidence, the draft, disagreements already
    reported."""

    asked: Asked
    lines: Sequence[Line]
    draft: Draft
    contradictions: Sequence[Contradiction]

    @cached_property
    def operands(self) -> list[Quantity]:
        """Figures of the answer that sources state: what may be computed with."""
        sourced = [value.quantity for line in self.lines for value in line.values if value.quantity]
        drafted = [value for sentence in self.draft.sentences for value in values(sentence.text)]
        said = _distinct(value.quantity for value in drafted if value.quantity)
        return [each for each in said if any(same_quantity(each, known) for known in sourced)]


@dataclass(slots=True)
class Case:
    """The case of one statement while it is judged."""

    piece: Piece
    trace: Trace
    outcome: list[Detail] = field(default_factory=list)
    under_question: bool = False


def judge(piece: Piece, traces: Sequence[Trace], bench: Bench) -> Claim:
    """The verdict on one statement."""
    told = told_by_rows(piece, bench.lines, bench.asked)
    if told is not None:
        return told
    if piece.polarity is not None:
        return _polar(piece, bench)
    if not direction_holds(piece.whole):
        return _claim(
            piece, Verdict.CONTRADICTED, methods=("numbers",), reason="the figures compare the other way round"
        )
    if piece.kind == "conflict" or _is_either(piece, bench):
        return _conflict(piece, bench)
    if _is_computed(piece, bench) or ranks_cited(piece.text, cited_lines(piece, bench.lines)):
        lines = list({line.passage.id: line for line in cited_lines(piece, bench.lines)}.values())
        return _claim(piece, Verdict.SUPPORTED, lines, methods=("numbers",), score=0.9)
    cases = _cases(piece, traces, bench)
    if not cases:
        return _unsourced(piece)
    best = max(cases, key=_standing)
    rivals = [each for case in cases for each in case.outcome if each.outcome == "against" and each.method == "numbers"]
    return _with_consistency(_verdict(best, rivals), best, bench)


def _polar(piece: Piece, bench: Bench) -> Claim:
    """A bare yes or no: the cited lines must say what the question puts, or deny it."""
    cited = cited_lines(piece, bench.lines)
    told = [(line, said) for line in cited if (said := says_yes(bench.asked, line)) is not None]
    agreeing = [line for line, said in told if said is piece.polarity]
    if agreeing:
        return _claim(piece, Verdict.SUPPORTED, agreeing, methods=("source", "negation"), score=0.85)
    if _ALIKE.search(bench.asked.text) and _follows_from_comparison(piece, bench.draft, least=1):
        return _claim(piece, Verdict.SUPPORTED, cited[:2], methods=("numbers",), score=0.8)
    if told:
        line = told[0][0]
        reason = f"the source says otherwise: {line.text}"
        return _claim(piece, Verdict.CONTRADICTED, [line], methods=("negation",), score=0.1, reason=reason)
    if _follows_from_comparison(piece, bench.draft):
        return _claim(piece, Verdict.SUPPORTED, cited[:1], methods=("numbers",), score=0.8)
    return _claim(piece, Verdict.UNSUPPORTED, methods=("source",), score=0.2, reason="no source says yes or no to it")


def _follows_from_comparison(piece: Piece, draft: Draft, *, least: int = 2) -> bool:
    """A yes or no that a sentence of the same answer, with the same citations, explains by figures or names."""
    cites = set(draft.sentences[piece.sentence].citations)
    return len(cites) >= least and any(
        cites <= set(other.citations) for index, other in enumerate(draft.sentences) if index != piece.sentence
    )


def _is_either(piece: Piece, bench: Bench) -> bool:
    """Whether it is nothing but the values of a reported disagreement: "EUR 3 million or 3.5亿元"."""
    for told in bench.contradictions:
        rest = piece.text
        for statement in sorted(told.statements, key=lambda each: -len(each.value)):
            rest = rest.replace(statement.value, " ", 1)
        if rest != piece.text and not _EITHER.sub("", rest):
            return True
    return False


def _conflict(piece: Piece, bench: Bench) -> Claim:
    """Who says what: every figure, date and name must stand in a cited passage, its title or its date."""
    cited = cited_lines(piece, bench.lines)
    said = piece.text
    for title in {statement.title for told in bench.contradictions for statement in told.statements}:
        said = said.replace(title, " ")  # What a source is called is no claim.
    missing = [value.text for value in values(said) if not any(stands_in(value, line) for line in cited)]
    lines = list({line.passage.id: line for line in cited}.values())
    if not missing and lines:
        return _claim(piece, Verdict.SUPPORTED, lines, methods=("source", "consistency"), score=0.9)
    reason = "not in the sources: " + ", ".join(missing)
    return _claim(piece, Verdict.PARTIAL if lines else Verdict.UNSUPPORTED, lines, methods=("source",), reason=reason)


def _cases(piece: Piece, traces: Sequence[Trace], bench: Bench) -> list[Case]:
    """The statement held against each of its likely sources."""
    near = [trace for trace in traces if trace.line and (trace.near or trace.coverage >= HALF_COVERED)]
    look = SecondLook(piece, bench)
    cases = []
    for trace in near:
        assert trace.line is not None
        cited = cited_lines(piece, bench.lines) or [trace.line]
        outcome = [look.at(detail, cited) for detail in details(piece, trace.line, cited)]
        cases.append(Case(piece, trace, outcome, _is_under_question(piece, bench)))
    return cases


def _standing(case: Case) -> tuple[float, ...]:
    against = sum(detail.outcome == "against" for detail in case.outcome)
    lacking = sum(detail.outcome == "lacking" for detail in case.outcome)
    return (-against, -lacking, case.trace.near, case.trace.coverage + case.trace.similarity)


def _is_under_question(piece: Piece, bench: Bench) -> bool:
    """Whether it is a value under words of the question: "chair: Dora Finlock". No source need repeat those."""
    head, colon, value = piece.text.replace("：", ":").partition(":")
    return bool(colon and value) and set(content_tokens(head)) <= set(content_tokens(bench.asked.text))


class SecondLook:
    """A figure or date of a statement that its best source lacks may stand in another cited line, or follow from cited
    figures. What each line says to the statement is found out once, however many sources it is held against."""

    def __init__(self, piece: Piece, bench: Bench) -> None:
        self._piece, self._bench = piece, bench
        self._said: dict[Line, list[Detail]] = {}

    def at(self, detail: Detail, cited: Sequence[Line]) -> Detail:
        """The detail as it stands after the second look."""
        if detail.outcome == "kept" or detail.method not in ("numbers", "dates"):
            return detail
        if detail.method == "numbers" and self._computed(detail):
            return Detail("numbers", detail.text, "kept")
        again = (each for line in cited for each in self._details(line) if each.outcome == "kept")
        return next((each for each in again if (each.method, each.text) == (detail.method, detail.text)), detail)

    def _details(self, line: Line) -> list[Detail]:
        if line not in self._said:
            self._said[line] = details(self._piece, line, ())
        return self._said[line]

    def _computed(self, detail: Detail) -> bool:
        said = (value for value in values(self._piece.text) if value.text == detail.text and value.quantity)
        quantity = next((value.quantity for value in said), None)
        return quantity is not None and computed(self._piece.whole, quantity, self._bench.operands)


def _is_computed(piece: Piece, bench: Bench) -> bool:
    """Whether it states a figure that no source has but that follows from figures that the answer cites."""
    said = [value.quantity for value in values(piece.text) if value.quantity]
    known = [value.quantity for line in bench.lines for value in line.values if value.quantity]
    new = unstated(said, known)
    if not new:
        return is_worked_out(piece.whole, [value.quantity for value in values(piece.whole) if value.quantity])
    operands = bench.operands
    lives = [periods_with_ends(line.text) for line in cited_lines(piece, bench.lines)]
    return all(computed(piece.whole, each, operands) or spanned(each, lives) for each in new)


def _distinct(said: Iterable[Quantity]) -> list[Quantity]:
    found: list[Quantity] = []
    for each in said:
        if not any(each.value == known.value and each.unit == known.unit for known in found):
            found.append(each)
    return found


def _verdict(case: Case, rivals: Sequence[Detail]) -> Claim:
    piece, trace = case.piece, case.trace
    assert trace.line is not None
    outcomes = ("against", "lacking", "kept")
    by = {outcome: [each for each in case.outcome if each.outcome == outcome] for outcome in outcomes}
    methods = tuple(dict.fromkeys((*(["source"] if trace.near else []), *(detail.method for detail in case.outcome))))
    lines = [trace.line]
    wrong = [each for each in by["against"] if each.method != "names"]
    wrong += [each for each in rivals if any(each.text == lacking.text for lacking in by["lacking"])]
    if wrong:
        reason = f"{wrong[0].text}: the source says {wrong[0].against or 'otherwise'}"
        return _claim(piece, Verdict.CONTRADICTED, lines, methods=methods, score=0.1, reason=reason)
    failed = [*by["against"], *by["lacking"]]
    if failed:
        reason = "not in the source: " + ", ".join(detail.text for detail in failed)
        verdict = Verdict.PARTIAL if _is_partial(case, failed, by["kept"]) else Verdict.UNSUPPORTED
        score = 0.5 if verdict is Verdict.PARTIAL else 0.2
        return _claim(piece, verdict, lines, methods=methods, score=score, reason=reason)
    if not trace.near and not case.under_question:
        reason = "only part of it is in the source"
        return _claim(piece, Verdict.PARTIAL, lines, methods=methods, score=0.5, reason=reason)
    score = 1.0 if trace.exact else min(1.0, 0.6 + 0.4 * max(trace.coverage, trace.similarity))
    return _claim(piece, Verdict.SUPPORTED, lines, methods=methods, score=score)


def _is_partial(case: Case, failed: Sequence[Detail], kept: Sequence[Detail]) -> bool:
    """Some of its figures stand, or only a name beside the point is missing."""
    beside = all(detail.method == "names" and detail.outcome == "lacking" for detail in failed)
    return case.trace.near if beside else any(detail.method == "numbers" for detail in kept)


def _unsourced(piece: Piece) -> Claim:
    """Nothing like it in the evidence."""
    return _claim(piece, Verdict.UNSUPPORTED, methods=("source",), reason="no source says it")


def _with_consistency(claim: Claim, case: Case, bench: Bench) -> Claim:
    """A supported figure that another document gives otherwise is less sure, and says so."""
    line = case.trace.line
    if claim.verdict is not Verdict.SUPPORTED or line is None:
        return claim
    texts = {value.text for value in values(case.piece.text) if value.quantity}
    for value in line.values:
        rival = rival_of(value, line, bench.lines) if value.text in texts else None
        if rival is None:
            continue
        reported = any(
            rival.line.passage.id in {each.passage_id for each in item.statements} for item in bench.contradictions
        )
        known = "reported" if reported else "not reported"
        reason = f"{rival.line.passage.title or 'another source'} says {rival.value.text} ({known})"
        methods = (*claim.methods, "consistency")
        evidence = [line, rival.line]
        score = claim.score * (0.9 if reported else 0.7)
        return _claim(case.piece, claim.verdict, evidence, methods=methods, score=score, reason=reason)
    return claim


def _claim(
    piece: Piece,
    verdict: Verdict,
    lines: Sequence[Line] = (),
    *,
    methods: Sequence[str],
    score: float = 0.0,
    reason: str = "",
) -> Claim:
    evidence = tuple(dict.fromkeys(line.passage.id for line in lines))
    return Claim(piece.text, piece.sentence, verdict, tuple(methods), evidence, round(score, 3), reason)
