"""What a sentence says to a question that wants yes or no."""

from services.factcheck.asked import Asked
from services.factcheck.fit import fit
from services.factcheck.lines import Line
from services.language.negation import negated
from services.language.numbers import same_quantity
from services.language.statements import values

_ABOUT = 0.6


def says_yes(asked: Asked, line: Line) -> bool | None:
    """True, False, or None when the line is not about what is asked."""
    about = fit(asked, line, None)
    if about.score < _ABOUT or about.name < _ABOUT:
        return None
    if _other_figure(asked, line):
        return False
    return negated(asked.text) == negated(line.text)


def _other_figure(asked: Asked, line: Line) -> bool:
    """Whether the question puts a figure and the line gives only other ones of its kind."""
    put = [value.quantity for value in values(asked.text) if value.quantity]
    if not put:
        return False
    told = [value.quantity for value in line.values if value.quantity and value.quantity.kind == put[0].kind]
    return bool(told) and not any(same_quantity(put[0], each) for each in told)
