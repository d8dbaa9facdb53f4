"""Things set against each other, by code: which is higher, lower, earlier, later, the same, and by how much."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from services.core.domain.finding import Finding
from services.language.aspects import keys
from services.language.entities import name_key
from services.language.nations import nations_of
from services.language.numbers import Quantity, quantities
from services.language.questions import shape_of
from services.language.statements import periods
from services.synthesis import arithmetic
from services.synthesis.compose import computed, lifespans
from services.synthesis.compose.collect import short_of
from services.synthesis.compose.comparatives import Comparative, comparative_of
from services.synthesis.compose.directions import Direction, direction_of
from services.synthesis.compose.labels import is_whole, label_of, things_of
from services.synthesis.compose.notices import lack
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, replies
from services.synthesis.compose.yesno import decided
from services.synthesis.plain import ended
from services.synthesis.sources import Source

_DATED = {Direction.MORE: Direction.LATER, Direction.LESS: Direction.EARLIER}
_COUNTED = {Direction.LATER: Direction.MORE, Direction.EARLIER: Direction.LESS}


def compose(brief: Brief) -> Composition:
    """The outcome first, with the winner's name, then the sentences that it rests on."""
    made = computed.compose(brief) or lifespans.compose(brief)
    if made:
        return made
    answered = _of_each(brief, replies(brief))
    missing = _missing(brief, answered)
    if len(answered) < 2 or missing:
        return _incomplete(brief, answered, missing)
    direction = direction_of(brief.question.text)
    asked = _comparative(brief, answered)
    composed = _ranked(brief, answered, asked) or _same(brief, answered, direction) or _side_by_side(brief, answered)
    links = [reply for reply in replies(brief) if _is_link(brief, reply.finding)]
    support = tuple(Part(ended(reply.source.text), "support", (reply.source,)) for reply in (*links, *answered))
    return Composition((*composed.parts, *_distinct(support)), composed.short_answer)


def _ranked(brief: Brief, answered: Sequence[Reply], asked: Comparative) -> Composition | None:
    """Figures or dates put in order, or taken from each other; None when they cannot be."""
    days = [_day(reply) for reply in answered]
    if all(day is not None for day in days) and not _all_measured(answered):
        dated = replace(asked, direction=_DATED.get(asked.direction, asked.direction))
        return _ordered(brief, answered, dated, sizes=[float(day) for day in days if day is not None])
    figures = [_figure(reply) for reply in answered]
    known = [figure for figure in figures if figure is not None]
    if len(known) < len(figures) or not all(arithmetic.comparable(known[0], other) for other in known[1:]):
        return None
    computed = _computed(brief, answered, asked.direction)
    if computed:
        return computed
    sizes = [float(arithmetic.size(figure)) for figure in known]
    counted = replace(asked, direction=_COUNTED.get(asked.direction, asked.direction))
    ranked = _ordered(brief, answered, counted, sizes=sizes)
    gap = _gap(brief, answered) if len(known) == 2 and ranked else None
    return Composition((*ranked.parts, gap), ranked.short_answer) if ranked and gap else ranked


def _ordered(
    brief: Brief, answered: Sequence[Reply], asked: Comparative, *, sizes: Sequence[float]
) -> Composition | None:
    pick: Callable[[Sequence[float]], float] | None = {
        Direction.MORE: max,
        Direction.LATER: max,
        Direction.LESS: min,
        Direction.EARLIER: min,
    }.get(asked.direction)
    if pick is None:
        return None
    if len(set(sizes)) == 1:
        return _equal(brief, answered)
    best = sizes.index(pick(sizes))
    winner, others = answered[best], [reply for at, reply in enumerate(answered) if at != best]
    say = brief.wording.say
    second, loser = others[0].short, others[0].label
    text = say("ranks", winner=winner.label, word=asked.word, first=winner.short, second=second, loser=loser)
    rest = [say("each", name=other.label, value=other.short) for other in others[1:]]
    text = say("joint").join([text, *rest])
    short = _verdict(brief, winner)
    lead = f"{short}{'，' if brief.wording.chinese else ', '}" if short != winner.label else ""
    return Composition((_part(brief, lead + text, [winner, *others]),), short)


