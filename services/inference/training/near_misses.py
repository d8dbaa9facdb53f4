"""Passages that nearly answer: what was asked for is another figure, period, measure or name there, or the answer is
gone.

The rules change what a question names, never the answer: a passage with another answer would still answer.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from services.language.entities import named_entities
from services.language.sentences import sentences

_NUMBER = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)*(?![\d])")
_YEARS = range(1000, 2100)
_SHARE_OF_DROPS = 0.4
# Words of which a passage about one does not answer a question about another.
_SIBLINGS: tuple[tuple[str, ...], ...] = (
    ("largest", "smallest", "second largest"),
    ("highest", "lowest", "average"),
    ("first", "last", "second", "third"),
    ("north", "south", "east", "west"),
    ("northern", "southern", "eastern", "western"),
    ("revenue", "profit", "cost", "debt", "sales"),
    ("income", "expenses", "assets", "liabilities"),
    ("exports", "imports"),
    ("population", "area", "density"),
    ("height", "length", "width", "weight", "depth"),
    ("oldest", "youngest", "newest"),
    ("before", "after", "during"),
    ("born", "died", "married"),
    ("founded", "closed", "sold", "renamed"),
    ("won", "lost"),
    ("men", "women", "children"),
    ("percent", "million", "billion"),
    ("monthly", "annual", "daily", "weekly"),
    ("收入", "利润", "成本", "负债"),
    ("收入", "利潤", "成本", "負債"),
    ("出口", "进口"),
    ("出口", "進口"),
    ("人口", "面积", "密度"),
    ("人口", "面積", "密度"),
    ("长度", "宽度", "高度", "深度"),
    ("長度", "寬度", "高度", "深度"),
    ("最大", "最小", "第二大"),
    ("最高", "最低", "平均"),
    ("最早", "最晚"),
    ("东", "西", "南", "北"),
    ("東", "西", "南", "北"),
    ("第一", "第二", "第三", "最后"),
    ("成立", "关闭", "出售", "更名"),
    ("成立", "關閉", "出售", "更名"),
    ("出生", "逝世", "结婚"),
    ("出生", "逝世", "結婚"),
    ("男性", "女性"),
    ("万", "亿", "千"),
    ("萬", "億", "千"),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the answer at [start, end)."""

    text: str
    start: int
    end: int

    @property
    def answer(self) -> str:
        """The answer as it stands."""
        return self.text[self.start : self.end]


def near_miss(question: str, passage: Passage, names: Sequence[str], *, rng: random.Random) -> str | None:
    """A text close to the passage that does not answer the question, or None where no rule applies.

    `names` are names of the same language to put in place of others.
    """
    changes = [
        change
        for change in (
            *_other_numbers(question, passage),
            *_other_names(question, passage, names),
            *_siblings(question, passage),
        )
        if change(passage.text, rng) != passage.text
    ]
    if changes and rng.random() > _SHARE_OF_DROPS:
        return rng.choice(changes)(passage.text, rng)
    return without_answer(passage)


Change = Callable[[str, random.Random], str]


def without_answer(passage: Passage) -> str | None:
    """The text without the sentences that hold the answer; None when nothing of use is left."""
    answer = passage.answer.strip().casefold()
    kept = [
        passage.text[one.start : one.end]
        for one in sentences(passage.text)
        if not (one.start < passage.end and passage.start < one.end)
        and answer not in passage.text[one.start : one.end].casefold()
    ]
    return " ".join(kept) if sum(map(len, kept)) > 40 else None


def _other_numbers(question: str, passage: Passage) -> Iterator[Change]:
    for found in set(_NUMBER.findall(question)):
        if found in passage.answer:
            continue
        pattern = re.compile(rf"(?<![\d.,]){re.escape(found)}(?!\d)")
        if pattern.search(passage.text):
            yield lambda text, rng, pattern=pattern, found=found: pattern.sub(_another_number(found, rng), text)  # type: ignore[misc]


def _another_number(found: str, rng: random.Random) -> str:
    if found.isdigit() and int(found) in _YEARS:
        return str(int(found) + rng.choice((-10, -3, -2, -1, 1, 2, 3, 10)))
    first = rng.choice([digit for digit in "123456789" if digit != found[0]])
    return first + found[1:]


def _other_names(question: str, passage: Passage, names: Sequence[str]) -> Iterator[Change]:
    for entity in named_entities(question):
        name = entity.text.strip()
        if len(name) < 2 or name in passage.answer or passage.answer in name or name not in passage.text:
            continue
        others = [other for other in names if other not in question and other not in passage.text]
        if others:
            yield lambda text, rng, name=name, others=others: text.replace(name, rng.choice(others))  # type: ignore[misc]


def _siblings(question: str, passage: Passage) -> Iterator[Change]:
    lower = question.lower()
    for words in _SIBLINGS:
        for word in words:
            pattern = re.compile(rf"\b{word}\b", re.IGNORECASE) if word.isascii() else re.compile(word)
            if pattern.search(lower) and pattern.search(passage.text) and word not in passage.answer.lower():
                others = [other for other in words if other != word and other not in lower]
                yield lambda text, rng, pattern=pattern, others=others: pattern.sub(rng.choice(others or [""]), text)  # type: ignore[misc]
