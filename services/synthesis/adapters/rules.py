"""Writing by rules: the sources' own sentences, put in order, with the connecting words of the question's language."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from services.core.domain.answer import AnswerSentence, Draft
from services.inference.port import Inference
from services.language.detect import language_of
from services.language.questions import shape_of
from services.synthesis.budget import cost, within
from services.synthesis.citations import Citations
from services.synthesis.compose import rows
from services.synthesis.compose.choose import collects, composed
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.duplicates import distinct
from services.synthesis.numbers import all_in_place, guarded, unanswered
from services.synthesis.ports import AnswerToWrite, DraftToRevise
from services.synthesis.revise import revised
from services.synthesis.sources import Source, key_sentences
from services.synthesis.wording import Wording

_POOL = 24


class RulesWriter:
    """An extractive writer. It never says what no source says, and it calls no language model."""

    def __init__(
        self, inference: Inference, *, answer_floor: float = 0.6, support_sentences: int = 3, collect_sentences: int = 8
    ) -> None:
        self._inference = inference
        self._floor, self._support, self._collect = answer_floor, support_sentences, collect_sentences

    async def write(self, task: AnswerToWrite) -> AsyncIterator[AnswerSentence | Draft]:
        """Sentences as they are ready, then the draft."""
        brief = self._brief(task)
        if collects(brief):
            brief = replace(brief, pool=await self._pool(brief, task.context.budget.tokens))
        composition = rows.compose(brief) or checked(composed(brief), brief, task.context.budget.tokens)
        citations, sentences = Citations(), list[AnswerSentence]()
        for part in composition.parts:
            sentence = AnswerSentence(part.text, citations.cite(*part.sources), part.kind)
            sentences.append(sentence)
            yield sentence
        yield Draft(
            sentences=tuple(sentences),
            short_answer=composition.short_answer,
            abstained=composition.abstained,
            citations=citations.all(),
            unconfirmed=composition.unconfirmed,
        )

    async def revise(self, task: DraftToRevise) -> Draft:
        """The draft without what its check did not confirm."""
        return revised(task, Wording(_language(task.question.language, task.question.text)))

    def _brief(self, task: AnswerToWrite) -> Brief:
        return Brief(
            question=task.question,
            shape=shape_of(task.question.text),
            route=task.route,
            plan=task.plan,
            findings=task.findings,
            contradictions=task.contradictions,
            wording=Wording(_language(task.question.language, task.question.text)),
            today=task.context.now.date(),
            answer_floor=self._floor,
            support_sentences=self._support,
            collect_sentences=self._collect,
        )

    async def _pool(self, brief: Brief, tokens: int) -> Mapping[int, tuple[Source, ...]]:
        """Key sentences a finding, within the budget together, none twice across findings."""
        share = max(1, tokens // max(1, len(brief.findings)))
        owners: list[tuple[int, Source]] = []
        for finding in brief.findings:
            best = within(key_sentences(finding.evidence)[:_POOL], share)
            owners += [(finding.sub_question_id, source) for source in best]
        kept = await distinct([source for _, source in owners], self._inference)
        pool: dict[int, tuple[Source, ...]] = {}
        for number, source in owners:
            if any(source is each for each in kept):
                pool[number] = (*pool.get(number, ()), source)
        return pool


def checked(composition: Composition, brief: Brief, tokens: int) -> Composition:
    """The composition without figures that lack a source and within the budget; what was left out is named."""
    kept: list[Part] = []
    missing = list(composition.unconfirmed)
    left = tokens
    for part in composition.parts:
        left -= sum(cost(source.text) for source in part.sources)
        if left < 0 and part.kind == "support":
            continue
        text = part.text
        # Who says what names titles: their words are not what the figures are said of.
        quoted = part.kind == "conflict" and all_in_place(part.text, part.sources)
        if part.sources and not part.computed and not quoted:
            found = guarded(part.text, part.sources, question=brief.question.text, wording=brief.wording)
            missing += found.unconfirmed
            text = found.text
        if text:
            kept.append(replace(part, text=text))
    if not composition.abstained:
        text = " ".join(part.text for part in kept)
        missing += unanswered(brief.question.text, text, wording=brief.wording)
    return _named(replace(composition, parts=tuple(kept)), list(dict.fromkeys(missing)), brief)


def _named(composition: Composition, missing: list[str], brief: Brief) -> Composition:
    """What could not be confirmed is said once, at the end."""
    said = any(part.kind == "unconfirmed" for part in composition.parts) or composition.abstained
    if not missing or said:
        return replace(composition, unconfirmed=tuple(missing))
    names = brief.wording.named(missing, brief.question.text)
    last = Part(brief.wording.say("unconfirmed", names=names), "unconfirmed")
    return replace(composition, parts=(*composition.parts, last), unconfirmed=tuple(missing))


def _language(language: str, text: str) -> str:
    return language if language in ("en", "zh") else language_of(text)