def _comparative(brief: Brief, answered: Sequence[Reply]) -> Comparative:
    """Which way the question points for what was found."""
    known = [figure for reply in answered if (figure := _figure(reply))]
    said = [reply.source.text for reply in answered]
    figures = known if _all_measured(answered) or not any(_day(reply) for reply in answered) else []
    return comparative_of(brief.question.text, said, figures, chinese=brief.wording.chinese)


def _verdict(brief: Brief, winner: Reply) -> str:
    """The winner's name, or yes and no when the question asks whether the first one wins."""
    if brief.shape.expects != "yesno" or not brief.shape.comparands:
        return winner.label
    first = name_key(brief.shape.comparands[0])
    return brief.wording.say("yes" if name_key(winner.label) == first else "no")


def _equal(brief: Brief, answered: Sequence[Reply]) -> Composition:
    text = brief.wording.say("equal", values=_values(brief, answered))
    say = brief.wording.say
    short = say("no") if brief.shape.expects == "yesno" else say("same", value=answered[0].short)
    return Composition((_part(brief, text, answered),), short)


def _computed(brief: Brief, answered: Sequence[Reply], direction: Direction) -> Composition | None:
    """A difference, a ratio or a total that was asked for."""
    figures = [figure for reply in answered if (figure := _figure(reply))]
    say = brief.wording.say
    if direction is Direction.TOTAL:
        total = arithmetic.total(figures)
        text = say("total", values=brief.wording.listed([reply.short for reply in answered]), total=total)
        return Composition((_part(brief, text, answered, computed=True),), total) if total else None
    if len(figures) != 2:
        return None
    first, second = answered[0].short, answered[1].short
    if direction is Direction.RATIO:
        ratio = arithmetic.ratio(figures[0], figures[1])
        text = say("ratio", first=first, second=second, ratio=ratio)
        return Composition((_part(brief, text, answered, computed=True),), ratio) if ratio else None
    if direction is Direction.DIFFERENCE:
        gap = _gap(brief, answered)
        return Composition((gap,), arithmetic.difference(figures[0], figures[1])) if gap else None
    return None


def _gap(brief: Brief, answered: Sequence[Reply]) -> Part | None:
    figures = [figure for reply in answered if (figure := _figure(reply))]
    if len(figures) != 2 or figures[0].value == figures[1].value:
        return None
    share = arithmetic.share(*figures)
    text = brief.wording.say(
        "difference",
        first=answered[0].short,
        second=answered[1].short,
        gap=arithmetic.difference(*figures),
        percent=brief.wording.say("percent", share=share) if share else "",
    )
    kind = "answer" if direction_of(brief.question.text) is Direction.DIFFERENCE else "support"
    return Part(brief.wording.ended(text), kind, tuple(reply.source for reply in answered), computed=True)


def _same(brief: Brief, answered: Sequence[Reply], direction: Direction) -> Composition | None:
    """Whether the things have the same value: nationality, place, kind."""
    if direction is not Direction.SAME:
        return None
    same = _each_so(answered)
    if same is None:
        same = all(_alike(answered[0].short, other.short) for other in answered[1:])
    short = brief.wording.say("yes" if same else "no")
    values = _part(brief, _values(brief, answered), answered)
    return Composition((_part(brief, short, answered), values), short)


def _alike(a: str, b: str) -> bool:
    """Whether two answers are the same: a nation by its people or its country, a day, or words within each other."""
    nations = nations_of(a), nations_of(b)
    if all(nations):
        return bool(nations[0] & nations[1])
    left, right = name_key(a), name_key(b)
    return bool(left and right) and (f" {left} " in f" {right} " or f" {right} " in f" {left} " or _within_zh(a, b))


def _within_zh(a: str, b: str) -> bool:
    return not a.isascii() and not b.isascii() and (a in b or b in a)


