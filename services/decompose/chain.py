"""A question over descriptions as a chain: the innermost description first, each answer put into the next question."""

import re
from collections.abc import Sequence

from services.core.domain.plan import SubQuestion
from services.language.aspects import aspects
from services.language.detect import language_of
from services.language.structure.chains import Chain, Description, Relation
from services.language.structure.nouns import PERSON_ROLES_EN, PERSON_ROLES_ZH, PLACES_EN, THING_ROLES_ZH, counter_zh

# The aspect of a chain's last link: its answer is the answer.
ANSWER = "answer"
_SLOTS = re.compile(r"\{(\d)\}")
_CLAUSE = re.compile(
    r"^(?P<subject>.+?)\s+(?P<aux>is|was|are|were|has|have|had|will|can|did|does|do)\s+(?P<rest>.+)$", re.IGNORECASE
)
# Role to the verb of who plays it: "the founder of X" → "Who founded X?"
_VERBS = """
founder:founded co-founder:co-founded creator:created inventor:invented designer:designed author:wrote
writer:wrote director:directed composer:composed producer:produced owner:owns manager:manages head:heads
leader:leads editor:edited performer:performed singer:sang supplier:supplies manufacturer:manufactures
maker:makes publisher:published developer:developed operator:operates architect:designed
"""
_VERB_OF = dict(pair.split(":") for pair in _VERBS.split())
_ASKS_ZH = re.compile(r"谁|哪|什么|多少|几|何|吗|如何|怎|是否|呢|多[久长大高远重]|[？?]$")
_PLACES_ZH = (
    "城市",
    "国家",
    "省份",
    "省",
    "地区",
    "市",
    "县",
    "区",
    "镇",
    "州",
    "地",
    "首都",
    "省会",
    "故乡",
    "家乡",
    "籍贯",
    "出生地",
    "总部",
    "产地",
)


def links(chain: Chain) -> list[SubQuestion]:
    """The chain as sub-questions with ids from 1; every one but the first needs an earlier answer."""
    found = [
        _link(number, _introduced(phrasings(each)[0], chain.lead), f"link {number}: {each.head}")
        for number, each in enumerate(chain.descriptions, start=1)
    ]
    return [*found, _link(len(found) + 1, asked(chain.question), ANSWER)]


def _introduced(text: str, lead: str) -> str:
    """A link that rests on no other, with the source that the question names."""
    if not lead or needs(text):
        return text
    return f"{lead}，{text}" if language_of(text) == "zh" else f"{lead}, {text[:1].lower()}{text[1:]}"


def _link(number: int, text: str, aspect: str) -> SubQuestion:
    return SubQuestion(number, text, needs(text), aspect=aspect)


def needs(text: str) -> tuple[int, ...]:
    """Ids whose answers a text names."""
    return tuple(sorted({int(each) for each in _SLOTS.findall(text)}))


def asked(text: str) -> str:
    """A question with a capital letter and its mark."""
    text = text.strip(" ,.，。?？!！;；")
    if language_of(text) == "zh":
        return f"{text}{'' if _ASKS_ZH.search(text) else _missing_ask(text)}？"
    return f"{text[:1].upper()}{text[1:]}?"


def _missing_ask(text: str) -> str:
    """What a Chinese noun phrase lacks to be a question: 出生地 → 是哪里, 创始人 → 是谁, 营业收入 → 是多少."""
    if text.endswith(_PLACES_ZH):
        return "是哪里"
    if text.endswith(("时间", "日期")):
        return "是什么时候"
    if text.endswith(tuple(PERSON_ROLES_ZH.split("|"))):
        return "是谁"
    said = [mention for mention in aspects(text) if mention.end == len(text)]
    return "是多少" if any(mention.kind == "measure" for mention in said) else "是什么"


def phrasings(description: Description) -> list[str]:
    """Questions for what a description stands for, the plainest first; at least two."""
    if language_of(description.text) == "zh":
        return _chinese(description)
    return [asked(text) for text in dict.fromkeys(_english(description))]


def _english(description: Description) -> Sequence[str]:
    head, of = description.head, _lower_article(description.of)
    whole = f"what is {_lower_article(description.text)}"
    match description.relation:
        case Relation.PLACE:
            return [_placed(head, of, description.link), f"what is the {head} where {of}", f"{of} at which {head}"]
        case Relation.DOES:
            return [f"which {head} {of}", f"what is the {head} that {of}"]
        case Relation.PASSIVE:
            be = (
                "is"
                if description.link
                in ("located", "based", "situated", "responsible", "known", "owned", "used", "headquartered")
                else "was"
            )
            return [f"which {head} {be} {of}", whole]
        case Relation.LOCATION if head.split()[-1] in PLACES_EN:
            return [f"in which {head.split()[-1]} is {of}", f"where is {of}"]
        case Relation.ROLE | Relation.LOCATION:
            return _role(description, of)
        case _:
            return [whole, f"which {head} is it that {of}"]


def _role(description: Description, of: str) -> list[str]:
    noun = description.head.split()[-1].lower()
    word = "who" if noun in PERSON_ROLES_EN else "what"
    verb = _VERB_OF.get(noun)
    second = f"who {verb} {of}" if verb and " " not in description.head else f"{word} is {of}'s {description.head}"
    return [f"{word} is {_lower_article(description.text)}", second, f"the {description.head} of {of}"]


def _placed(head: str, of: str, link: str) -> str:
    clause = _CLAUSE.match(of)
    if clause is None:
        return f"what is the {head} {'where' if link in ('at', 'in') else link + ' which'} {of}"
    return f"{link} which {head} {clause['aux']} {clause['subject']} {clause['rest']}"


def _lower_article(text: str) -> str:
    return re.sub(r"^(The|A|An|That|Our)\b", lambda match: match[1].lower(), text)


def _chinese(description: Description) -> list[str]:
    head, of = description.head, description.of
    if description.relation is Relation.LOCATION:
        return [f"{of}位于哪个{head}？", f"{of}在哪里？", f"{of}所在{head}是哪里？"]
    if description.relation is Relation.ROLE:
        return _role_zh(description)
    counter = counter_zh(head)
    which = f"哪{counter}{head}"
    if description.relation is Relation.KIND:
        work = head[:2]
        return [f"{of}的{head}是哪{counter}？", f"{of}由哪{counter}{head[2:]}{work}？"]
    plain = re.sub(r"^(?:负责|由)", "", of)
    return [
        f"{of}的{head}是{'谁' if counter == '位' else '哪' + counter}？",
        f"{which}{plain}？",
        f"{plain}的{head}{'叫什么名字' if counter == '位' else '名称是什么'}？",
    ]


def _role_zh(description: Description) -> list[str]:
    head, of = description.head, description.of
    if head.endswith(_PLACES_ZH):
        return [f"{of}的{head}是哪里？", f"{of}的{head}在什么地方？"]
    if head in PERSON_ROLES_ZH.split("|"):
        return [f"{of}的{head}是谁？", f"谁是{of}的{head}？"]
    ask = f"哪{counter_zh(head)}" if head in THING_ROLES_ZH.split("|") else "什么"
    return [f"{of}的{head}是{ask}？", f"{of}的{head}叫什么名称？"]
