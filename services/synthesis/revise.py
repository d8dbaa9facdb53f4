"""Takes out of a draft what its check did not confirm, and says so."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.core.domain.answer import AnswerSentence, Claim, Draft, Verdict
from services.core.domain.finding import Finding
from services.language.aspects import aspects
from services.language.clauses import figures
from services.language.openings import opening
from services.language.tokens import content_tokens
from services.synthesis.citations import renumbered
from services.synthesis.compose.replies import shortened
from services.synthesis.numbers import leans_back, name_of
from services.synthesis.plain import ended
from services.synthesis.ports import DraftToRevise
from services.synthesis.wording import Wording

_CLAIMING = frozenset({"answer", "support", "conflict"})
_BARE = 2
# "A is earlier: 1950, against 1961 for B": with one side gone nothing is left of which came first.
_RANKS = re.compile(r"\b(?:is|lived) [\w' -]+: .+, against .+ for |[更得][^：，]{1,8}：.+，而.+为")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is left of a sentence, None when nothing is; and what was taken out, by name."""

    sentence: AnswerSentence | None
    removed: tuple[str, ...] = ()


def revised(task: DraftToRevise, wording: Wording) -> Draft:
    """Only what was confirmed; an abstention when no sentence that answers is left."""
    draft, question = task.draft, task.question.text
    if draft.abstained:
        return draft
    by_sentence: dict[int, list[Claim]] = {}
    for claim in task.claims:
        by_sentence.setdefault(claim.sentence, []).append(claim)
    kept = [
        _kept(sentence, by_sentence.get(index, []), (task, wording)) for index, sentence in enumerate(draft.sentences)
    ]
    removed = list(dict.fromkeys([*draft.unconfirmed, *(name for each in kept for name in each.removed)]))
    sentences = [each.sentence for each in kept if each.sentence and each.sentence.kind != "unconfirmed"]
    if not _answers(draft, kept) or not any(sentence.kind in _CLAIMING for sentence in sentences):
        return _abstained(task, wording, removed or [question.rstrip("?？ ")])
    if removed:
        sentences.append(
            AnswerSentence(wording.say("unconfirmed", names=wording.named(removed, question)), (), "unconfirmed")
        )
    moved, citations = renumbered(sentences, draft.citations)
    short = _short(draft, moved)
    return replace(draft, sentences=moved, citations=citations, unconfirmed=tuple(removed), short_answer=short)


def _short(draft: Draft, sentences: Sequence[AnswerSentence]) -> str:
    """The short answer, unless part of the sentence that gives it is gone: then what is left of that sentence."""
    before = next((each.text for each in draft.sentences if each.kind == "answer"), "")
    now = next((each.text for each in sentences if each.kind == "answer"), "")
    if before == now or not now or _letters(draft.short_answer) in _letters(now):
        return draft.short_answer
    return shortened(now)


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum()).lower()


def _kept(sentence: AnswerSentence, claims: Sequence[Claim], around: tuple[DraftToRevise, Wording]) -> Kept:
    task, wording = around
    if sentence.kind not in _CLAIMING or not claims:
        return Kept(sentence)
    good = [claim for claim in claims if claim.verdict is Verdict.SUPPORTED]
    if len(good) == len(claims):
        return Kept(sentence)
    failed = [claim for claim in claims if claim.verdict is not Verdict.SUPPORTED]
    question = task.question.text
    removed = tuple(_name(claim, sentence, question, wording=wording) for claim in failed)
    against = next((claim for claim in failed if claim.verdict is Verdict.CONTRADICTED and claim.evidence), None)
    good = [] if sentence.kind == "answer" and _RANKS.search(sentence.text) else leaning_dropped(claims, good)
    if good:
        joint = "，" if wording.chinese else ", "
        text = ended(joint.join(claim.text.strip(" .。,，;；") for claim in good))
        return Kept(replace(sentence, text=text), removed)
    if against and sentence.kind == "answer":
        return Kept(_otherwise(against, (task, wording)), removed)
    return Kept(None, removed)


def leaning_dropped(claims: Sequence[Claim], good: Sequence[Claim]) -> list[Claim]:
    """The good claims without those that lean on one that is gone, as 即较小者的22.1% leans on its difference."""
    kept: list[Claim] = []
    for at, claim in enumerate(claims):
        leans = at > 0 and leans_back(claim.text)
        if claim in good and not (leans and claims[at - 1] not in kept):
            kept.append(claim)
    return kept


def _otherwise(claim: Claim, around: tuple[DraftToRevise, Wording]) -> AnswerSentence | None:
    """A sentence that says what the contradicting source says, when the draft already cites that source."""
    task, wording = around
    number = next((each.n for each in task.draft.citations if each.passage_id in claim.evidence), 0)
    title = _title(task.findings, claim.evidence)
    if not number or not title or "source says" not in claim.reason:
        return None
    said = claim.reason.rpartition("source says ")[2]
    text = wording.say("says", title=title, date="", value=said)
    return AnswerSentence(wording.ended(text), (number,), "conflict")


def _title(findings: Sequence[Finding], passages: Sequence[str]) -> str:
    sources = [item.passage for finding in findings for item in finding.evidence]
    known = {each.id: each.title or opening(each.text) for each in sources}
    return next((known[each] for each in passages if known.get(each)), "")


def _name(claim: Claim, sentence: AnswerSentence, question: str, *, wording: Wording) -> str:
    """A failed claim by name; a bare yes, name or figure is named by the question."""
    rest = claim.text
    for each in sorted(figures(rest), key=lambda each: -each.start):
        rest = rest[: each.start] + rest[each.end :]
    if not aspects(claim.text) and len(content_tokens(rest)) <= _BARE:
        return question.rstrip("?？ ")
    return name_of(claim.text, sentence.text, question, wording=wording)


def _answers(draft: Draft, kept: Sequence[Kept]) -> bool:
    """Whether a sentence that gave the direct answer is still there, if there was one."""
    pairs = list(zip(draft.sentences, kept, strict=True))
    direct = [each for sentence, each in pairs if sentence.kind == "answer"]
    if not direct:
        return True
    return any(each.sentence is not None and each.sentence.kind == "answer" for each in direct)


def _abstained(task: DraftToRevise, wording: Wording, missing: Sequence[str]) -> Draft:
    text = wording.say("abstain")
    notice = AnswerSentence(text, (), "notice")
    named = AnswerSentence(
        wording.say("unconfirmed", names=wording.named(missing, task.question.text)), (), "unconfirmed"
    )
    return replace(
        task.draft, sentences=(notice, named), short_answer="", abstained=True, citations=(), unconfirmed=tuple(missing)
    )
