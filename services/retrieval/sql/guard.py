"""The guard: what may be run is listed, everything else is refused.

A check that the root is a SELECT is not enough: it lets through functions that write or read files, SELECT INTO, DML in
a CTE, locks, and joins without end. So every node of the tree, every table, column and function must be on a list, and
what is run is written anew from the tree, never the text that came in.
"""

from collections.abc import Mapping

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from services.retrieval.sql.errors import QueryRefused
from services.retrieval.sql.port import Schema, Table

LONGEST = 4_000
MOST_NODES = 400
MOST_TABLES = 8
DEEPEST = 3
_COMMENT_SIGNS = ("--", "/*", "*/")

_CLAUSES = (
    exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.Subquery,
    exp.Table, exp.TableAlias, exp.Alias, exp.Column, exp.Identifier, exp.Star, exp.Distinct,
)  # fmt: skip
_VALUES = (exp.Literal, exp.Null, exp.Boolean, exp.Neg, exp.Paren, exp.Tuple)
_OPERATORS = (
    exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.In, exp.Between, exp.Like,
    exp.Escape, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Exists,
)  # fmt: skip
_FUNCTIONS = (
    exp.Count, exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Lower, exp.Upper, exp.Substring, exp.Length, exp.Abs, exp.Round,
    exp.Coalesce, exp.Nullif, exp.Cast, exp.DataType, exp.Case, exp.If,
)  # fmt: skip
ALLOWED: frozenset[type[exp.Expr]] = frozenset((*_CLAUSES, *_VALUES, *_OPERATORS, *_FUNCTIONS))
# Of a listed node, only these parts: a Select also has `into`, `locks`, `with`, `windows` and more.
_SELECT_PARTS = frozenset(
    {"kind", "expressions", "from", "from_", "joins", "where", "group", "having", "order", "limit", "distinct"}
)
_TABLE_PARTS = frozenset({"this", "alias"})
_PARTS: Mapping[type[exp.Expr], frozenset[str]] = {exp.Select: _SELECT_PARTS, exp.Table: _TABLE_PARTS}
_CAST_TO = frozenset({exp.DataType.Type.DOUBLE, exp.DataType.Type.FLOAT, exp.DataType.Type.INT, exp.DataType.Type.TEXT})


def guarded(sql: str, schema: Schema, *, rows: int, dialect: str = "sqlite") -> str:
    """The query as it may be run, at most `rows` + 1 rows of it (so that a cut is seen).

    Raises QueryRefused whose `rule` is one of: length, comment, syntax, statements, select, node, part, table, column,
    function, join, tables, depth.
    """
    tree = _parsed(sql, dialect)
    for node in tree.walk():
        _check_node(node)
    tables = _tables(tree, schema)
    _check_shape(tree, tables)
    _check_columns(tree, tables)
    return _limited(tree, rows).sql(dialect=dialect, comments=False)


def _parsed(sql: str, dialect: str) -> exp.Select:
    if len(sql) > LONGEST:
        raise QueryRefused("length", f"it has more than {LONGEST} characters")
    try:
        statements = sqlglot.parse(sql, dialect=dialect)
    except (SqlglotError, RecursionError) as error:
        raise QueryRefused("syntax", "it cannot be read") from error
    if len(statements) != 1:
        raise QueryRefused("statements", "it has more than one statement, or none")
    tree = statements[0]
    if type(tree) is not exp.Select:
        raise QueryRefused("select", "it is no SELECT")
    if any(node.comments for node in tree.walk()) or _hides_comment(sql, tree):
        raise QueryRefused("comment", "it has a comment")
    return tree


def _hides_comment(sql: str, tree: exp.Select) -> bool:
    """A comment sign outside of the quoted texts, wherever a parser may have dropped it."""
    quoted = [str(node.this) for node in tree.find_all(exp.Literal) if node.is_string]
    return any(sql.count(sign) > sum(text.count(sign) for text in quoted) for sign in _COMMENT_SIGNS)


