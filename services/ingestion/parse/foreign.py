"""Text that is no document: drawings, markup of other programs, source code, settings, keys.

Read as plain text it would be found and quoted as if somebody had said it. What a file is called `.txt` or `.md` for is
believed, unless its first characters say that it is a file of another program.
"""

import re
from pathlib import PurePath

from services.ingestion.parse.source import Source

_RENAME = "To have it read as it stands, give it the ending .txt."
_CODE = f"is source code. {_RENAME}"
_SETTINGS = f"is settings or data of a program. {_RENAME}"
# The first characters of files of other programs, whatever their name.
_SIGNS = (
    (re.compile(r"\{\\rtf"), "is Rich Text (RTF). Save it as docx or PDF."),
    (re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg\b", re.DOTALL | re.IGNORECASE),
     "is a drawing (SVG). Save it as PDF."),
    (re.compile(r"%!PS"), "is PostScript. Convert it to PDF."),
    (re.compile(r"<\?xml\b|<!DOCTYPE (?!html)", re.IGNORECASE),
     "is XML. Export what is to be read as html, csv or txt."),
    (re.compile(r"-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE|PGP)"), "is a key or a certificate. Keep it safe."),
    (re.compile(r"(?:%[^\n]*\n\s*)*\\document(?:class|style)\b"), "is LaTeX. Make a PDF of it."),
    (re.compile(r"BEGIN:V(?:CALENDAR|CARD)"), "is a calendar or a business card. Export it as csv or txt."),
    (re.compile(r"#!\s*/|<\?php\b"), _CODE),
)  # fmt: skip
_CODE_NAMES = frozenset(
    [
        "makefile",
        "gnumakefile",
        "dockerfile",
        "jenkinsfile",
        "vagrantfile",
        "rakefile",
        "gemfile",
        "procfile",
        "cmakelists.txt",
    ]
)
_CODE_ENDINGS = frozenset(
    [
        ".asm",
        ".bash",
        ".bat",
        ".c",
        ".cc",
        ".clj",
        ".cmake",
        ".cmd",
        ".coffee",
        ".cpp",
        ".cs",
        ".css",
        ".cxx",
        ".dart",
        ".erl",
        ".ex",
        ".exs",
        ".f",
        ".f90",
        ".go",
        ".gradle",
        ".graphql",
        ".groovy",
        ".h",
        ".hh",
        ".hpp",
        ".hs",
        ".ipynb",
        ".java",
        ".jl",
        ".js",
        ".jsx",
        ".kt",
        ".kts",
        ".less",
        ".lua",
        ".m",
        ".mjs",
        ".mk",
        ".ml",
        ".mm",
        ".php",
        ".pl",
        ".pm",
        ".proto",
        ".ps1",
        ".py",
        ".pyi",
        ".r",
        ".rb",
        ".rs",
        ".s",
        ".sass",
        ".scala",
        ".scss",
        ".sh",
        ".sql",
        ".swift",
        ".tcl",
        ".tf",
        ".ts",
        ".tsx",
        ".vb",
        ".vbs",
        ".vue",
        ".zsh",
    ]
)
_SETTINGS_ENDINGS = frozenset(
    [
        ".bib",
        ".cfg",
        ".conf",
        ".diff",
        ".env",
        ".geojson",
        ".ini",
        ".json",
        ".lock",
        ".map",
        ".patch",
        ".plist",
        ".po",
        ".properties",
        ".reg",
        ".toml",
        ".xml",
        ".xsd",
        ".xsl",
        ".yaml",
        ".yml",
    ]
)
_OTHER_ENDINGS = {
    ".rtf": _SIGNS[0][1], ".svg": _SIGNS[1][1], ".ps": _SIGNS[2][1], ".eps": _SIGNS[2][1], ".tex": _SIGNS[5][1],
    ".ics": _SIGNS[6][1], ".vcf": _SIGNS[6][1],
}  # fmt: skip
_CODE_LINE = re.compile(
    r"^\s*(?:[{}\])]+[;,]?|.*\{|(?:.*\w\(.*\)|.*\S\s*=\s*\S.*|\w+)\s*;|.*\$[({]\w.*|[\w.\[\]]+\s*[:+?]?=(?!=)\s*\S.*|@\w+.*|#(?:include|define|if|endif|pragma)\b.*|"
    r"(?:def|class|import|from|function|func|fn|var|let|const|public|private|protected|static|return|elif|else|try|"
    r"except|catch|export|require|package|using|namespace|end|fi|done|echo|print|SELECT|INSERT|UPDATE|CREATE)\b"
    r"[^.!?。！？]*[:({)\]};]?)$"
)
_TAG_LINE = re.compile(r"^\s*</?[\w:-]+[^<>]*>")
_SAMPLE_LINES = 200
_SHARE = 0.5


def what_else(source: Source, text: str, *, named: bool) -> str:
    """What a text is instead of a document, and what to do, to follow "The file "; "" when it is one.

    `named` is whether its ending is one of a text format.
    """
    head = text[:5_000].lstrip("\ufeff \t\r\n")
    for sign, advice in _SIGNS:
        if sign.match(head):
            return advice
    if PurePath(source.name).name.lower() in _CODE_NAMES or source.suffix in _CODE_ENDINGS:
        return _CODE
    if source.suffix in _SETTINGS_ENDINGS:
        return _SETTINGS
    if source.suffix in _OTHER_ENDINGS:
        return _OTHER_ENDINGS[source.suffix]
    return "" if named and source.suffix else _by_its_lines(text)


def _by_its_lines(text: str) -> str:
    """What most lines look like. One that ends a sentence is prose, whatever it begins with."""
    lines = [line for line in text[:50_000].splitlines() if line.strip()][:_SAMPLE_LINES]
    if len(lines) < 3:
        return ""
    if sum(bool(_TAG_LINE.match(line)) for line in lines) > _SHARE * len(lines):
        return "is markup of another program. Export what is to be read as html, csv or txt."
    return _CODE if sum(bool(_CODE_LINE.match(line)) for line in lines) > _SHARE * len(lines) else ""
