"""Whether a figure that does not name the thing asked about is said of its class, or of another one.

"Pumps of class A carry 36 months" answers for the PQ-12 only where the passage puts the PQ-12 into class A; "the larger
model" is not the model that was asked about.
"""

import re

from services.factcheck.asked import Named
from services.factcheck.lines import Line, lines_of
from services.factcheck.presence import names_sibling, present
from services.language.tables import place_at

_CLASS = re.compile(
    r"\b(?:class|type|series|category|grade|group|tier)\s+([A-Z0-9][\w-]{0,3}|I{1,3})\b"
    r"|\b([A-Z])[- ](?:class|type|series)\b"
    r"|([A-Z甲乙丙丁一二三四])(?:类|型|级|档)(?![\u4e00-\u9fff]?型)|([\u4e00-\u9fff]{1,4}|[A-Z]{1,3})系列"
)
_HEAD = re.compile(
    r"^\s*(?:class|type|series|category|grade|group|tier|类别|等级|级别|类型|系列|档次)\s*$", re.IGNORECASE
)
_OTHER_ONE = re.compile(
    r"\b(?:larger|smaller|bigger|other|older|newer|previous|next|former|another|premium|basic|second)\s"
    r"(?:\w+\s)?(?:models?|versions?|variants?|types?|series|units?|sizes?|devices?|products?)\b"
    r"|(?:其他|其它|另一|大号|小号|新款|旧款|上一代|下一代|高配|低配)(?:型号|款|版本|产品|机型)?",
    re.IGNORECASE,
)
_WHOLE = 0.97


def of_another_class(named: Named, line: Line) -> bool:
    """Whether a line speaks of a class or a model that is not shown to be the thing's, without naming the thing."""
    if not any(character.isdigit() for character in named.key):
        return False
    there = place_at(line.passage.text, line.start) if line.is_cell else None
    if there and names_sibling(named.key, there.label) and not _names(named, there.label):
        return True  # Whatever the caption names, the row is another's.
    if _names(named, f"{line.text} {line.around}"):
        return False
    if _OTHER_ONE.search(line.text):
        return True
    classes = _classes(line)
    return bool(classes) and not classes & _classes_of(named, line)


def of_its_class(named: Named, line: Line) -> bool:
    """Whether a line that does not name the thing speaks of the class that the passage puts it into."""
    if not any(character.isdigit() for character in named.key) or _names(named, line.text):
        return False
    return bool(_classes(line) & _classes_of(named, line))


def _names(named: Named, text: str) -> bool:
    return any(present(key, text) >= _WHOLE for key in (named.key, *named.aliases))


def _classes(line: Line) -> frozenset[str]:
    said = _said(line.text)
    there = place_at(line.passage.text, line.start) if line.is_cell else None
    if there and there.table.header and _HEAD.match(there.table.header[0]):
        said |= {there.label.strip().upper()}
    return said


def _classes_of(named: Named, line: Line) -> frozenset[str]:
    """Classes that the passage gives to the thing: in a sentence or a row that names it."""
    found: frozenset[str] = frozenset()
    for other in lines_of(line.passage):
        if _names(named, other.text):
            found |= _said(other.text)
            there = place_at(other.passage.text, other.start) if other.is_cell else None
            if there and _HEAD.match(there.head):
                found |= {there.cell.text.strip().upper()}
    return found


def _said(text: str) -> frozenset[str]:
    return frozenset(next(group for group in match.groups() if group).upper() for match in _CLASS.finditer(text))