def _check_node(node: exp.Expr) -> None:
    kind = type(node)
    if kind not in ALLOWED:
        rule = "function" if isinstance(node, exp.Func) else "node"
        raise QueryRefused(rule, f"{kind.__name__.lower()} is not on the list")
    told = {name for name, value in node.args.items() if value}
    allowed = _PARTS.get(kind, frozenset(told))
    if told - allowed:
        raise QueryRefused("part", f"{', '.join(sorted(told - allowed))} is not on the list")
    if isinstance(node, exp.Cast) and node.to.this not in _CAST_TO:
        raise QueryRefused("function", "it casts to a type that is not on the list")
    if isinstance(node, exp.Star) and not isinstance(node.parent, exp.Count):
        raise QueryRefused("column", "* stands for columns that are not named")
    if isinstance(node, exp.Join):
        _check_join(node)


def _check_join(join: exp.Join) -> None:
    """Tables are joined by an equation of a column of each: nothing else bounds how many rows come out."""
    condition = join.args.get("on")
    sides = [] if condition is None else [each for each in condition.find_all(exp.EQ) if _is_equation(each)]
    if not sides or join.args.get("kind") or join.args.get("side") not in (None, "", "LEFT"):
        raise QueryRefused("join", "a join needs ON with an equation of two columns")
    if condition is not None and condition.find(exp.Or):
        raise QueryRefused("join", "a join may not offer alternatives")


def _is_equation(node: exp.EQ) -> bool:
    left, right = node.left, node.right
    return isinstance(left, exp.Column) and isinstance(right, exp.Column) and left.table != right.table


def _tables(tree: exp.Select, schema: Schema) -> Mapping[str, Table]:
    """What each name in the query stands for."""
    found: dict[str, Table] = {}
    for node in tree.find_all(exp.Table):
        table = schema.table(node.name) if isinstance(node.this, exp.Identifier) else None
        if table is None:
            raise QueryRefused("table", f"there is no table {node.name or node.sql()}")
        alias = node.alias_or_name.casefold()
        if found.setdefault(alias, table) != table:
            raise QueryRefused("table", f"{alias} stands for two tables")
    return found


def _check_shape(tree: exp.Select, tables: Mapping[str, Table]) -> None:
    if not tables or len(list(tree.find_all(exp.Table))) > MOST_TABLES:
        raise QueryRefused("tables", f"it reads no table, or more than {MOST_TABLES}")
    if sum(1 for _ in tree.walk()) > MOST_NODES:
        raise QueryRefused("length", f"it has more than {MOST_NODES} parts")
    for node in tree.find_all(exp.Select):
        depth, parent = 0, node.parent
        while parent is not None:
            depth, parent = depth + isinstance(parent, exp.Select), parent.parent
        if depth > DEEPEST:
            raise QueryRefused("depth", f"queries stand in each other more than {DEEPEST} deep")
        source = node.args.get("from_") or node.args.get("from")
        if source is not None and not isinstance(source.this, exp.Table):
            raise QueryRefused("table", "it reads from something that is no table")


def _check_columns(tree: exp.Select, tables: Mapping[str, Table]) -> None:
    named = {alias.alias.casefold() for alias in tree.find_all(exp.Alias)}
    for node in tree.find_all(exp.Column):
        owner = node.table.casefold()
        if owner and owner not in tables:
            raise QueryRefused("column", f"{node.table} is no table of the query")
        owners = [tables[owner]] if owner else list(tables.values())
        known = any(table.column(node.name) for table in owners)
        if not known and (owner or node.name.casefold() not in named):
            raise QueryRefused("column", f"there is no column {node.name}")


def _limited(tree: exp.Select, rows: int) -> exp.Select:
    limit = tree.args.get("limit")
    asked = limit.expression if limit is not None else None
    if asked is None:
        return tree.limit(rows + 1)
    if not (isinstance(asked, exp.Literal) and asked.is_int):
        raise QueryRefused("part", "its LIMIT is no number")
    return tree if int(asked.this) <= rows else tree.limit(rows + 1)
