"""Several findings told together: the parts of a question each with its answer, or one thing explained.

A question of several parts is answered part by part, in its own words. One that asks why or how it was is answered by
the main finding first, then by the few sentences that belong to it: what stands in other documents about other things
is left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.core.domain.finding import Finding
from services.core.domain.route import Category
from services.language.entities import name_key, named_entities
from services.language.tokens import content_tokens
from services.synthesis.compose.labels import is_whole, label_of, period_of
from services.synthesis.compose.notices import abstention, lack
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of, shortened
from services.synthesis.plain import ended
from services.synthesis.sources import Source

_SHORT_PARTS = 5
_MOST = 5
"""Sentences that explain one thing, the first among them."""
_SHARED = 0.34
_WHY = re.compile(
    r"\bbecause\b|\bdue to\b|\bcaused?\b|\bowing to\b|\bas a result\b|\breasons?\b|\bthanks to\b|\bdriven by\b"
    r"|\bled to\b|因为|由于|原因|导致|所致|受.{1,12}影响|得益于|缘于",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Told:
    """Which sentences an answer has told."""

    used: set[tuple[str, int]]

    def first_time(self, source: Source) -> bool:
        """Whether a sentence was not told yet; it counts as told from now on."""
        key = (source.passage.id, source.start)
        fresh = key not in self.used
        self.used.add(key)
        return fresh


def compose(brief: Brief) -> Composition:
    """Per part its answer and its sentence; or the main answer and what explains it. What was not found is said."""
    order = [finding for finding in in_order(brief) if len(brief.findings) == 1 or not _is_repeated(brief, finding)]
    found = {finding.sub_question_id: reply_of(brief, finding) for finding in order}
    answered = [reply for finding in order if (reply := found[finding.sub_question_id])]
    if not answered:
        return abstention(brief)
    course = [reply for reply in answered if reply.value and reply.value.quantity and period_of(reply.finding)]
    if len({period_of(reply.finding) for reply in course}) > 1 and is_whole(brief, order[0]):
        return _listed(brief, course, [])
    if brief.route.category is Category.ANALYTICAL and _is_one(brief, answered):
        return _explained(brief, answered)
    missing = [label_of(brief, finding) for finding in order if found[finding.sub_question_id] is None]
    return _listed(brief, answered, list(dict.fromkeys(missing)))


def _is_repeated(brief: Brief, finding: Finding) -> bool:
    """A later look at the whole question, beside its parts."""
    first = in_order(brief)[0]
    return finding is not first and is_whole(brief, finding)


def _is_one(brief: Brief, answered: Sequence[Reply]) -> bool:
    """Whether the question asks one thing: its first part is the question itself."""
    return is_whole(brief, answered[0].finding) or len(answered) == 1


def _listed(brief: Brief, answered: list[Reply], missing: list[str]) -> Composition:
    """Every part with its label, then the sentences that hold the answers."""
    short = short_of(brief, answered)
    sources = tuple(dict.fromkeys(reply.source for reply in answered[:_SHORT_PARTS]))
    parts = [Part(brief.wording.ended(short), "answer", sources)]
    told = _Told(set())
    for reply in answered:
        if told.first_time(reply.source) and _bare(reply.source.text) != _bare(short):
            parts.append(Part(ended(reply.source.text), "support", (reply.source,)))
    if missing:
        parts.append(Part(lack(brief, brief.wording.listed(missing), phrase="no_figure"), "unconfirmed"))
    return Composition(tuple(parts), short, unconfirmed=tuple(missing))


def _explained(brief: Brief, answered: list[Reply]) -> Composition:
    """The sentence that answers, then at most four that belong to it, in reading order."""
    main = _main(brief, answered)
    pool = [source for reply in answered for source in brief.pool.get(reply.finding.sub_question_id, ())]
    main = _with_reason(brief, main, pool)
    told = _Told(set())
    told.first_time(main.source)
    others = [reply.source for reply in answered if reply is not main and _belongs(brief, main, reply.source)]
    further = [source for source in others if told.first_time(source)]
    further += [source for source in pool if _belongs(brief, main, source) and told.first_time(source)]
    kept = further[: min(_MOST, brief.collect_sentences) - 1]
    places = {main.source.passage.id: -1} | {each.passage.id: at for at, each in reversed(list(enumerate(kept)))}
    ordered = sorted(kept, key=lambda source: (places[source.passage.id], source.start))
    parts = [Part(ended(main.source.text), "answer", (main.source,))]
    parts += [Part(ended(source.text), "support", (source,)) for source in ordered]
    return Composition(tuple(parts), _direct(main))


def _main(brief: Brief, answered: Sequence[Reply]) -> Reply:
    """The reply that answers: for why, the first whose sentence gives a reason."""
    if brief.shape.expects == "reason":
        return next((reply for reply in answered if _WHY.search(reply.source.text)), answered[0])
    return answered[0]


def _with_reason(brief: Brief, main: Reply, pool: Sequence[Source]) -> Reply:
    """For why: the sentence beside the answer that gives a reason, where the answer's own gives none."""
    if brief.shape.expects != "reason" or _WHY.search(main.source.text):
        return main
    near = [each for each in pool if each.passage.id == main.source.passage.id and _WHY.search(each.text)]
    return replace(main, source=near[0], short=shortened(near[0].text), value=None) if near else main


def _direct(main: Reply) -> str:
    """What the first words say: the span, or its whole sentence when that is short, too."""
    whole = shortened(main.source.text)
    return whole if main.value is None and len(whole) == len(main.source.text.rstrip(".。!！ ")) else main.short


def _belongs(brief: Brief, main: Reply, source: Source) -> bool:
    """Whether a sentence is about what the question is about: it has its name, or shares its words."""
    question = brief.question.text
    text = f"{source.text} {source.passage.title} {source.passage.section}"
    names = [name_key(each.text) for each in named_entities(question)]
    if source.passage.id == main.source.passage.id:
        return True
    if names and not any(name and name in name_key(text) for name in names):
        return False
    wanted = set(content_tokens(question)) - {word for name in names for word in content_tokens(name)}
    return len(wanted & set(content_tokens(text))) >= _SHARED * len(wanted) if wanted else False


def short_of(brief: Brief, answered: list[Reply]) -> str:
    """The short answers together, each with its label when there are several."""
    distinct = list({(reply.label, reply.short): reply for reply in answered}.values())
    if len({reply.short for reply in distinct}) == 1 and len(distinct) > 1 and _is_one(brief, distinct):
        distinct = distinct[:1]
    if len(distinct) == 1:
        return distinct[0].short
    say = brief.wording.say
    texts = [say("each", name=reply.label, value=reply.short) for reply in distinct[:_SHORT_PARTS]]
    joined = say("joint").join(texts)
    if shortened(joined) == joined:
        return joined
    return shortened(say("joint").join(reply.short for reply in distinct[:_SHORT_PARTS]))


def _bare(text: str) -> str:
    return "".join(character for character in text if character.isalnum()).lower()
