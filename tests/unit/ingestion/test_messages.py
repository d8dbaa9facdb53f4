"""Messages: headers as text, the body once, attachments as sections, and what could not be read named."""

import datetime as dt
from email.message import EmailMessage

import pytest

from services.documents.status import DocumentReason
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import BlockKind, NotParsed, ParsedDocument
from tests.unit.ingestion.files import pdf, source, workbook


def message(body: str = "See you at noon.", **headers: str) -> EmailMessage:
    made = EmailMessage()
    said = {"From": "Ann Mill <ann@mill.example>", "To": "bo@mill.example", "Subject": "Review"} | headers
    for name, value in said.items():
        made[name.replace("_", "-")] = value
    made["Date"] = "Fri, 16 Feb 2024 17:04:16 +0800"
    made["Message-ID"] = "<1@mill.example>"
    made.set_content(body)
    return made


def read(made: EmailMessage | bytes, name: str = "a.eml") -> ParsedDocument:
    return parse(source(name, made if isinstance(made, bytes) else made.as_bytes()))


def test_headers_are_text_and_the_subject_is_the_title() -> None:
    document = read(message("明天中午见。", Subject="季度回顾 Review", Cc="张三 <zhang@mill.example>"))
    assert (document.title, document.date) == ("季度回顾 Review", dt.date(2024, 2, 16))
    heading, headers, body = document.blocks
    assert (heading.kind, heading.text) == (BlockKind.HEADING, "季度回顾 Review")
    assert headers.text.splitlines() == [
        "From: Ann Mill <ann@mill.example>", "To: bo@mill.example", "Cc: 张三 <zhang@mill.example>",
        "Date: Fri, 16 Feb 2024 17:04:16 +0800", "Subject: 季度回顾 Review",
    ]  # fmt: skip
    assert body.text == "明天中午见。"


def test_of_alternatives_one_is_read() -> None:
    made = message("The price is firm.")
    made.add_alternative("<p>The price is <b>firm</b>.</p>", subtype="html")
    assert str(read(made).blocks).count("price is") == 1


def test_a_message_of_html_alone_shows_what_its_reader_sees() -> None:
    made = message()
    page = "<meta charset=gb2312><p>价格不变。</p><p style='display:none'>hidden</p>"
    page += "<table><tr><td>A</td><td>1</td></tr></table>"
    made.set_content(page, subtype="html")
    text = str(read(made).blocks)
    assert "价格不变。" in text
    assert "A: 1" in text
    assert "hidden" not in text


def test_attachments_of_known_formats_are_sections_and_others_are_named() -> None:
    made = message()
    made.add_attachment(pdf("# 条款", "付款期30天。"), maintype="application", subtype="pdf", filename="合同 终稿.pdf")
    made.add_attachment(
        workbook(S=[("Item", "2024"), ("Bolts", 5)]), maintype="application", subtype="x", filename="b.xlsx"
    )
    made.add_attachment(b"\x00\x01\x02" * 300, maintype="application", subtype="octet-stream", filename="tool.bin")
    document = read(made)
    headings = [(block.text, block.level) for block in document.blocks if block.kind is BlockKind.HEADING]
    assert headings == [("Review", 1), ("合同 终稿.pdf", 2), ("条款", 3), ("b.xlsx", 2), ("S", 3)]
    assert "付款期30天。" in str(document.blocks)
    (note,) = document.notes
    assert note.startswith("tool.bin is not read (unsupported_format)")


def test_a_message_inside_a_message_is_a_section() -> None:
    made = message("Please read the message below.")
    made.add_attachment(message("The plant in Lyon closes.", Subject="Closure"))
    text = str(read(made).blocks)
    assert "Please read" in text
    assert "Subject: Closure" in text
    assert "plant in Lyon closes" in text


def test_messages_nested_without_end_are_cut_off_and_named() -> None:
    made = message("innermost")
    for depth in range(8):
        outer = message(f"depth {depth}")
        outer.add_attachment(made)
        made = outer
    document = read(made)
    assert "depth 7" in str(document.blocks)
    assert "innermost" not in str(document.blocks)
    assert any("parser_limits" in note for note in document.notes)


@pytest.mark.parametrize("charset", ["gb2312", "big5", "iso-8859-1", "utf-16"])
def test_a_body_is_decoded_as_its_header_says(charset: str) -> None:
    text = "Le café fermé" if charset == "iso-8859-1" else "公司中文"
    raw = b"From: a@x\nTo: b@x\nSubject: S\nMIME-Version: 1.0\nContent-Type: text/plain; charset=" + charset.encode()
    assert text in str(read(raw + b"\nContent-Transfer-Encoding: 8bit\n\n" + text.encode(charset)).blocks)


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@x\nSubject: =?utf-8?B?broken\nContent-Type: text/plain; charset=nonsense\n\nBody text.",
        b"From: \xff\xfe <a@x>\nDate: not a day\nContent-Type: multipart/mixed\n\nBody text.",
        b"From: a@x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nBody text.\n",
        b"Subject: x\nFrom: a@x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nQm9keSB0ZXh0Lg",
    ],
    ids=["charset", "date", "boundary", "base64"],
)
def test_a_damaged_message_gives_what_can_be_read(raw: bytes) -> None:
    assert "Body text." in str(read(raw).blocks)


def test_a_message_under_another_name_is_known_and_a_memo_is_text() -> None:
    assert read(message(), "saved.txt").format == "eml"
    memo = parse(source("memo.txt", "From: Ann\nTo: Bo\nSubject: Plan\n\nWe build."))
    assert memo.format == "txt"


def test_a_message_without_anything_has_no_text() -> None:
    with pytest.raises(NotParsed) as refused:
        read(b"X-Nothing: 1\nX-Other: 2\n\n")
    assert refused.value.reason is DocumentReason.NO_TEXT
