"""What a page hides from its reader: such text is a way to show a model what no person sees.

Only what the element itself says is looked at (attributes and inline style, and classes that the page's own sheet
hides): no layout is computed. `aria-hidden` hides from screen readers, not from the eye: it is read.
"""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

_NEVER_SHOWN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*0*(?:\.0+)?\s*(?:!|;|$)|"
    r"font-size\s*:\s*(?:0+(?:\.0*)?(?!\d)(?!\.?[1-9])|0?\.\d+px|1px)|text-indent\s*:\s*-\d{3,}|"
    r"(?:left|top|right|margin-left|margin-top)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*0|"
    r"clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\)",
    re.IGNORECASE,
)
_BOX = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:!|;|$)", re.IGNORECASE)
_CLIPPED = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;!]+)", re.IGNORECASE)
_BACKGROUND = re.compile(r"(?<![\w-])background(?:-color)?\s*:\s*([^;!]+)", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?\s*\)", re.IGNORECASE)
_NAMED = {
    "white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240), "red": (255, 0, 0),
    "ghostwhite": (248, 248, 255), "whitesmoke": (245, 245, 245), "yellow": (255, 255, 0), "blue": (0, 0, 255),
}  # fmt: skip
_WHITE = (255, 255, 255)
_NEAR = 16
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r"(?:[\w-]+)?([.#][\w-]+)$")

Colour = tuple[int, int, int]


def remove_hidden(tree: LexborHTMLParser) -> None:
    """Take what a reader would not see out of a page."""
    for selector in ["[hidden]", *_hiding_selectors(tree)]:
        for node in reversed(tree.css(selector)):  # what is inside first: it is gone with what is around it
            _remove(node)
    for node in reversed(tree.css("[style], font[color]")):
        style = node.attributes.get("style") or ""
        if is_hidden(style) or _is_painted_over(node, style):
            _remove(node)


def is_hidden(style: str) -> bool:
    """Whether an inline style shows nothing of its element."""
    return bool(_NEVER_SHOWN.search(style) or (_BOX.search(style) and _CLIPPED.search(style)))


def _remove(node: LexborNode) -> None:
    # "until-found" is closed text that a reader can open; a page whose body hides is shown by a script.
    if node.attributes.get("hidden") != "until-found" and node.tag not in ("html", "body"):
        node.decompose()


def _hiding_selectors(tree: LexborHTMLParser) -> list[str]:
    """Classes and ids to which the page's own style sheet gives a style that shows nothing."""
    sheets = "".join(node.text() for node in tree.css("style"))
    sheets = re.sub(r"/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheets, flags=re.DOTALL)
    selectors = [
        selector.strip()
        for rule in _RULE.finditer(sheets)
        if is_hidden(rule.group(2))
        for selector in rule.group(1).split(",")
    ]
    return [selector for selector in selectors if _CLASS.match(selector)]


def _is_painted_over(node: LexborNode, style: str) -> bool:
    """Whether text has the colour of what it stands on: its own background, that of what is around it, or white."""
    said = _COLOUR.search(style)
    colour = _colour(said.group(1) if said else node.attributes.get("color") or "")
    if colour is None:
        return bool(said and "transparent" in said.group(1).lower())
    ground = _ground(node)
    return all(abs(one - other) <= _NEAR for one, other in zip(colour, ground, strict=True))


def _ground(node: LexborNode) -> Colour:
    at: LexborNode | None = node
    while at is not None:
        said = _BACKGROUND.search(at.attributes.get("style") or "")
        colour = _colour(said.group(1) if said else at.attributes.get("bgcolor") or "")
        if colour is not None:
            return colour
        if said and "url(" in said.group(1):
            return (-1_000, -1_000, -1_000)  # a picture: of any colour
        at = at.parent
    return _WHITE


def _colour(text: str) -> Colour | None:
    """Red, green and blue of a colour, None when it is none of the forms known here."""
    if found := _HEX.search(text):
        digits = found.group(1) if len(found.group(1)) == 6 else "".join(one * 2 for one in found.group(1))
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _RGB.search(text):
        if found.group(4) and float(found.group(4)) == 0:
            return None
        return int(found.group(1)), int(found.group(2)), int(found.group(3))
    return _NAMED.get(text.strip().lower())
