"""Source text as it may stand in an answer: words only.

Retrieved text is data. Links, images, markup, marks that look like our own citations and characters that nobody sees
are taken out, so that nothing in a document can be rendered as ours.
"""

import re

from services.language.instructions import instructs, visible

_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\((?:[^()]|\([^)]*\))*\)")
_REFERENCE = re.compile(
    r"\[\s*(?:\d{1,3}(?:\s*[,–-]\s*\d{1,3})*|note \d+|citation needed|来源请求)\s*\]", re.IGNORECASE
)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_URL = re.compile(
    r"(?:https?|ftp|javascript|data):/{0,2}[^\s<>()\[\]（）。，]+|\bwww\.[^\s<>()\[\]（）。，]+", re.IGNORECASE
)
_BLOCK_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>+\s*|[-*+•·▪●]\s+|\d{1,3}[.)]\s+(?=[A-Z\u4e00-\u9fff]))")
_EMPHASIS = re.compile(r"(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PARTNER = {"”": "“", "」": "「", "』": "『", "》": "《", "）": "（", ")": "(", "]": "[", "】": "【"}
_ITEM = 3
"""Characters that a number or letter before its bracket has at most: "12) Open the valve"."""
_CLOSING = frozenset(_PARTNER)
_BRACKET = re.compile("[" + re.escape("".join(_PARTNER) + "".join(_PARTNER.values())) + "]")
_OPENING = frozenset(_PARTNER.values())
_SPACE = re.compile(r"\s+")
_LOOSE = re.compile(r"\s+([,.;:!?%，。；：！？）])|([（])\s+")


def plain(text: str) -> str:
    """One line of words: no markup, links, images, control or invisible characters, no bracketed numbers."""
    text = _CONTROL.sub(" ", visible(text))
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _TAG.sub(" ", text)
    text = _URL.sub("", text)
    text = _REFERENCE.sub("", text)
    text = _BLOCK_MARK.sub("", text)
    text = _EMPHASIS.sub(r"\2", text)
    text = text.replace("|", " ") if text.count("|") > 1 else text
    text = _LOOSE.sub(lambda match: match[1] or match[2], text)
    return _SPACE.sub(" ", text).strip(" \t*_`")


def balanced(text: str) -> str:
    """The text without quotation marks and brackets that lack their partner."""
    lone: set[int] = set()
    opened: list[int] = []
    for at, sign in enumerate(text):
        if sign in _OPENING:
            opened.append(at)
        elif sign in _PARTNER:
            if opened and text[opened[-1]] == _PARTNER[sign]:
                opened.pop()
            else:
                lone.add(at)
    lone.update(opened)
    straight = [at for at, sign in enumerate(text) if sign == '"']
    if len(straight) % 2:
        lone.add(straight[-1] if text.startswith('"') and len(straight) > 1 else straight[0])
    return "".join(sign for at, sign in enumerate(text) if at not in lone).strip() if lone else text


def opened(sentence: str) -> str:
    """The sentence with dots before it when it begins inside brackets or quotation marks: "… 1929) was a member"."""
    first = _BRACKET.search(sentence)
    cut = first is not None and first.group() in _CLOSING and first.start() > _ITEM
    return f"… {sentence}" if cut else sentence


def is_evidence(sentence: str) -> bool:
    """Whether a sentence may be used at all: it tells something and does not order the reading machine about."""
    return any(character.isalnum() for character in sentence) and not instructs(sentence)


def ended(sentence: str) -> str:
    """The sentence with a mark at its end."""
    sentence = sentence.rstrip(" ,，;；:：、")
    if not sentence or sentence[-1] in ".!?。！？…" or sentence[-2:] in ('."', ".”", "。”", "？”", "！”", ".)", "。）"):
        return sentence
    return sentence + ("。" if re.search("[\u4e00-\u9fff]", sentence[-12:]) else ".")
