"""Traces of one machine are found; what is portable is left alone. Samples are put together so as not to be traces."""

import pytest

from tests.lint.traces import PATTERNS, here, traces
from tests.lint.tree import ROOT


def found(text: str) -> list[str]:
    return [what for _, what in traces(text, PATTERNS)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("--index" + "-url https://mirror.example", "a package index"),
        ("extra = 'http://10.0.0.7:8081/repository/pypi/" + "simple'", "a package index"),
        ("find" + "-links = http://wheels.example", "a package index"),
        ("https://files.python" + "hosted.org/packages/x.whl", "a registry host"),
        ("GOPROXY=https://proxy.go" + "lang.org,direct", "a registry host"),
        ("open('/ho" + "me/ann/data.csv')", "an absolute path of one machine"),
        ("source /ro" + "ot/.bashrc", "an absolute path of one machine"),
        ("data: /wo" + "rk/shared", "an absolute path of one machine"),
        ("-----BEGIN RSA PRIVATE" + " KEY-----\n" + "Q" * 64, "a private key"),
        ("token = 'ghp_" + "a1" * 18 + "'", "an access key"),
    ],
)
def test_a_trace_or_a_secret_is_found(text: str, what: str) -> None:
    assert what in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "uv pip compile --no-emit-index-url --generate-hashes",
        "https://docs.example.com/en/home/page",
        "https://example.com/simple-answers",
        "Path.home() / 'data'",
        "~/work/sextant",
        "$HOME/work and ${BASE}/home/x",
        "the work/life balance",
        "-----BEGIN PRIVATE KEY----- starts a key",
        "",
        "首页/home 与 工作/work",
    ],
)
def test_what_works_on_any_machine_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_the_line_is_reported() -> None:
    assert [line for line, _ in traces("one\ntwo\n/ro" + "ot/three", PATTERNS)] == [3]


def test_the_path_of_this_checkout_is_found_wherever_it_lies() -> None:
    assert "the path of this checkout" in [what for _, what in traces(f"cd {ROOT}/services", here())]
