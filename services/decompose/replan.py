"""Planning again: only what was not asked, for what is still missing."""

from services.core.domain.plan import MAX_SUB_QUESTIONS, Plan
from services.decompose.plan import first_plan
from services.decompose.ports import QuestionToPlan
from services.decompose.progress import again, progress_of


def replanned(task: QuestionToPlan) -> Plan:
    """New sub-questions after findings that did not suffice; an empty plan when nothing new is worth asking.

    What was planned first follows from the question alone, so it is planned once more to see what is missing. Ids go on
    behind every id that a plan can have used: those of the findings, and those planned but never worked on.
    """
    first = first_plan(task.question, task.context, task.route.category, most=MAX_SUB_QUESTIONS)
    progress = progress_of(task.question, first, task.findings)
    if not progress.missing:
        return Plan((), first.combination, reasons=("nothing is missing",))
    used = max([found.sub_question_id for found in task.findings], default=0)
    start = max(used, len(first.sub_questions), MAX_SUB_QUESTIONS - task.max_sub_questions) + 1
    fresh, how = again(progress, task.question, task.context, room=task.max_sub_questions, start=start)
    return Plan(tuple(fresh), first.combination, reasons=(how, *([task.reason] if task.reason else [])))
