"""Reflection: after every level of a plan, go on, write the answer, or plan again."""

from collections.abc import Sequence

from services.core.domain.finding import Finding
from services.core.domain.plan import MAX_SUB_QUESTIONS, Decision, SubQuestion
from services.decompose.ports import FindingsToReflect, Reflection
from services.decompose.progress import WHOLE, Progress, again, good, progress_of

MAX_REPLANS = 2
_BETTER = 0.05


def decided(task: FindingsToReflect, max_replans: int = MAX_REPLANS) -> Reflection:
    """What to do after the findings so far, with the reason in words."""
    ready = _ready(task.plan.sub_questions, task.findings)
    progress = progress_of(task.question, task.plan, task.findings)
    if not progress.missing:
        return Reflection(Decision.FINISH, _found(progress))
    if ready:
        return Reflection(
            Decision.CONTINUE, f"{_count(len(ready), 'sub-question')} can be answered now: {_named(ready)}"
        )
    why = _failure(progress, task.findings)
    if task.replans >= max_replans:
        return Reflection(Decision.FINISH, f"{why}; it was planned again {task.replans} times already")
    if task.replans and not _helped(task.plan.sub_questions, task.findings):
        return Reflection(Decision.FINISH, f"{why}; other words brought nothing better")
    used = len(task.plan.sub_questions)
    room = MAX_SUB_QUESTIONS - used
    if room <= 0:
        return Reflection(Decision.FINISH, f"{why}; no more sub-questions may be asked")
    fresh, how = again(progress, task.question, task.context, room=room, start=used + 1)
    if not fresh:
        return Reflection(Decision.FINISH, f"{why}; {how}")
    return Reflection(Decision.REPLAN, f"{why}; {how}")


def _ready(subs: Sequence[SubQuestion], findings: Sequence[Finding]) -> list[SubQuestion]:
    """Sub-questions that were not worked on and whose inputs are there."""
    done = {found.sub_question_id for found in findings}
    answered = {found.sub_question_id for found in findings if found.answer is not None}
    return [sub for sub in subs if sub.id not in done and set(sub.depends_on) <= answered]


def _helped(subs: Sequence[SubQuestion], findings: Sequence[Finding]) -> bool:
    """Whether asking a part again, or the question as a whole, got further than the part asked first."""
    scores = {found.sub_question_id: found.sufficiency.score for found in findings}
    first: dict[str, float] = {}
    parted = any(sub.aspect != WHOLE for sub in subs)
    for sub in sorted(subs, key=lambda one: one.id):
        score = scores.get(sub.id, 0.0)
        if score >= first.setdefault(sub.aspect, 0.0 if parted and sub.aspect == WHOLE else score) + _BETTER:
            return True
    return False


def _found(progress: Progress) -> str:
    if progress.whole is not None:
        return "the question as a whole is answered"
    return f"what the answer needs is found ({_count(len(progress.answers), 'sub-question')} answered)"


def _failure(progress: Progress, findings: Sequence[Finding]) -> str:
    missing = "; ".join(sub.text for sub in progress.missing[:3])
    blocked = [found for found in findings if found.ended == "blocked"]
    weak = [found for found in findings if found.answer is not None and not good(found)]
    if blocked:
        return f"not answered: {missing}, because an earlier answer is missing"
    best = max((found.sufficiency.score for found in weak), default=0.0)
    return f"not answered: {missing}" + (f" (the best evidence so far reaches {best:.2f})" if best else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _named(subs: Sequence[SubQuestion]) -> str:
    return "; ".join(sub.text for sub in subs[:3])
