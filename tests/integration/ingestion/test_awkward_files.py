"""Awkward files, made here: each ends in its right state within its limits, through the real parser process."""

import io
import itertools
import time
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pptx
import pytest
from reportlab.pdfgen.canvas import Canvas

from services.cli.commands.ingest import found
from services.documents.status import DocumentReason, DocumentStatus
from services.ingestion.parsed import NotParsed
from services.ingestion.sandbox import Allowance, Sandbox
from tests.unit.ingestion.files import archive, pdf, saved, word, workbook

R, S = DocumentReason, DocumentStatus
Made = Callable[[], bytes]


def pages(count: int) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(200, 200))
    for number in range(1, count + 1):
        canvas.drawString(20, 100, f"Entry {number} of the register.")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def bomb(member: str, inner: str = "") -> bytes:
    """An office file one of whose parts unpacks to 600 MB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in filter(None, (member, inner)):
            with target.open(name, "w", force_zip64=True) as part:
                part.writelines(itertools.repeat(bytes(1024 * 1024), 600))
    return out.getvalue()


def honest_bomb() -> bytes:
    """A workbook whose central directory says that its 50 MB part has 1,000 bytes."""
    data = bytearray(archive({"xl/workbook.xml": b"<a/>", "xl/worksheets/sheet1.xml": bytes(50_000_000)}))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    return bytes(data)


def laughs() -> bytes:
    """XML whose entities would grow to a billion characters."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{entities}]><x>&e9;</x>'
    made = io.BytesIO(word("Text."))
    with zipfile.ZipFile(made) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    return archive(parts | {"word/document.xml": text.encode()})


def nested_tables() -> bytes:
    inner = "<table><tr><td>Depth 3</td><td>Lyon</td></tr><tr><td>Count</td><td>42</td></tr></table>"
    middle = f"<table><tr><td>Middle</td><td>{inner}</td></tr></table>"
    return f"<html><body><table><tr><td>Outer</td><td>{middle}</td></tr></table></body></html>".encode()


def merged_cells() -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    for row in (["工厂", "2024", None], [None, "产量", "人数"], ["Lyon", 4250, 42], [None, 4300, 43]):
        sheet.append(row)
    for area in ("A1:A2", "B1:C1", "A3:A4"):
        sheet.merge_cells(area)
    return saved(made)


def mail() -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Ann <ann@mill.example>", "bo@mill.example", "Delivery 交货"
    made.set_content("The contract is attached.")
    made.add_alternative("<p>The contract is attached.</p>", subtype="html")
    made.add_attachment(
        pdf("# 合同", "交货期42天。"), maintype="application", subtype="pdf", filename="合同 终稿 (2).pdf"
    )
    made.add_attachment(bytes(range(256)) * 40, maintype="application", subtype="octet-stream", filename="setup.exe")
    return made.as_bytes()


def deck_of(slides: int) -> bytes:
    made = pptx.Presentation()
    for number in range(slides):
        made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = f"Title {number}"
    return saved(made)


