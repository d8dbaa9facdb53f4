"""The connecting words of answers, in the language of the question. Quotes stay in the language of their source."""

import datetime as dt
from collections.abc import Sequence

from services.language.lexicon.months import MONTH_NAMES

_EN = {
    "yes": "Yes",
    "no": "No",
    "hello": "Hello. Ask me anything about your documents: a figure, a name, a date, a comparison.",
    "out_of_scope": "That is not something your documents could answer. Ask about what is in them.",
    "unsafe": "I will not help with that.",
    "abstain": "The documents do not hold the answer to this question.",
    "not_searched": "The documents could not be searched just now, so nothing can be said of them. Ask again later.",
    "not_searched_for": "The documents could not be searched for {missing} just now. Ask again later.",
    "abstain_missing": "The documents do not hold the answer: they say nothing of {missing}.",
    "abstain_asked": "The documents do not hold the answer: they do not say {clause}.",
    "abstain_open": "The documents do not hold the answer: they leave {question} open.",
    "nearby": "What they do hold nearby: {places}.",
    "cannot_compare": "These cannot be compared: the documents do not give this for {missing}.",
    "no_figure": "Nothing was found for {missing}.",
    "as_of": "As of {date}: {answer}",
    "ranks": "{winner} is {word}: {first}, against {second} for {loser}",
    "outlived": "{winner} lived longer: {first}, against {second} for {loser}",
    "outlived_less": "{winner} lived shorter: {first}, against {second} for {loser}",
    "lived_years": "{count} years",
    "lived_days": "{count} days",
    "equal": "They are equal: {values}",
    "same": "the same: {value}",
    "difference": "The difference between {first} and {second} is {gap}{percent}",
    "percent": ", or {share} of the smaller",
    "ratio": "{first} is {ratio} times {second}",
    "total": "{values} make {total} together",
    "average": "{values} average {mean}",
    "share": "{first} is {share} of {second}",
    "change": "The change from {first} to {second} is {value}",
    "increase": "The increase from {first} to {second} is {value}",
    "decrease": "The decrease from {first} to {second} is {value}",
    "percent_change": "The percentage change from {first} to {second} is {value}",
    "percent_increase": "The percentage increase from {first} to {second} is {value}",
    "percent_decrease": "The percentage decrease from {first} to {second} is {value}",
    "cannot_compute": "This cannot be computed: the documents do not give {missing}.",
    "no_common_unit": "This cannot be computed: {values} are not in one unit.",
    "no_part_of_it": "This cannot be computed: of {values} the first is no part of the second.",
    "no_common_period": "This cannot be computed: {values} are of different periods.",
    "each": "{name}: {value}",
    "sources_disagree": "Sources disagree: {statements}",
    "says": "{title}{date} says {value}",
    "on": " ({date})",
    "prefer": "Preferred: {value}, because {reason}",
    "undecided": "Neither is preferred",
    "disagree_mark": "(sources disagree)",
    "disagree_other": "(sources disagree: also {others})",
    "unconfirmed": "Could not be confirmed: {names}.",
    "or": " or ",
    "joint": "; ",
    "of_period": "{name} in {period}",
    "chain_broken": "The chain breaks off: {missing} could not be found.",
}
_ZH = {
    "yes": "是",
    "no": "否",
    "hello": "您好。您可以就文档中的内容提问：数字、人名、日期或比较都可以。",
    "out_of_scope": "这个问题无法从您的文档中得到回答，请就文档内容提问。",
    "unsafe": "这个请求我不能协助。",
    "abstain": "现有文档中没有这个问题的答案。",
    "not_searched": "文档暂时无法检索，因此无法回答。请稍后再问。",
    "not_searched_for": "暂时无法检索{missing}，请稍后再问。",
    "abstain_missing": "现有文档中没有这个问题的答案：文档没有提到{missing}。",
    "abstain_asked": "现有文档中没有这个问题的答案：文档没有说明{clause}。",
    "abstain_open": "现有文档中没有这个问题的答案：文档没有回答{question}。",
    "nearby": "文档中与此接近的内容：{places}。",
    "cannot_compare": "无法比较：文档没有给出{missing}的相应内容。",
    "no_figure": "没有找到{missing}的相应内容。",
    "as_of": "截至{date}：{answer}",
    "ranks": "{winner}更{word}：{first}，而{loser}为{second}",
    "outlived": "{winner}活得更长：{first}，而{loser}为{second}",
    "outlived_less": "{winner}活得更短：{first}，而{loser}为{second}",
    "lived_years": "{count}岁",
    "lived_days": "{count}天",
    "equal": "两者相同：{values}",
    "same": "相同：{value}",
    "difference": "{first}与{second}相差{gap}{percent}",
    "percent": "，即较小者的{share}",
    "ratio": "{first}是{second}的{ratio}倍",
    "total": "{values}合计{total}",
    "average": "{values}平均为{mean}",
    "share": "{first}占{second}的{share}",
    "change": "从{first}到{second}的变化为{value}",
    "increase": "从{first}到{second}增加{value}",
    "decrease": "从{first}到{second}减少{value}",
    "percent_change": "从{first}到{second}的变化率为{value}",
    "percent_increase": "从{first}到{second}增长{value}",
    "percent_decrease": "从{first}到{second}下降{value}",
    "cannot_compute": "无法计算：文档没有给出{missing}。",
    "no_common_unit": "无法计算：{values}的单位不一致。",
    "no_part_of_it": "无法计算：{values}之中，前者不是后者的一部分。",
    "no_common_period": "无法计算：{values}属于不同时期。",
    "each": "{name}：{value}",
    "sources_disagree": "各来源说法不一：{statements}",
    "says": "《{title}》{date}称{value}",
    "on": "（{date}）",
    "prefer": "采信{value}，理由：{reason}",
    "undecided": "无法判断以哪一个为准",
    "disagree_mark": "（各来源说法不一）",
    "disagree_other": "（各来源说法不一，另有{others}）",
    "unconfirmed": "未能确认：{names}。",
    "or": "或",
    "joint": "；",
    "of_period": "{period}的{name}",
    "chain_broken": "线索中断：没有找到{missing}。",
}


class Wording:
    """Phrases of one language: Chinese for "zh", English for everything else."""

    def __init__(self, language: str) -> None:
        self.chinese = language == "zh"
        self._phrases = _ZH if self.chinese else _EN

    def say(self, phrase: str, **parts: str) -> str:
        """A phrase with its parts put in. Raises KeyError for a phrase that there is not."""
        return self._phrases[phrase].format(**parts)

    def day(self, day: dt.date) -> str:
        """`1 July 2024`, `2024年7月1日`."""
        if self.chinese:
            return f"{day.year}年{day.month}月{day.day}日"
        return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`; `a、b和c`."""
        if len(items) < 2:
            return "".join(items)
        joint, last = ("、", "和") if self.chinese else (", ", " and ")
        return joint.join(items[:-1]) + last + items[-1]

    def quoted(self, question: str) -> str:
        """A question in quotation marks, with its mark."""
        return f"“{question.strip(' ?？')}{'？' if self.chinese else '?'}”"

    def named(self, names: Sequence[str], question: str) -> str:
        """What is listed by name; the question itself stands in quotation marks."""
        bare = question.strip(" ?？.。")
        return self.listed([self.quoted(name) if name.strip(" ?？.。") == bare else name for name in names])

    def ended(self, text: str) -> str:
        """The text with the full stop of the language, unless it ends with a mark already."""
        text = text.rstrip(" ,，;；:：、")
        if text.endswith((".", "!", "?", "。", "！", "？", "…")):
            return text
        return text + ("。" if self.chinese else ".")
