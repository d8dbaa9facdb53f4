"""Files that are not what they should be: each gets a state and a reason."""

import pytest

from services.documents.status import DocumentReason, DocumentStatus
from services.ingestion.parse import ocr
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import NotParsed
from tests.unit.ingestion.files import archive, drawn_pdf, pdf, source, word, workbook

R = DocumentReason
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 100
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600
NOISE = bytes((n * 97 + 13) % 251 for n in range(4096))


def told(value: object) -> str:
    """Encrypted and drawn bytes differ from process to process; the names of tests must not."""
    return "bytes" if isinstance(value, bytes) else str(value)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pdf", b"", R.EMPTY_FILE),
        ("空.txt", b"", R.EMPTY_FILE),
        ("a.txt", b" \n\t\n\xe3\x80\x80", R.NO_TEXT),
        ("a.md", b"---\ntitle: x\n---\n", R.NO_TEXT),
        ("a.html", b"<html><body><script>1</script></body></html>", R.NO_TEXT),
        ("a.jsonl", b"\n\n", R.NO_TEXT),
        ("a.jsonl", b'{"id": "a", "text": " "}', R.NO_TEXT),
        ("a.docx", word(), R.NO_TEXT),
        ("a.pdf", drawn_pdf([[]]), R.NO_TEXT_LAYER),
        ("photo.png", PNG, R.CORRUPT if ocr.available() else R.NO_TEXT_LAYER),
        ("a.pdf", pdf("Secret.", password="p"), R.ENCRYPTED),
        ("a.docx", OLE + "EncryptedPackage".encode("utf-16-le"), R.ENCRYPTED),
        ("a.pdf", b"%PDF-1.7\nrubbish", R.CORRUPT),
        ("a.docx", word("Text.")[:700], R.CORRUPT),
        ("a.docx", archive({"word/document.xml": b"<w:document"}), R.CORRUPT),
        ("a.pdf", b"Just text in a file that says it is a PDF.", R.WRONG_EXTENSION),
        ("a.docx", b"Just text.", R.WRONG_EXTENSION),
        ("a.txt", NOISE, R.WRONG_EXTENSION),
        ("a.txt", archive({"a": b"1"}), R.WRONG_EXTENSION),
        ("a.bin", NOISE, R.UNSUPPORTED),
        ("a.doc", OLE, R.UNSUPPORTED),
        ("a.zip", archive({"a": b"1"}), R.UNSUPPORTED),
        ("a.docx", archive({"word/document.xml": b"\0" * 50_000_000}), R.LIMITS),
        ("a.docx", archive({"word/document.xml": b"<a/>"} | {f"x{n}": b"" for n in range(200)}), R.LIMITS),
        ("a.docx", archive({"word/document.xml": b"<a/>", "d/" * 300 + "x": b""}), R.LIMITS),
        ("a.pdf", drawn_pdf([[(72, 700, "x")]] * 60), R.LIMITS),
    ],
    ids=told,
)
def test_a_bad_file_ends_with_its_reason(name: str, data: bytes, reason: DocumentReason) -> None:
    with pytest.raises(NotParsed) as refused:
        parse(source(name, data, archive_entries=100, pages=50))
    assert refused.value.reason is reason
    assert len(refused.value.advice) > 20
    assert refused.value.status is (
        DocumentStatus.EMPTY if reason in (R.NO_TEXT, R.NO_TEXT_LAYER) else DocumentStatus.REJECTED
    )


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("page.txt", b"<!DOCTYPE html><html><body><p>Hello there.</p></body></html>", "html"),
        ("report.txt", pdf("Hello there."), "pdf"),
        ("report.pdf", word("Hello there."), "docx"),
        ("page.html", b"Hello there, no markup at all.", "txt"),
        ("rows.csv", b"Hello there and nothing more.", "txt"),
        ("rows.txt", b"a;b;c\nHello there;1;2\nmore;3;4\nand more;5;6", "csv"),
        ("rows.csv", workbook(S=[("Item", "Count"), ("Hello there", 5)]), "xlsx"),
        ("lines.txt", b'{"id": "1", "text": "Hello there."}\n{"id": "2", "text": "More."}', "jsonl"),
    ],
)
def test_a_lie_that_does_no_harm_is_read_and_noted(name: str, data: bytes, form: str) -> None:
    document = parse(source(name, data))
    assert document.format == form
    assert any(form in note for note in document.notes)
    assert "Hello there" in str(document.blocks)


def test_an_honest_name_gets_no_note() -> None:
    for name in ("a.txt", "README", "server.log"):
        assert parse(source(name, "Some words.")).notes == ()
    assert parse(source("a.csv", "Item,Count\nBolts,12")).notes == ()


def test_html_as_one_line_of_five_megabytes_is_read() -> None:
    page = "<html><body>" + "".join(f"<p>Sentence number {n}.</p>" for n in range(180_000)) + "</body></html>"
    assert len(page) > 5_000_000
    assert len(parse(source("big.html", page)).blocks) == 180_000


def test_html_nested_deeper_than_python_recurses_is_read() -> None:
    page = "<html><body>" + "<div>" * 20_000 + "deep text" + "</div>" * 20_000
    assert "deep text" in str(parse(source("deep.html", page)).blocks)


def test_markdown_nested_very_deep_ends() -> None:
    assert parse(source("deep.md", "> " * 5_000 + "deep\n\n" + "- " * 3_000 + "item\n\ntext")).blocks


def test_text_with_a_character_cut_at_its_end_is_read() -> None:
    assert parse(source("cut.txt", ("报告" * 200).encode()[:-1])).blocks[0].text.startswith("报告")
