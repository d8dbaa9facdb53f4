"""Size and shape budgets of the code, as lint errors: `python -m tests.lint.budgets [PATH…]`.

Error over: 400 lines a file, 60 lines a function, 3 nested blocks, 3 positional and 7 arguments in all (a caller's
count: without `self`), 1,500 lines in `services/core`. Also errors: a broad except outside the two places that need
one, a module name that says nothing, 0.2 or more mock and patch calls a test. Warnings, which fail nothing: 200 lines a
file, 30 a function.

A function over its nesting or its arguments may say why on its `def` line: `# budget: <reason>`. Lengths, broad excepts
and names have no waiver. Nesting counts if, for, while, try, with and match, as Pylint's too-many-nested-blocks does
(https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/too-many-nested-blocks.html), plus match; an elif
is as deep as its if.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.lint import tree

FILE_LINES, FILE_AIM = 400, 200
FUNCTION_LINES, FUNCTION_AIM = 60, 30
NESTING = 3
POSITIONAL, ARGUMENTS = 3, 7
MOCKS_PER_TEST = 0.2
CORE, CORE_LINES = "services/core/", 1500
# The RPC interceptor turns any error into a status, the worker loop must outlive any task.
BROAD_EXCEPT_ALLOWED = re.compile(
    r"services/core/rpc/(server_)?interceptors?\.py|services/(orchestrator|ingestion)/worker\.py"
)
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers", "new", "v2"}
MOCKS = re.compile(
    r"(?:.*\.)?(?:Mock|MagicMock|AsyncMock|NonCallableMock|PropertyMock|create_autospec)"
    r"|(?:(?:unittest\.)?mock(?:er)?\.)?patch(?:\.object|\.dict|\.multiple)?|monkeypatch\.(?:setattr|setitem)"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Match)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True, order=True)
class Problem:
    """One finding; `severe` ones fail the check."""

    path: str
    line: int
    text: str
    severe: bool = True

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {'error' if self.severe else 'warning'}: {self.text}"


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Deepest block below `node`, not entering functions and classes defined inside it."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, SCOPES):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        inner = depth + (isinstance(child, BLOCKS) and not is_elif)
        deepest = max(deepest, nesting(child, inner))
    return deepest


def argument_counts(function: Function, is_method: bool) -> tuple[int, int]:
    """(positional, total) as a caller sees them: without `self` or `cls`; `*args` and `**kwargs` count once each."""
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    is_static = any(isinstance(item, ast.Name) and item.id == "staticmethod" for item in function.decorator_list)
    if is_method and not is_static and positional:
        positional -= 1
    extra = len(arguments.kwonlyargs) + (arguments.vararg is not None) + (arguments.kwarg is not None)
    return positional, positional + extra


def functions(module: ast.Module) -> Iterator[tuple[Function, bool]]:
    """Every function with whether it is a method."""
    for parent in ast.walk(module):
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, Function):
                yield child, isinstance(parent, ast.ClassDef)


def waived(function: Function, lines: list[str]) -> bool:
    """Whether the signature carries `# budget: <reason>`; a waiver without a reason is none."""
    parts = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs, function.returns]
    last = max([function.lineno, *(part.end_lineno or 0 for part in parts if part is not None)])
    signature = lines[function.lineno - 1 : last]
    if lines[last : last + 1] and lines[last].lstrip().startswith(")"):
        signature.append(lines[last])
    return any(re.search(r"#.*\bbudget: *\S", line) for line in signature)


def check_length(path: str, function: Function) -> Iterator[Problem]:
    """Lines from `def` to the end, docstring included."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if length > FUNCTION_LINES:
        yield Problem(path, function.lineno, f"{function.name} has {length} lines, over {FUNCTION_LINES}")
    elif length > FUNCTION_AIM:
        text = f"{function.name} has {length} lines; aim for {FUNCTION_AIM}"
        yield Problem(path, function.lineno, text, severe=False)


