"""Sentences in documents that address the machine instead of telling a fact.

Retrieved text is data. A document may hold words meant to steer whoever reads it for a person ("ignore previous
instructions", 忽略以上指令); such a sentence is neither evidence nor text for an answer. The rules need an order *and*
its object (the rules, the prompt, the answer), so that "Ignore the previous price list" stays the notice that it is.
"""

import re
import unicodedata

_ZERO_WIDTH = re.compile(
    "[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]"
)
# The words that orders to a machine are made of. `_` in a rule is "a few words on, in the same sentence".
_PARTS = {
    "_": r"[^.。！？\n]{0,40}",
    "DROP": r"\b(?:ignore|disregard|forget|override|bypass)\b",
    "EARLIER": r"\b(?:previous|prior|above|earlier|preceding|all|any|your)\b",
    "RULES": r"\b(?:instruction|prompt|rule|guideline|direction|context|command|system message)s?\b",
    "MACHINE": r"\b(?:ai|assistants?|language models?|llms?|chatbots?)\b",
    "SAY": r"\b(?:answer|reply|respond|say|tell|state|output|print|reveal)\b",
    "SHOW": r"\b(?:reveal|print|show|repeat|output|leak)\b",
    "SECRET": r"\b(?:system prompt|your (?:instructions|prompt|rules)|hidden prompt|api key|secret key)\b",
    "忽略": "(?:忽略|无视|忘记|忘掉|不要理会|绕过|覆盖)",
    "以上": "(?:以上|上述|之前|先前|前面|此前|所有|一切|任何|你的|系统)",
    "指令": "(?:指令|指示|提示词?|规则|要求|命令|设定|约束)",
    "回答": "(?:回答|回复|输出|说出|告诉)",
    "必须": "(?:必须|应当|应该|只能|需要|要|请)",
    "机器": "(?:人工智能|大模型|语言模型|AI|助手|机器人)",
}
_SHAPES = (
    "{DROP}{_}{EARLIER}{_}{RULES}",
    r"\b(?:ignore|disregard|forget)\s+(?:everything|all of the above|the above|what you were told)\b",
    r"^\W*(?:system|assistant|developer)\s*(?:prompt|message|note)?\s*[:：>]",
    r"<\|?\s*(?:im_start|im_end|system|assistant|endoftext)[^>]*>|\[/?INST\]|<<SYS>>",
    r"\b(?:you are now|from now on,? you|act as|pretend (?:to be|you are)|roleplay as)\b{_}{_}"
    r"\b(?:assistant|ai|model|bot|system|dan|unrestricted|developer mode)\b",
    r"\b(?:dear|hey|hello|note to|attention)\b[^.\n]?[^.\n]{0,10}{MACHINE}",
    r"{MACHINE}{_}\b(?:must|should|shall|has to|have to)\b{_}{SAY}",
    "{SHOW}{_}{SECRET}",
    r"{SAY}{_}\b(?:no matter|regardless of|whatever)\b{_}\b(?:ask|question|quer|user)",
    r"\b(?:when|if)\s+(?:asked|anyone asks|the user asks|you are asked)\b{_}{_}{SAY}",
    r"\bdo not (?:tell|inform|mention (?:this|it) to) the user\b",
    "{忽略}{_}{以上}{_}{指令}",
    r"^\W*(?:系统|助手|开发者)\s*(?:提示|消息|指令)?\s*[:：]",
    "(?:从现在起|从现在开始|现在起)[^。！？\n]{0,6}你(?:是|要|必须|将)",
    "你(?:现在)?{必须}{_}{回答}",
    "{机器}{_}{必须}{_}{回答}",
    "(?:如果|当|若)[^。！？\n]{0,10}(?:被问|有人问|用户问|用户询问){_}(?:{回答}|说)",
    "(?:输出|泄露|显示|打印|告诉我)[^。！？\n]{0,10}(?:系统提示|提示词|系统指令|密钥)",
    "不要(?:告诉|告知|提醒)用户",
    r"^\W*(?:the\s+)?(?:(?:correct|right|true|final|only|official)\s+)?answer(?:\s+to\b[^:：.?]{0,60})?\W{0,3}(?:[:：]|\bis\b)",
    r"^\W*(?:正确|标准|最终|唯一)?的?答案\W{0,3}(?:[:：]|是|为)",
)


def _rule(shape: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        shape = shape.replace("{" + name + "}", part)
    return re.compile(shape, re.IGNORECASE)


_RULES = tuple(_rule(shape) for shape in _SHAPES)


def visible(text: str) -> str:
    """The text without characters that nobody sees: zero width, direction marks, tags."""
    return _ZERO_WIDTH.sub("", text)


def instructs(sentence: str) -> bool:
    """Whether a sentence orders the reading machine about. Width variants and invisible characters hide none."""
    plain = unicodedata.normalize("NFKC", visible(sentence))
    return any(rule.search(plain) for rule in _RULES)
