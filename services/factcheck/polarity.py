"""What a sentence says to a question that wants yes or no."""

from services.factcheck.asked import Asked
from services.factcheck.fit import fit
from services.factcheck.lines import Line, led_by
from services.language.affirmation import Said, affirmed

_ABOUT = 0.6


def says_yes(asked: Asked, line: Line) -> bool | None:
    """True, False, or None when the line affirms nor denies what is asked of the very thing asked about."""
    before = " ".join(each.text for each in led_by(line))
    said = Said(line.text, line.around, before, line.context, line.passage.date)
    answer = affirmed(asked.text, said)
    others = answer is False  # Another's name in its place is what makes it a no.
    return answer if others or fit(asked, line, None).name >= _ABOUT else None
