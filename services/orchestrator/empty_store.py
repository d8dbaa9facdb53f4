"""A question while there is nothing to search: said so, with what to do, as an abstention."""

from services.core.domain.answer import AnswerSentence, Check, Confidence, Draft
from services.core.errors import DeadlinePassed, Unavailable
from services.orchestrator.answering import Checked
from services.orchestrator.evidence import PassageMemory
from services.orchestrator.ports import RetrievalService, Writing
from services.orchestrator.steps import Steps

NOTICES = {
    "en": "There are no documents yet. Run `sextant ingest <folder>`.",
    "zh": "还没有任何文档。请先运行 `sextant ingest <文件夹>`。",
}
_UNKNOWN = -1


async def nothing_to_search(
    writing: Writing, steps: Steps, service: RetrievalService, *, memory: PassageMemory
) -> bool:
    """Whether nothing was found because there is nothing. Asked only when no search found or missed anything."""
    if steps.degraded or any(finding.evidence for finding in writing.findings):
        return False
    if await steps.knows("final") and not await steps.knows("holdings"):
        return False  # a run from before this step was there

    async def held() -> int:
        try:
            return await service.holdings(memory.context)
        except (Unavailable, DeadlinePassed):
            return _UNKNOWN  # the answer says that nothing was found, which is true

    return await steps.take("holdings", int, held) == 0


def notice(writing: Writing) -> Checked:
    """What the reader is told, in the language of the question."""
    text = NOTICES.get(writing.question.language, NOTICES["en"])
    draft = Draft((AnswerSentence(text, kind="notice"),), "", abstained=True)
    return Checked(writing, draft, Check((), Confidence(0.0, "low", ("there are no documents",))))
