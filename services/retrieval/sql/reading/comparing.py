"""Names and conditions as SQL: quoting, equations of joins, comparisons of texts, numbers and times."""

import datetime as dt
import re

from sqlglot import exp

from services.language.lexicon.wordlist import words
from services.retrieval.sql.port import Column, Kind
from services.retrieval.sql.reading.draft import Condition
from services.retrieval.sql.reading.joins import Edge

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_RESERVED = words(
    """
    order group table index select from to values where by case limit check default transaction references primary key
    and or not null join on in is as desc asc distinct having union all exists between like left right full natural
    using add alter create drop update delete insert into set column unique foreign when then else end cast
    """
)
COMPARED = {"=": exp.EQ, ">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}


def compared(place: exp.Column, column: Column, condition: Condition, *, contains: bool) -> exp.Expr:
    op, values = condition.op, condition.values
    if op == "null":
        return exp.Is(this=place, expression=exp.Null())
    if not values:
        mean = exp.Select().select(exp.Avg(this=place.copy())).from_(exp.Table(this=place.args["table"].copy()))
        return COMPARED[op](this=place, expression=exp.Subquery(this=mean))
    if column.kind is Kind.TEXT or op in ("starts", "ends", "contains"):
        shapes = {"starts": "{}%", "ends": "%{}", "contains": "%{}%"}
        shape = shapes.get(op, "%{}%" if contains else "{}")
        return exp.or_(*(_like(place, shape, str(value)) for value in values))
    if any(isinstance(value, dt.date) for value in values):
        return _in_time(place, column, condition)
    if column.kind is Kind.DATE:
        return _by_year(place, condition)
    numbers = [exp.Literal.number(number_of(value)) for value in values]
    if op == "between":
        return exp.Between(this=place, low=numbers[0], high=numbers[1])
    if len(numbers) > 1:
        return exp.In(this=place, expressions=numbers)
    return COMPARED[op](this=place, expression=numbers[0])


def _like(place: exp.Column, shape: str, value: str) -> exp.Expr:
    if shape == "{}":
        return exp.EQ(this=exp.Lower(this=place.copy()), expression=exp.Lower(this=exp.Literal.string(value)))
    told = re.sub(r"([%_!])", r"!\1", value)
    like = exp.Like(this=exp.Lower(this=place.copy()), expression=exp.Literal.string(shape.format(told.lower())))
    return like if told == value else exp.Escape(this=like, expression=exp.Literal.string("!"))


def _in_time(place: exp.Column, column: Column, condition: Condition) -> exp.Expr:
    """Between two days, or beside one; a column of numbers holds years."""
    days = [value for value in condition.values if isinstance(value, dt.date)]
    if column.kind is Kind.NUMBER:
        years = [exp.Literal.number(day.year) for day in days]
        if condition.op == "between" and days[0].year != days[-1].year:
            return exp.Between(this=place, low=years[0], high=years[-1])
        return COMPARED.get(condition.op, exp.EQ)(this=place, expression=years[0])
    if condition.op in ("between", "="):
        low = exp.GTE(this=place, expression=_day(days[0]))
        return exp.and_(low, exp.LT(this=place.copy(), expression=_day(days[-1] + dt.timedelta(days=1))))
    if condition.op in (">", "<="):
        op, day = {">": ">=", "<=": "<"}[condition.op], days[0] + dt.timedelta(days=1)
        return COMPARED[op](this=place, expression=_day(day))
    return COMPARED[condition.op](this=place, expression=_day(days[0]))


def _by_year(place: exp.Column, condition: Condition) -> exp.Expr:
    """Years of a column of dates."""
    if condition.op == "=" and len(condition.values) > 1:
        each = [_by_year(place.copy(), Condition(condition.slot, "=", (value,))) for value in condition.values]
        return exp.or_(*each)
    years = [int(float(str(value))) for value in condition.values]
    first, last = dt.date(years[0], 1, 1), dt.date(years[-1], 12, 31)
    if condition.op in ("between", "="):
        return _in_time(place, Column("", Kind.DATE), Condition(condition.slot, "between", (first, last)))
    edge = last if condition.op in (">", "<=") else first
    return _in_time(place, Column("", Kind.DATE), Condition(condition.slot, condition.op, (edge,)))


def _day(day: dt.date) -> exp.Literal:
    return exp.Literal.string(day.isoformat())


def number_of(value: str | float | dt.date) -> str:
    number = float(str(value))
    return str(int(number)) if number.is_integer() else repr(number)


def identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=not _PLAIN.fullmatch(name) or name in _RESERVED)


def table_of(name: str) -> exp.Table:
    return exp.Table(this=identifier(name))


def column_of(table: str, name: str) -> exp.Column:
    return exp.Column(this=identifier(name), table=identifier(table))


def equation(edge: Edge) -> exp.EQ:
    return exp.EQ(this=column_of(edge.left, edge.left_column), expression=column_of(edge.right, edge.right_column))
