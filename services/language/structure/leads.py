"""What introduces a question and names its source: "According to the ruling of X, who …", 根据X的判决书，…"""

import re

# A source may hold commas ("the judgment of Alder, Birch, Court"): the question word ends it.
_LEAD_EN = re.compile(
    r"^(?P<lead>(?:according to|based on|as per|given) "
    r"(?:(?!\b(?:which|who|whose|what|when|where|how|is|are|was|were|did|does|do)\b).)+"
    r"|(?:according to|based on|as per|given) [^,]+),\s*",
    re.IGNORECASE,
)
_LEAD_ZH = re.compile(r"^(?P<lead>(?:根据|依据|按照|按|就)[^，]+)，")


def led(text: str, language: str) -> tuple[str, str]:
    """The introduction, "" when there is none, and the question behind it."""
    match = (_LEAD_ZH if language == "zh" else _LEAD_EN).match(text)
    return (match["lead"], text[match.end() :]) if match else ("", text)
