"""Which shape an answer takes."""

from services.core.domain.plan import Combination
from services.core.domain.route import Category
from services.language.open_questions import wants_passage
from services.synthesis.compose import chain, collect, compare, conflict, listing, passage, single, yesno
from services.synthesis.compose.notices import abstention, notice
from services.synthesis.compose.parts import Brief, Composition
from services.synthesis.compose.replies import Reply, replies

# What a conversation asks on about without asking for a value.
_TOLD = ("thing", "definition", "list", "reason", "yesno")


def composed(brief: Brief) -> Composition:
    """The answer in its shape: by how the plan combines its findings, then by what the question expects."""
    told = notice(brief)
    if told:
        return told
    if not brief.findings:
        return abstention(brief)
    match brief.plan.combination:
        case Combination.COMPARE if len(brief.findings) > 1:
            return conflict.with_conflicts(brief, compare.compose(brief))
        case Combination.CHAIN if len(brief.findings) > 1:
            if brief.shape.expects == "yesno":
                return yesno.compose(brief, brief.findings)
            return conflict.with_conflicts(brief, chain.compose(brief))
        case Combination.COLLECT if len(brief.findings) > 1:
            if _by_passages(brief):
                return _of_one(brief)
            return conflict.with_conflicts(brief, collect.compose(brief))
        case _:
            return _of_one(brief)


def collects(brief: Brief) -> bool:
    """Whether key sentences of whole passages are needed, and must be freed of duplicates first."""
    if brief.plan.combination is Combination.COLLECT and len(brief.findings) > 1:
        return True
    return brief.route.category is Category.ANALYTICAL or _by_passages(brief)


def _by_passages(brief: Brief) -> bool:
    """Whether a few sentences answer, and not a value: so the question asks, or so the conversation goes."""
    return _is_open(brief) or bool(brief.question.history) and brief.shape.expects in _TOLD


def _is_open(brief: Brief) -> bool:
    return wants_passage(brief.question.text) or bool(brief.question.history) and brief.shape.expects == "yesno"


def _of_one(brief: Brief) -> Composition:
    answered = replies(brief)
    if not answered:
        return _disputed(brief) or abstention(brief, _missing(brief), asked=brief.question.text)
    if _by_passages(brief) and (_is_open(brief) or not any(reply.value for reply in answered)):
        return conflict.with_conflicts(brief, passage.compose(brief, answered))
    if brief.route.category is Category.ANALYTICAL and brief.shape.expects != "yesno":
        return conflict.with_conflicts(brief, collect.compose(brief))
    best = max(answered, key=lambda reply: reply.finding.sufficiency.score)
    return _disputed(brief) or _shaped(brief, best)


def _disputed(brief: Brief) -> Composition | None:
    """What sources say differently; None where they do not disagree, or a statement cannot be cited."""
    return next(filter(None, (conflict.compose(brief, each) for each in brief.contradictions)), None)


def _shaped(brief: Brief, reply: Reply) -> Composition:
    if brief.shape.expects == "yesno":
        return yesno.compose(brief, (reply.finding,), reply.source)
    if brief.shape.expects == "list":
        return listing.compose(brief, reply)
    return single.compose(brief, reply)


def _missing(brief: Brief) -> str:
    """What the assessment missed, for a question of one part."""
    words = [word for finding in brief.findings for word in finding.sufficiency.missing]
    return brief.wording.listed(list(dict.fromkeys(words))[:2])
