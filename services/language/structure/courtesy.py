"""The words around a question: greetings, "could you tell me", 请问, and marks at its end."""

import re

_EN = re.compile(
    r"^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+)(?: there| all| team)?\s*[,!.]\s*)?"
    r"(?:(?:so|ok|okay|well|now|also)\s*,\s*)?"
    r"(?:(?:please|kindly)\s*,?\s*)?"
    r"(?:(?:can|could|would|will) you(?: please| kindly)?\s+"
    r"(?:tell me|say|explain|look up|find out|find|check|let me know|give me|show me)\s*(?:if|whether)?\s*"
    r"|(?:do you|does anyone|does anybody) (?:know|happen to know)\s*(?:if|whether)?\s*"
    r"|(?:i|we)(?:'d| would)? (?:want|need|like|wish|am trying|are trying|was wondering|am wondering|wonder)"
    r"(?: to (?:know|find out|learn|understand))?\s*(?:if|whether|about)?\s*(?=who|what|when|where|which|how|why)"
    r"|(?:tell me|let me know|look up|find out|find|check)\s+(?=who|what|when|where|which|whose|how|why|if|whether))?"
    r"(?:please\s+)?",
    re.IGNORECASE,
)
_EN_ORDER = re.compile(
    r"^(?:please\s+)?(?:tell me|give me|show me|look up|find|find out|state|name|identify|provide)(?: about)?\s+(?=\S)",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"^(?:(?:你好|您好|嗨|早上好|下午好)[，,！!。 ]*)?"
    r"(?:(?:那么|那|嗯|另外|还有)[，, ]+)?"
    r"(?:请问一下|请问下|请问|问一下|想问一下|想请问|我想问一下|我想问|我想了解一下|我想了解|"
    r"我想知道|我需要知道|想知道|想了解"
    r"|麻烦(?:你|您)?(?:帮我)?(?:查一下|看一下|告诉我|问一下)?"
    r"|(?:请|能否|能不能|可以|可否)?(?:你|您)?(?:请)?(?:帮我|帮忙)?(?:告诉我|查一下|查查|"
    r"查询一下|查询|说一下|看一下|确认一下)"
    r"|你知道|您知道|有谁知道|谁知道|请)?[，,：: ]*"
)
_ZH_END = re.compile(r"(?:，?(?:谢谢(?:你|您)?|多谢|麻烦了|请告诉我|请问))$")
_EN_END = re.compile(r"\s*[,.]?\s*(?:please|thanks|thank you|thx)(?: a lot| very much| in advance)?$", re.IGNORECASE)
_MARKS = " \t\n?？!！。.,，;；:：~～…"


def bare(question: str) -> str:
    """The question without courtesy and marks at its end: "Could you tell me who runs X, please?" → "who runs X"."""
    text = " ".join(question.split()).strip(_MARKS)
    text = _EN_END.sub("", _ZH_END.sub("", text)).strip(_MARKS) or text
    for courtesy in (_EN, _ZH):
        shorter = text[_end(courtesy, text) :].strip(_MARKS)
        text = shorter or text
    return text


def without_order(question: str) -> str:
    """As `bare`, and without "tell me", "give me", so that a noun phrase is left: "the annual capacity of X"."""
    text = bare(question)
    return text[_end(_EN_ORDER, text) :] or text


def _end(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found else 0
