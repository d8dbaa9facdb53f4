"""A plan of one to five self-contained sub-questions, as a dependency graph."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.core.domain.plan import Combination, Plan, SubQuestion
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Category
from services.decompose.aspects import aspects_of
from services.decompose.chain import asked, links
from services.decompose.compare import branches
from services.decompose.operands import described, operands
from services.decompose.periods import with_dates
from services.decompose.referents import Known, self_contained
from services.decompose.subjects import subject_of
from services.language.structure.chains import Chain, chain_of
from services.language.structure.comparisons import Comparison, Setting, comparison_of
from services.language.structure.each_zh import told_apart
from services.language.structure.operations import operation_of
from services.language.structure.parts import asked_together, parts_of

_SLOT = re.compile(r"\{(\d+)\}")
# "respectively, and which is higher": the values are wanted to be set against each other.
_WEIGHS = re.compile(
    "更|最[高低多少大小早晚先长短贵重轻快慢]|谁[先早晚高多]|哪.{0,6}[先早晚]|相比|比较|相差|差多少|合计|总共"
    r"|\bwhich\b.*(?:er|more|less|first)\b"
)
_CHOICE = re.compile(r",\s+(?!(?:and|or|who|what|when|where|which)\b)[^,]+(?:,\s+[^,]+)*,?\s+or\s+[^,]+$")


@dataclass(frozen=True, slots=True)
class Shape:
    """How a question is built, as far as a plan needs to know it. `text` has its relative times said absolutely."""

    text: str
    parts: tuple[str, ...]
    comparison: Comparison | None
    chain: Chain | None
    past: bool


def shape_of(question: Question, context: RunContext) -> Shape:
    """Take a question apart for planning."""
    text = with_dates(question.text, question.time_ranges, locale=context.locale, language=question.language)
    parts = tuple(parts_of(text)) or (text,)
    past = any(time.end < context.now.date() for time in question.time_ranges)
    parts = _chosen_first(parts)
    comparison = comparison_of(parts[0])
    chain = None if comparison else chain_of(text if len(parts) == 1 else parts[0])
    return Shape(text, parts, comparison, chain, past)


def _chosen_first(parts: tuple[str, ...]) -> tuple[str, ...]:
    """ "Which opened first and who runs it, A or B": the choice belongs to the question that chooses."""
    choice = _CHOICE.search(parts[-1]) if len(parts) > 1 else None
    first = f"{parts[0]}{choice.group()}" if choice else ""
    if not choice or comparison_of(parts[0]) or not comparison_of(first):
        return parts
    return (first, *parts[1:-1], parts[-1][: choice.start()])


def first_plan(question: Question, context: RunContext, category: Category, *, most: int) -> Plan:
    """The plan of a question that was not worked on yet, at most `most` sub-questions."""
    question = replace(question, text=_SLOT.sub(r"(\1)", question.text))
    shape = shape_of(question, context)
    subs, combination, reason = _planned(shape, question, category)
    if combination is Combination.CHAIN and len(subs) > most:
        subs, combination, reason = (
            [SubQuestion(1, asked(shape.text))],
            Combination.SINGLE,
            "the chain is longer than the plan may be",
        )
    kept, dropped = fitted(subs, most)
    return Plan(tuple(kept), combination, tuple(dropped), (reason, *_cut(dropped, most)))


def _cut(dropped: Sequence[str], most: int) -> list[str]:
    return [f"{len(dropped)} of lower priority were cut: at most {most} are asked"] if dropped else []


Made = tuple[list[SubQuestion], Combination, str]
"""Sub-questions, how their answers combine, and why it is planned so."""


def _planned(shape: Shape, question: Question, category: Category) -> Made:
    made = _computed(shape) or _set_side_by_side(shape) or _chain(shape) or _in_turn(shape)
    if made:
        return made
    if category is Category.ANALYTICAL:
        subs = aspects_of(question, shape.text, past=shape.past)
        if len(subs) > 1:
            return subs, Combination.COLLECT, "what happened, when, and why are found separately"
    return [SubQuestion(1, _as_asked(shape, question))], Combination.SINGLE, "one search answers it"


def _computed(shape: Shape) -> Made | None:
    operation = operation_of(shape.text) if len(shape.parts) == 1 else None
    return (operands(operation), Combination.COMPARE, described(operation)) if operation else None


def _set_side_by_side(shape: Shape) -> Made | None:
    apart = [] if len(shape.parts) > 1 or _weighs(shape) else told_apart(shape.parts[0])
    if len(apart) > 1:
        return _apart(apart), Combination.COLLECT, f"it asks the same of {len(apart)} things"
    if shape.comparison is None:
        return None
    subs = branches(shape.comparison, shape.parts[1:], shape.past)
    names = ", ".join(f"{thing.period}{thing.name}" for thing in shape.comparison.things)
    each = shape.comparison.setting is Setting.EACH and not _WEIGHS.search(shape.text)
    how = "the same is asked of" if each else "it compares"
    return (
        subs,
        Combination.COLLECT if each else Combination.COMPARE,
        f"{how} {names}: one branch for each thing and aspect",
    )


def _chain(shape: Shape) -> Made | None:
    if shape.chain is None or len(shape.parts) > 1:
        return None
    names = "; ".join(each.text for each in shape.chain.descriptions)
    return links(shape.chain), Combination.CHAIN, f"it describes things that must be found first: {names}"


def _in_turn(shape: Shape) -> Made | None:
    listed = _listed(shape)
    return (listed, Combination.COLLECT, f"it asks {len(listed)} things at once") if len(listed) > 1 else None


def _weighs(shape: Shape) -> bool:
    """Whether a comparison wants more than each thing's value: which is higher, by how much, or of whose source."""
    comparison = shape.comparison
    return comparison is not None and (
        comparison.setting not in (Setting.EACH, Setting.PERIODS)
        or any(thing.lead for thing in comparison.things)
        or _WEIGHS.search(shape.text) is not None
    )


