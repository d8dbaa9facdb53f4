"""The budgets find what they are for, and leave alone what is within them."""

import pytest

from tests.lint.budgets import Problem, check_module, check_tree, count_mocks


def errors(text: str, path: str = "services/retrieval/fusion.py") -> list[str]:
    return [problem.text for problem in check_module(path, text) if problem.severe]


def warnings(text: str) -> list[str]:
    return [problem.text for problem in check_module("services/a.py", text) if not problem.severe]


def function_of(lines: int) -> str:
    return "def work() -> None:\n" + "    step()\n" * (lines - 1)


def test_a_file_of_400_lines_passes_with_a_warning_and_one_more_line_fails() -> None:
    assert errors("x = 1\n" * 400) == []
    assert warnings("x = 1\n" * 400) == ["400 lines; aim for 200"]
    assert errors("x = 1\n" * 401) == ["401 lines, over 400"]


def test_a_function_of_60_lines_passes_with_a_warning_and_one_more_line_fails() -> None:
    assert errors(function_of(60)) == []
    assert warnings(function_of(60)) == ["work has 60 lines; aim for 30"]
    assert warnings(function_of(30)) == []
    assert errors(function_of(61)) == ["work has 61 lines, over 60"]


def test_a_waiver_does_not_excuse_length() -> None:
    assert errors(function_of(61).replace(":\n", ":  # budget: it is long\n", 1)) == ["work has 61 lines, over 60"]


DEEP = """
async def work(rows):{waiver}
    for row in rows:
        async with row:
            if row:
                try:
                    row()
                except ValueError:
                    pass
"""


def test_a_fourth_nested_block_fails() -> None:
    assert errors(DEEP.format(waiver="")) == ["work nests 4 blocks, over 3"]


def test_a_waiver_needs_a_reason() -> None:
    assert errors(DEEP.format(waiver="  # budget: the protocol nests four deep")) == []
    assert errors(DEEP.format(waiver="  # budget:")) == ["work nests 4 blocks, over 3"]


def test_a_waiver_may_stand_beside_an_argument_but_not_in_the_body() -> None:
    beside = "def f(\n    a, b, c,\n    d,  # budget: the signature is Alembic's\n): ...\n"
    inside = "def f(a, b, c, d):\n    # budget: too late\n    return a\n"
    assert errors(beside) == []
    assert len(errors(inside)) == 1


def test_elif_and_except_are_no_deeper_than_their_block() -> None:
    chain = (
        "def f(a):\n    if a == 1: x()\n"
        + "".join(f"    elif a == {n}: x()\n" for n in range(2, 9))
        + "    else: y()\n"
    )
    assert errors(chain) == []


def test_a_function_inside_a_function_is_measured_by_itself() -> None:
    inner = (
        "def outer(a):\n    for b in a:\n        if b:\n            def inner(c):\n"
        "                for d in c:\n                    if d: x()\n"
    )
    assert errors(inner) == []


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("def f(a, b, c)", []),
        ("def f(a, b, c, *, d, e, f, g)", []),
        ("def f(a, b, c, d)", ["f has 4 positional arguments, over 3; put `*` before some"]),
        ("def f(a, b, c=1, d=2)", ["f has 4 positional arguments, over 3; put `*` before some"]),
        ("def f(a, b, c, /, *args, d, e, f, **rest)", ["f has 8 arguments, over 7"]),
        ("async def f(*, a, b, c, d, e, f, g, h)", ["f has 8 arguments, over 7"]),
    ],
)
def test_arguments_are_counted_as_a_caller_writes_them(signature: str, expected: list[str]) -> None:
    assert errors(f"{signature}: ...") == expected


def test_self_and_cls_do_not_count_but_the_first_argument_of_a_static_method_does() -> None:
    assert errors("class A:\n    def f(self, a, b, c): ...\n    @classmethod\n    def g(cls, a, b, c): ...\n") == []
    assert len(errors("class A:\n    @staticmethod\n    def f(a, b, c, d): ...\n")) == 1


def test_fixtures_of_a_test_are_not_positional_arguments() -> None:
    assert (
        errors("def test_x(a, b, c, d): ...\n@pytest.fixture\ndef y(a, b, c, d): ...\n", "tests/unit/test_x.py") == []
    )


BROAD = [
    "try: x()\nexcept Exception: y()",
    "try: x()\nexcept: y()",
    "try: x()\nexcept BaseException as error: y(error)",
    "try: x()\nexcept (ValueError, Exception): y()",
    "with contextlib.suppress(Exception): x()",
]


@pytest.mark.parametrize("text", BROAD)
def test_a_broad_except_fails_however_it_is_written(text: str) -> None:
    assert errors(text) == ["broad except: catch what can be handled here"]


@pytest.mark.parametrize("path", ["services/core/rpc/interceptor.py", "services/orchestrator/worker.py"])
def test_the_interceptor_and_the_worker_loop_may_catch_everything(path: str) -> None:
    assert errors(BROAD[0], path) == []


def test_a_narrow_except_passes() -> None:
    assert errors("try: x()\nexcept (ValueError, OSError): y()\nwith suppress(KeyError): z()") == []


@pytest.mark.parametrize("path", ["services/core/utils.py", "services/intent/text_helpers.py", "services/v2/a.py"])
def test_a_name_that_says_nothing_fails(path: str) -> None:
    assert len(errors("", path)) == 1


@pytest.mark.parametrize("path", ["services/core/settings.py", "services/indexes/common_terms.py"])
def test_a_name_that_says_something_passes(path: str) -> None:
    assert errors("", path) == []


def test_mocks_and_patches_are_counted_in_every_spelling() -> None:
    text = (
        "@patch('a.b')\n@mock.patch.object(a, 'b')\ndef test_one(monkeypatch):\n    MagicMock()\n    mock.AsyncMock()\n"
        "    monkeypatch.setattr(a, 'b', 1)\n    monkeypatch.setenv('A', 'b')\n    client.patch('/v1/runs')\n"
    )
    assert count_mocks(text) == (5, 1)


def test_a_fifth_of_a_mock_a_test_is_too_much() -> None:
    def suite(tests: int) -> list[Problem]:
        text = "x = Mock()\n" + "def test_x(): ...\n" * tests
        return check_tree([("tests/unit/test_x.py", text)])

    assert [problem.text for problem in suite(5)] == ["1 mock or patch calls in 5 tests, 0.2 a test or more"]
    assert suite(6) == []


def test_core_has_a_budget_over_all_its_files() -> None:
    files = [(f"services/core/part{number}.py", "x = 1\n" * 390) for number in range(4)]
    assert [problem.text for problem in check_tree(files) if problem.severe] == ["1560 lines, over 1500"]