def _each_so(answered: Sequence[Reply]) -> bool | None:
    """Whether what is asked of each ("are both American?") is so of all; None when it is no such question, or open."""
    if any(shape_of(reply.finding.question).expects != "yesno" for reply in answered):
        return None
    said = [decided(reply.finding.question, reply.source) for reply in answered]
    return False if False in said else (True if all(said) else None)


def _side_by_side(brief: Brief, answered: Sequence[Reply]) -> Composition:
    return Composition((_part(brief, _values(brief, answered), answered),), short_of(brief, list(answered)))


def _values(brief: Brief, answered: Sequence[Reply]) -> str:
    say = brief.wording.say
    return say("joint").join(say("each", name=reply.label, value=reply.short) for reply in answered)


def _part(brief: Brief, text: str, answered: Sequence[Reply], *, computed: bool = False) -> Part:
    led = [source for reply in answered for source in _led_by(brief, reply)]
    sources = tuple(dict.fromkeys((*(reply.source for reply in answered), *led)))
    return Part(brief.wording.ended(text), "answer", sources, computed)


def _led_by(brief: Brief, reply: Reply) -> list[Source]:
    """The sentences of the links that a reply hangs on: that its person directed the film it stands for."""
    needs = next((sub.depends_on for sub in brief.plan.sub_questions if sub.id == reply.finding.sub_question_id), ())
    return [each.source for each in replies(brief) if each.finding.sub_question_id in needs]


def _incomplete(brief: Brief, answered: Sequence[Reply], missing: Sequence[str]) -> Composition:
    """One branch is missing: no winner is named, and what is known is given as what it is."""
    names = brief.wording.listed(list(missing)) or brief.wording.quoted(brief.question.text)
    parts = [Part(lack(brief, names, phrase="cannot_compare"), "notice")]
    parts += [Part(ended(reply.source.text), "support", (reply.source,)) for reply in answered]
    return Composition(tuple(parts), "", abstained=True, unconfirmed=tuple(missing))


def _of_each(brief: Brief, answered: Sequence[Reply]) -> list[Reply]:
    """One reply a compared thing and measure; what the question as a whole found is of none of them."""
    kept: dict[tuple[str, frozenset[str]], Reply] = {}
    for reply in answered:
        if not _is_link(brief, reply.finding) and not is_whole(brief, reply.finding):
            kept.setdefault((reply.label, keys(reply.finding.question)), reply)
    return list(kept.values())


def _is_link(brief: Brief, finding: Finding) -> bool:
    """Whether a finding only leads to another one: the director of a film, whose birth is compared."""
    return any(finding.sub_question_id in sub.depends_on for sub in brief.plan.sub_questions)


def _missing(brief: Brief, answered: Sequence[Reply]) -> list[str]:
    """Compared things of which nothing was found, else the parts without an answer; each once."""
    known = {reply.label for reply in answered}
    order = [each for each in in_order(brief) if not is_whole(brief, each) and not _is_link(brief, each)]
    things = [thing for finding in order for thing in things_of(brief, finding)]
    named = things or [label_of(brief, finding) for finding in order]
    distinct = {name_key(name) or name: name for name in reversed(named)}
    return [name for name in reversed(distinct.values()) if name not in known]


def _distinct(parts: Sequence[Part]) -> list[Part]:
    return list(dict.fromkeys(parts))


def _day(reply: Reply) -> int | None:
    """The day of a date, None for anything else."""
    if reply.value and reply.value.days:
        return reply.value.days.first.toordinal()
    found = periods(reply.short)
    return found[0].first.toordinal() if found else None


def _all_measured(answered: Sequence[Reply]) -> bool:
    return all(reply.value is not None and reply.value.quantity is not None for reply in answered)


def _figure(reply: Reply) -> Quantity | None:
    if reply.value and reply.value.quantity:
        return reply.value.quantity
    found = [each for each in quantities(reply.short) if each.value != Decimal(0) or each.text.strip() == "0"]
    return found[0] if found else None
