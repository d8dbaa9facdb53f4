"""How far a plan has come: which of its parts are answered, and which way of asking could still answer the others."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from services.core.domain.finding import Finding
from services.core.domain.plan import Combination, Plan, SubQuestion
from services.core.domain.question import Question, RunContext
from services.decompose.chain import ANSWER, asked, links, needs, phrasings
from services.decompose.glossary import reworded
from services.decompose.plan import fitted, renumbered, shape_of
from services.language.detect import language_of
from services.language.structure.chains import chain_of

# An answer below this is not one to build on: ask in another way when there is one.
WEAK = 0.6
# Parts of lower priority are welcome, but nothing is planned again for them.
NEEDED = 0.7
# What a question as a whole is called among its parts: it has no name of its own, its text is read instead.
WHOLE = ""
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(shape, re.IGNORECASE), said)
    for shape, said in (
        (r"^when (was|were|did)\b", r"In which year \1"),
        (r"^where is (.+?)(?: located| based)?\?$", r"What is the location of \1?"),
        (r"^how many ([\w ]+?) (?:does|did) (.+?) (?:have|employ)(.*)\?$", r"What is the number of \1 of \2\3?"),
        (r"^who (manages|runs|leads|heads) (.+?)\?$", r"Who is the manager of \2?"),
        (r"^who is in charge of (.+?)\?$", r"Who is the manager of \1?"),
        (r"^in which (\w+) (is|does) (.+?)(?: located| stand)?\?$", r"What is the \1 of \3?"),
        (r"是什么时候(.+?)的？$", r"是哪一年\1的？"),
        (r"的(\w+?)是多少？$", r"\1有多少？"),
        (r"由谁担任(\w+?)？$", r"的\1是谁？"),
        (r"的(\w+?)是(?:谁|哪位)？$", r"由谁担任\1？"),
        (r"(?:位于|坐落在|在)哪[个座](\w+?)？$", r"所在\1是哪里？"),
    )
)


@dataclass(frozen=True, slots=True)
class Progress:
    """The first way of asking of every part, how they combine, and what was found by whichever way."""

    parts: tuple[SubQuestion, ...]
    combination: Combination
    findings: tuple[Finding, ...]
    answers: Mapping[int, Finding]
    whole: Finding | None

    @property
    def missing(self) -> list[SubQuestion]:
        """Parts that the answer needs and that nothing has answered."""
        if self.whole is not None:
            return []
        if self.combination is Combination.CHAIN:
            last = self.parts[-1:]
            return [part for part in last if part.id not in self.answers]
        needed = [part for part in self.parts if part.priority >= NEEDED or len(self.parts) == 1]
        return [part for part in needed if part.id not in self.answers]


def good(finding: Finding) -> bool:
    """Whether an answer is one to build on."""
    return finding.answer is not None and finding.sufficiency.score >= WEAK


def progress_of(question: Question, plan: Plan, findings: Sequence[Finding]) -> Progress:
    """Take stock. The plan may hold later ways of asking: the first of every aspect is the part."""
    parts = _first_of_each(plan.sub_questions)
    answers: dict[int, Finding] = {}
    for part in parts:
        if any(number not in answers for number in part.depends_on):
            continue
        texts = {_key(part.resolved(_texts(answers)))}
        texts |= {_key(replace(part, text=other).resolved(_texts(answers))) for other in ways_of(part, question, parts)}
        found = next((each for each in findings if good(each) and _key(each.question) in texts), None)
        found = found or next((each for each in findings if good(each) and each.sub_question_id == part.id), None)
        if found:
            answers[part.id] = found
    whole = next((each for each in findings if good(each) and _key(each.question) == _key(question.text)), None)
    return Progress(parts, plan.combination, tuple(findings), answers, whole)


def _first_of_each(subs: Sequence[SubQuestion]) -> tuple[SubQuestion, ...]:
    named = [sub for sub in subs if sub.aspect != WHOLE]
    parts: dict[str, SubQuestion] = {}
    for sub in sorted(named or subs, key=lambda one: one.id):
        parts.setdefault(sub.aspect, sub)
    return tuple(parts.values())


def _texts(answers: Mapping[int, Finding]) -> dict[int, str]:
    return {number: found.answer for number, found in answers.items() if found.answer is not None}


def _key(text: str) -> str:
    return re.sub(r"[\s?？。.!！]+", "", text).casefold()


def again(
    progress: Progress, question: Question, context: RunContext, *, room: int, start: int
) -> tuple[list[SubQuestion], str]:
    """New sub-questions for what is missing, and why; none when nothing new is worth asking.

    At most `room`, with ids from `start`. Texts that were asked are never asked again.
    """
    made = _anew(progress, question)
    partial = progress.combination in (Combination.COMPARE, Combination.COLLECT)
    if made and (len(made) <= room or partial):
        kept = {sub.aspect for sub in fitted(made, room)[0]}
        chosen = [sub for sub in made if sub.aspect in kept]
        if chosen:
            named = ", ".join(sub.aspect or "the question" for sub in chosen)
            return _numbered(chosen, progress, start), f"asked in other words: {named}"
    whole = shape_of(question, context).text
    before = _asked_before(progress)
    if room and len(progress.parts) > 1 and progress.whole is None and not {_key(whole), _key(question.text)} & before:
        return [SubQuestion(start, whole, aspect=WHOLE)], "the parts led nowhere: the question is asked as a whole"
    return [], "nothing new is worth asking"


def _anew(progress: Progress, question: Question) -> list[SubQuestion]:
    """What is missing in words not used yet, with all that rests on it; ids are still those of the parts."""
    before = _asked_before(progress)
    known = _texts(progress.answers)
    made: list[SubQuestion] = []
    for part in _open(progress):
        ways = [replace(part, text=way) for way in ways_of(part, question, progress.parts)]
        fresh = next((way for way in ways if _key(way.resolved(known)) not in before), None)
        if fresh:
            made.append(fresh)
    return _with_dependents(made, progress)


def _asked_before(progress: Progress) -> set[str]:
    return {_key(each.question) for each in progress.findings}


def _numbered(chosen: Sequence[SubQuestion], progress: Progress, start: int) -> list[SubQuestion]:
    """With ids from `start`, and placeholders that name whoever answered."""
    ids = {number: found.sub_question_id for number, found in progress.answers.items()}
    ids |= {sub.id: start + at for at, sub in enumerate(chosen)}
    return [renumbered(sub, ids) for sub in chosen]


def _open(progress: Progress) -> list[SubQuestion]:
    """Unanswered parts whose own inputs are there, and that something missing rests on."""
    by_id = {part.id: part for part in progress.parts}
    waiting, reached = [part.id for part in progress.missing], set[int]()
    while waiting:
        current = waiting.pop()
        if current not in reached and current in by_id and current not in progress.answers:
            reached.add(current)
            waiting += by_id[current].depends_on
    return [
        part
        for part in progress.parts
        if part.id in reached and all(number in progress.answers for number in part.depends_on)
    ]


def _with_dependents(made: list[SubQuestion], progress: Progress) -> list[SubQuestion]:
    """What rests on a part that is asked again is asked again, too."""
    ids = {sub.id for sub in made}
    replaced = {sub.id: sub for sub in made}
    for part in progress.parts:
        if part.id not in ids and ids & set(part.depends_on):
            ids.add(part.id)
    return [replaced.get(part.id, part) for part in progress.parts if part.id in ids]


def ways_of(part: SubQuestion, question: Question, parts: Sequence[SubQuestion]) -> list[str]:
    """Other questions for the same part, best first: phrasings of a link, names of a measure, another shape."""
    ways: list[str] = []
    chain = chain_of(question.text)
    if chain and part.aspect.startswith("link ") and len(links(chain)) == len(parts):
        number = part.aspect.removeprefix("link ").partition(":")[0]
        ways += phrasings(chain.descriptions[int(number) - 1])[1:]
    language = language_of(re.sub(r"\{\d+\}", "", part.text))
    ways += reworded(part.text, language)
    ways += _otherwise(part.text)
    kept = [asked(way) for way in dict.fromkeys(ways)]
    return [way for way in kept if way != part.text and needs(way) == part.depends_on]


def _otherwise(text: str) -> list[str]:
    """The same question in another shape: "When was X opened?" → "In which year was X opened?"."""
    return [pattern.sub(said, text) for pattern, said in _SHAPES if pattern.search(text)]


__all__ = ["ANSWER", "Progress", "again", "good", "progress_of", "ways_of"]
