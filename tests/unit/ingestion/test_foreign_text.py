"""Text that is no document is refused by name; prose under any name is read."""

import pytest

from services.documents.status import DocumentReason, DocumentStatus
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import NotParsed
from tests.unit.ingestion.files import source

SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><text x="1" y="2">Sales 5</text></svg>'
RTF = r"{\rtf1\ansi{\fonttbl\f0 Arial;}\f0 Revenue was 5 million.\par}"
MAKEFILE = "CC := gcc\nOBJS = main.o list.o\n\nall: $(OBJS)\n\t$(CC) -o app $(OBJS)\n\nclean:\n\trm -f $(OBJS)\n"
PYTHON = "import os\n\n\ndef main():\n    name = os.name\n    return name\n\n\nclass A:\n    x = 1\n"
C = '#include <stdio.h>\n\nint main(void) {\n    int n = 4;\n    printf("%d", n);\n    return 0;\n}\n'
XML = '<?xml version="1.0"?>\n<orders><order id="1"><total>5</total></order></orders>'
TAGS = "<orders>\n<order id='1'>\n<total>5</total>\n</order>\n</orders>"
PROSE = "Our plant in Lyon closed in March. The staff was told; nobody objected.\nIt will open again in May."
LEGAL = "The supplier shall:\n(a) deliver on time;\n(b) insure the goods;\n(c) bear all other risks; and\n(d) pay."


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("chart.svg", SVG, "drawing"), ("chart.txt", SVG, "drawing"), ("letter.rtf", RTF, "Rich Text"),
        ("letter.txt", RTF, "Rich Text"), ("letter.doc1", RTF, "Rich Text"), ("Makefile", MAKEFILE, "source code"),
        ("rules", MAKEFILE, "source code"), ("tool.py", PYTHON, "source code"), ("tool", PYTHON, "source code"),
        ("tool.xyz", C, "source code"), ("run", "#!/bin/sh\necho 1\n", "source code"), ("o.xml", XML, "XML"),
        ("o.txt", XML, "XML"), ("o.dat", TAGS, "markup"), ("a.yaml", "name: 工厂\n", "settings"),
        ("a.json", '{"name": "工厂"}', "settings"), ("a.tex", "\\documentclass{article}", "LaTeX"),
        ("a.ps", "%!PS-Adobe-3.0\n", "PostScript"), ("id", "-----BEGIN RSA PRIVATE KEY-----\nAAAA", "key"),
        ("图.svg", "<svg><text>销售</text></svg>", "drawing"), ("a.css", "p { color: red }", "source code"),
    ],
    ids=lambda value: value[:12] if "\n" not in value else "text",
)  # fmt: skip
def test_what_is_no_document_is_refused_by_name_with_what_to_do(name: str, text: str, advice: str) -> None:
    with pytest.raises(NotParsed, match=advice) as refused:
        parse(source(name, text))
    assert (refused.value.reason, refused.value.status) == (DocumentReason.UNSUPPORTED, DocumentStatus.REJECTED)
    assert "Formats that can be read: pdf, docx" in refused.value.advice


@pytest.mark.parametrize("name", ["minutes.v2", "minutes.2024", "纪要.稿", "a.rst", "a.xyz"])
@pytest.mark.parametrize("text", [PROSE, LEGAL, "工厂三月关闭。五月重新开放。", "😀"])
def test_prose_under_an_unknown_ending_is_text_and_noted(name: str, text: str) -> None:
    document = parse(source(name, text))
    assert document.format == "txt"
    assert len(document.notes) == 1
    assert "read as txt" in document.notes[0]


@pytest.mark.parametrize("name", ["code.txt", "code.md", "code.log"])
def test_code_that_says_it_is_text_is_read(name: str) -> None:
    assert "def main" in str(parse(source(name, PYTHON)).blocks)


@pytest.mark.parametrize(
    "text", ["BMW Group sold 2.5 million cars.", "A PDF begins with %PDF-1.7 and a line end.", LEGAL]
)
def test_text_that_begins_like_another_format_is_text(text: str) -> None:
    assert parse(source("a.txt", text)).format == "txt"
    assert parse(source("a", text)).notes == ()