READ: list[tuple[str, Made, str]] = [
    ("nested.html", nested_tables, "42"),
    ("merged.xlsx", merged_cells, "4,300|4300"),
    ("formulas.xlsx", lambda: workbook(S=[("Item", "Count"), ("Bolts", 42), ("Total", "=SUM(B2:B2)")]), "Bolts"),
    ("one line.html", lambda: b"<html><body>" + b"<p>Line of the page 42.</p>" * 210_000 + b"</body></html>", "42"),
    ("mixed.csv", lambda: b"Item;Count;Price\nBolts;42;1\nNuts,7,2\nSeals\t8\t3\n", "Seals"),
    ("mail.eml", mail, "交货期42天"),
    ("年度 报告 终稿（2）.pdf", lambda: pdf("# 年度报告", "员工42人。"), "员工42人"),
    ("deck.pptx", lambda: deck_of(40), "Title 39"),
    ("nul.txt", lambda: b"The plant\x00 has 42\x00 staff.", "42 staff"),
    ("cut.csv", lambda: "公司,人数,城市\n白鹿,42,里昂\n".encode("gb18030") * 30, "白鹿"),
    ("quotes.csv", lambda: b'Item,Count,Note\nBolts,42,"never closed\n' + b"Nuts,7,none\n" * 300, "Bolts"),
    ("deep.html", lambda: b"<div>" * 20_000 + b"deep 42", "deep 42"),
]
REFUSED: list[tuple[str, Made, DocumentStatus, DocumentReason]] = [
    ("bomb.docx", lambda: bomb("word/document.xml"), S.REJECTED, R.LIMITS),
    ("bomb.xlsx", lambda: bomb("xl/workbook.xml", "xl/worksheets/sheet1.xml"), S.REJECTED, R.LIMITS),
    ("bomb.pptx", lambda: bomb("ppt/presentation.xml"), S.REJECTED, R.LIMITS),
    ("lying bomb.xlsx", honest_bomb, S.REJECTED, R.CORRUPT),
    ("laughs.docx", laughs, S.REJECTED, R.CORRUPT),
    ("too long.pdf", lambda: pages(2_001), S.REJECTED, R.LIMITS),
    ("empty sheet.xlsx", lambda: workbook(S=[]), S.EMPTY, R.NO_TEXT),
    ("locked.pdf", lambda: pdf("Secret.", password="p"), S.REJECTED, R.ENCRYPTED),
    ("table.xlsx", lambda: pdf("Text.")[:200] + b"\x00" * 500, S.REJECTED, R.CORRUPT),
    ("drawing.txt", lambda: b"<svg xmlns='x'><text>Sales</text></svg>", S.REJECTED, R.UNSUPPORTED),
    ("Makefile", lambda: b"all:\n\tcc main.c\n", S.REJECTED, R.UNSUPPORTED),
    ("nothing.eml", lambda: b"", S.REJECTED, R.EMPTY_FILE),
]


@pytest.mark.parametrize(("name", "made", "said"), READ, ids=[name for name, _, _ in READ])
async def test_an_awkward_file_that_can_be_read_is(
    name: str, made: Made, said: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "blob"
    path.write_bytes(made())
    began = time.monotonic()
    document = await sandbox.parse(path, name)
    assert any(one in str(document.blocks) for one in said.split("|"))
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(("name", "made", "status", "reason"), REFUSED, ids=[name for name, *_ in REFUSED])
async def test_an_awkward_file_that_cannot_be_read_says_why(
    name: str, made: Made, status: DocumentStatus, reason: DocumentReason, sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "blob"
    path.write_bytes(made())
    with pytest.raises(NotParsed) as refused:
        await sandbox.parse(path, name)
    assert (refused.value.status, refused.value.reason) == (status, reason)
    (path.parent / "next").write_text("The next file is read.")
    assert (await sandbox.parse(path.parent / "next", "next.txt")).blocks


@pytest.mark.slow
async def test_two_thousand_pages_are_read_to_the_last(tmp_path: Path) -> None:
    path = tmp_path / "blob"
    path.write_bytes(pages(2_000))
    sandbox = Sandbox(Allowance())
    document = await sandbox.parse(path, "register.pdf")
    await sandbox.close()
    assert document.blocks[-1].page == 2_000
    assert "Entry 2000 of the register." in document.blocks[-1].text


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_sheet_of_half_a_million_cells_is_read_in_its_memory(tmp_path: Path) -> None:
    made = openpyxl.Workbook(write_only=True)
    sheet = made.create_sheet("Readings")
    for row in range(50_000):
        sheet.append([row or "r0", *(n if row else f"h{n}" for n in range(9))])
    path = tmp_path / "blob"
    path.write_bytes(saved(made))
    sandbox = Sandbox(Allowance())
    document = await sandbox.parse(path, "readings.xlsx")
    await sandbox.close()
    assert len(document.blocks[-1].rows) == 50_000


def test_a_loop_of_links_is_no_file_and_no_end(tmp_path: Path) -> None:
    folder = tmp_path / "文件 夹"
    folder.mkdir()
    (folder / "年度 报告.txt").write_text("text")
    (folder / "loop").symlink_to(folder)
    (folder / "self").symlink_to(folder / "self")
    assert [path.name for path in found([folder])] == ["年度 报告.txt"]