def check_shape(path: str, function: Function, is_method: bool) -> Iterator[Problem]:
    """Nesting and arguments."""
    at = (path, function.lineno)
    if (depth := nesting(function)) > NESTING:
        yield Problem(*at, f"{function.name} nests {depth} blocks, over {NESTING}")
    positional, total = argument_counts(function, is_method)
    # pytest passes fixtures by name; a test's arguments are its set-up, not a call.
    if positional > POSITIONAL and not is_pytest_function(function):
        yield Problem(
            *at, f"{function.name} has {positional} positional arguments, over {POSITIONAL}; put `*` before some"
        )
    if total > ARGUMENTS:
        yield Problem(*at, f"{function.name} has {total} arguments, over {ARGUMENTS}")


def is_pytest_function(function: Function) -> bool:
    """Whether pytest calls it: a test or a fixture."""
    return function.name.startswith("test_") or any("fixture" in ast.unparse(item) for item in function.decorator_list)


def is_broad(expression: ast.expr | None) -> bool:
    """Whether an except clause catches everything."""
    if expression is None:
        return True
    if isinstance(expression, ast.Tuple):
        return any(is_broad(item) for item in expression.elts)
    return ast.unparse(expression) in {"Exception", "BaseException", "builtins.Exception", "builtins.BaseException"}


def broad_excepts(path: str, module: ast.Module) -> Iterator[Problem]:
    """`except Exception` and its spellings, `suppress(Exception)` among them."""
    if BROAD_EXCEPT_ALLOWED.fullmatch(path):
        return
    for node in ast.walk(module):
        if isinstance(node, ast.ExceptHandler):
            broad = is_broad(node.type)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            broad = any(map(is_broad, node.args))
        else:
            continue
        if broad:
            yield Problem(path, node.lineno, "broad except: catch what can be handled here")


def empty_names(path: str) -> Iterator[Problem]:
    """A module or package whose name says nothing about what is in it."""
    for part in Path(path).with_suffix("").parts:
        if part in EMPTY_NAMES or part.rsplit("_", 1)[-1] in EMPTY_NAMES - {"new", "v2"}:
            yield Problem(path, 1, f"'{part}' says nothing about what is in it")


def check_module(path: str, text: str) -> list[Problem]:
    """Everything about one file; `path` is relative to the root, with slashes."""
    module, lines = ast.parse(text, path), text.splitlines()
    problems = [*empty_names(path), *broad_excepts(path, module)]
    if len(lines) > FILE_LINES:
        problems.append(Problem(path, 1, f"{len(lines)} lines, over {FILE_LINES}"))
    elif len(lines) > FILE_AIM:
        problems.append(Problem(path, 1, f"{len(lines)} lines; aim for {FILE_AIM}", severe=False))
    for function, is_method in functions(module):
        problems += check_length(path, function)
        if not waived(function, lines):
            problems += check_shape(path, function, is_method)
    return problems


def count_mocks(text: str) -> tuple[int, int]:
    """(mock and patch calls or decorators, tests) of a test file."""
    calls = tests = 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            calls += MOCKS.fullmatch(ast.unparse(node.func)) is not None
        elif isinstance(node, Function):
            tests += node.name.startswith("test_")
    return calls, tests


def check_tree(files: Iterable[tuple[str, str]]) -> list[Problem]:
    """All problems of (path, text) pairs; the sums over several files are judged over what was given."""
    problems, core, mocks, tests = [], 0, 0, 0
    for path, text in files:
        problems += check_module(path, text)
        core += len(text.splitlines()) if path.startswith(CORE) else 0
        if path.startswith("tests/"):
            found = count_mocks(text)
            mocks, tests = mocks + found[0], tests + found[1]
    if core > CORE_LINES:
        problems.append(Problem(CORE, 1, f"{core} lines, over {CORE_LINES}"))
    if mocks and mocks >= MOCKS_PER_TEST * tests:
        text = f"{mocks} mock or patch calls in {tests} tests, {MOCKS_PER_TEST} a test or more"
        problems.append(Problem("tests", 1, text))
    return sorted(problems)


def main(arguments: list[str]) -> int:
    """Print every problem; 1 when one is an error."""
    paths = [path for path in tree.files(arguments) if path.endswith(".py")]
    problems = check_tree((path, tree.text(path)) for path in paths)
    for problem in problems:
        sys.stdout.write(f"{problem}\n")
    errors = sum(problem.severe for problem in problems)
    sys.stdout.write(f"budgets: {len(paths)} files, {errors} errors, {len(problems) - errors} warnings\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