def _apart(questions: Sequence[str]) -> list[SubQuestion]:
    return _labelled([SubQuestion(at, asked(text), aspect=_aspect(text)) for at, text in enumerate(questions, start=1)])


def _as_asked(shape: Shape, question: Question) -> str:
    """The question as the person wrote it, unless its times had to be said absolutely."""
    return question.text.strip() if shape.text == question.text else asked(shape.text)


def _listed(shape: Shape) -> list[SubQuestion]:
    """Each of several questions, self-contained; one that is a chain brings its links along."""
    made: list[SubQuestion] = []
    known = Known(subject_of(shape.parts[0]))
    for part in shape.parts:
        text = self_contained(part, known) if made else part
        inner = chain_of(text) if "{" not in text else None
        if inner:
            made += _chained(inner, part, before=len(made))
            # "…, and when was it opened?" is about what the description stands for.
            known = replace(known, thing=known.thing or f"{{{made[-2].id}}}").after(made[-1])
            continue
        for single in asked_together(text):
            said = part if _SLOT.search(single) else single
            made.append(SubQuestion(len(made) + 1, asked(single), _slots(single), aspect=_aspect(said)))
        known = known.after(made[-1])
    return _labelled(made)


def _chained(inner: Chain, part: str, *, before: int) -> list[SubQuestion]:
    """The links of a chain among other questions, called by what they describe and by the question itself."""
    names = [*(each.text for each in inner.descriptions), part]
    moved = {number: number + before for number in range(1, len(names) + 1)}
    return [
        renumbered(replace(sub, aspect=_aspect(_SLOT.sub("", name))), moved)
        for sub, name in zip(links(inner), names, strict=True)
    ]


def _labelled(subs: Sequence[SubQuestion]) -> list[SubQuestion]:
    """The sub-questions with aspects of their own, the earlier the more important."""
    said: set[str] = set()
    made = []
    for at, sub in enumerate(subs):
        aspect = sub.aspect if sub.aspect not in said else f"{sub.aspect} ({sub.id})"
        said.add(aspect)
        made.append(replace(sub, aspect=aspect, priority=max(0.05, 1.0 - 0.05 * at)))
    return made


def _aspect(text: str) -> str:
    return " ".join(text.split()).strip(" ?？")[:60]


def _slots(text: str) -> tuple[int, ...]:
    return tuple(sorted({int(number) for number in _SLOT.findall(text)}))


def renumbered(sub: SubQuestion, ids: dict[int, int]) -> SubQuestion:
    """The sub-question with its id, its placeholders and dependencies renamed."""
    text = _SLOT.sub(lambda match: f"{{{ids.get(int(match[1]), int(match[1]))}}}", sub.text)
    needs = tuple(ids.get(number, number) for number in sub.depends_on)
    return replace(sub, id=ids.get(sub.id, sub.id), text=text, depends_on=needs)


def fitted(subs: Sequence[SubQuestion], most: int, start: int = 1) -> tuple[list[SubQuestion], list[str]]:
    """At most `most`, the most important, ids from `start`; and the texts of the rest.

    What a kept one depends on is kept with it: a sub-question that would cost more places than there are is dropped.
    """
    by_id = {sub.id: sub for sub in subs}
    kept: set[int] = set()
    for sub in sorted(subs, key=lambda one: (-one.priority, one.id)):
        wanted = _closure(sub, by_id) | kept
        if len(wanted) <= most:
            kept = wanted
    ordered = [sub for sub in subs if sub.id in kept]
    ids = {sub.id: start + place for place, sub in enumerate(ordered)}
    return [renumbered(sub, ids) for sub in ordered], [sub.text for sub in subs if sub.id not in kept]


def _closure(sub: SubQuestion, by_id: dict[int, SubQuestion]) -> set[int]:
    wanted, waiting = set[int](), [sub.id]
    while waiting:
        current = waiting.pop()
        if current not in wanted and current in by_id:
            wanted.add(current)
            waiting += by_id[current].depends_on
    return wanted
