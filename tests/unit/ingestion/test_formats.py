"""Every format, read as a person reads it."""

import datetime as dt

import pytest

from services.ingestion.parse.registry import parse
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument
from tests.unit.ingestion.files import drawn_pdf, pdf, source, word

ROWS = (("地区", "2023年", "2024年"), ("华东", "1,200", "1,350"), ("华南", "980", "1,010"))
ENGLISH_ROWS = (("Region", "2023", "2024"), ("North", "1,200", "1,350"), ("South", "980", "1,010"))


def texts(document: ParsedDocument, kind: BlockKind = BlockKind.PARAGRAPH) -> list[str]:
    return [block.text for block in document.blocks if block.kind is kind]


def tables(document: ParsedDocument) -> list[Block]:
    return [block for block in document.blocks if block.kind is BlockKind.TABLE]


@pytest.mark.parametrize("rows", [ROWS, ENGLISH_ROWS])
def test_a_ruled_table_of_a_pdf_keeps_its_cells(rows: tuple[tuple[str, ...], ...]) -> None:
    document = parse(source("a.pdf", pdf("# 年度报告 Report", "收入如下。Revenue follows.", rows, "After the table.")))
    assert tables(document)[0].rows == rows
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "table", "paragraph"]


def test_headings_of_a_pdf_are_known_by_their_size_and_pages_are_kept() -> None:
    document = parse(source("a.pdf", pdf("# 第一章 概况", "正文一。", "---", "# 第二章 风险", "正文二。")))
    assert [(block.text, block.page) for block in document.blocks if block.kind is BlockKind.HEADING] == [
        ("第一章 概况", 1),
        ("第二章 风险", 2),
    ]
    assert document.title == "第一章 概况"


def test_running_feet_and_page_numbers_of_a_pdf_are_no_text() -> None:
    document = parse(source("a.pdf", pdf("One.", "---", "Two.", "---", "Three.", foot="Confidential draft")))
    assert texts(document) == ["One.", "Two.", "Three."]


def test_a_foot_that_comes_once_is_text() -> None:
    document = parse(source("a.pdf", pdf("One.", foot="Approved by the board")))
    assert any("Approved by the board" in text for text in texts(document))


def test_lines_of_a_paragraph_are_joined_and_hyphens_healed() -> None:
    lines = [
        (72, 700, "The agreement was signed by all inter-"),
        (72, 686, "national partners in the morn-"),
        (72, 672, "ing."),
    ]
    assert texts(parse(source("a.pdf", drawn_pdf([lines])))) == [
        "The agreement was signed by all international partners in the morning."
    ]


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [(60.0, 700 - 14 * n, f"left column words number {n} are here") for n in range(12)]
    right = [(320.0, 700 - 14 * n, f"right column words number {n} are here") for n in range(12)]
    text = " ".join(texts(parse(source("a.pdf", drawn_pdf([left + right])))))
    assert text.index("number 11 are") < text.index("right column words number 0")


def test_a_table_without_rules_is_found_by_its_columns() -> None:
    rows = [("Item", "Count", "Price"), ("Bolts", "12", "3.50"), ("Nuts", "140", "0.75"), ("Washers", "9", "11.20")]
    cells = [
        (72 + 150 * column, 700 - 16 * row, text) for row, line in enumerate(rows) for column, text in enumerate(line)
    ]
    assert tables(parse(source("a.pdf", drawn_pdf([cells]))))[0].rows == tuple(rows)


def test_the_date_and_title_of_a_pdf_come_from_its_properties() -> None:
    document = parse(source("a.pdf", pdf("Text.", title="Annual report", invariant=1)))
    assert document.title == "Annual report"
    assert document.file_date == dt.date(2000, 1, 1)


def test_word_headings_lists_tables_and_properties_are_kept() -> None:
    made = word(
        "# 季度回顾", "## Summary", "Revenue grew 12%.", "- first", "- second", ROWS, "After.",
        title="季度经营回顾", created=dt.datetime(2024, 5, 6), modified=dt.datetime(2024, 5, 7),
    )  # fmt: skip
    document = parse(source("回顾.docx", made))
    assert (document.title, document.file_date) == ("季度经营回顾", dt.date(2024, 5, 7))
    assert [(block.kind.value, block.level) for block in document.blocks] == [
        ("heading", 1), ("heading", 2), ("paragraph", 0), ("list", 0), ("table", 0), ("paragraph", 0),
    ]  # fmt: skip
    assert tables(document)[0].rows == ROWS
    assert texts(document, BlockKind.LIST) == ["- first\n- second"]


def test_the_day_of_an_empty_word_template_is_not_the_documents() -> None:
    assert parse(source("a.docx", word("Text."))).file_date is None


HTML = """<!doctype html><html lang="zh"><head><title>产品目录</title><meta name="date" content="2024-03-02">
<style>.x{}</style></head><body><nav><a href=/>Home</a></nav><header>Site header</header><main><h1>产品</h1>
<p>可见<b>文字</b>，<span style="display:none">隐藏指令</span>继续。<br>第二行</p><p hidden>hidden</p>
<ul><li>one<ul><li>two</li></ul></li></ul>
<table><caption>价格</caption><tr><th>型号</th><th>价格</th></tr>
<tr><td rowspan=2>A1</td><td>10</td></tr><tr><td>20</td></tr></table>
<script>alert(1)</script></main><footer>© footer</footer></body></html>"""


def test_a_page_gives_what_its_reader_sees() -> None:
    document = parse(source("p.html", HTML))
    assert (document.title, document.date, document.language) == ("产品目录", dt.date(2024, 3, 2), "zh")
    assert texts(document) == ["可见文字，继续。\n第二行", "价格"]
    assert texts(document, BlockKind.LIST) == ["- one\n- two"]
    table = tables(document)[0]
    assert table.rows == (("型号", "价格"), ("A1", "10"), ("A1", "20"))
    assert table.header_rows == 1
    assert not any(
        word_ in str(document.blocks) for word_ in ("Home", "hidden", "隐藏", "alert", "footer", "Site header")
    )


@pytest.mark.parametrize("encoding", ["gb2312", "gb18030", "big5", "utf-8", "utf-16"])
def test_a_page_in_any_encoding_is_read(encoding: str) -> None:
    page = (
        f'<html><head><meta charset="{encoding}"><title>T</title></head><body><p>公司收入大幅上升。</p></body></html>'
    )
    page = page if encoding != "big5" else page.replace("公司收入大幅上升", "公司收入大幅上升")
    assert texts(parse(source("p.html", page.encode(encoding)))) == ["公司收入大幅上升。"]


MARKDOWN = """---
title: 工厂手册
date: 2023-10-12
tags: [安全, site]
lang: zh
---

# 工厂手册

正文 *强调* 和 [链接](http://x)。

- 一
  - 二

| 工厂 | 面积 |
| --- | --- |
| 白鹿 | 21,400 |

```
code = 1
```
"""


def test_markdown_with_front_matter_is_read() -> None:
    document = parse(source("手册.md", MARKDOWN))
    assert (document.title, document.date, document.tags, document.language) == (
        "工厂手册", dt.date(2023, 10, 12), ("安全", "site"), "zh",
    )  # fmt: skip
    assert texts(document) == ["正文 强调 和 链接。", "code = 1"]
    assert texts(document, BlockKind.LIST) == ["- 一\n  - 二"]
    assert tables(document)[0].rows == (("工厂", "面积"), ("白鹿", "21,400"))


def test_front_matter_that_is_no_yaml_is_text() -> None:
    assert parse(source("a.md", "---\n: : {[\n---\n\nBody.")).blocks


TEXT = """Site handbook
=============

第一段，
换行。

CHAPTER TWO

- item one
- item two

Item  Count
Bolts  12
"""


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See [the 报告](javascript:alert(1)) now", "See the 报告 now"),
        ("See [it](data:text/html;base64,AA==) and ![a chart](https://evil.example/p?q=1)", "See it and a chart"),
        ("It costs <span style='display:none'>99 EUR, or</span> 12 EUR", "It costs 12 EUR"),
        ("Rated 5 kW<br>since 2023", "Rated 5 kW since 2023"),
        ("Between 3 < 5 and <b>7</b> &amp; more", "Between 3 < 5 and 7 & more"),
        ("Open <!-- closed --> 🏭", "Open 🏭"),
    ],
)
def test_markdown_gives_what_its_reader_sees(written: str, read: str) -> None:
    (block,) = parse(source("a.md", written)).blocks
    assert " ".join(block.text.split()) == read


def test_plain_text_shows_its_structure() -> None:
    document = parse(source("a.txt", TEXT))
    assert document.title == "Site handbook"
    assert [block.kind.value for block in document.blocks] == ["heading", "paragraph", "heading", "list", "table"]
    assert document.blocks[-1].rows == (("Item", "Count"), ("Bolts", "12"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030", "big5"])
def test_chinese_text_in_any_encoding_is_read(encoding: str) -> None:
    text = "公司本年度的收入比上年增長，這是一個很大的進步。我們將繼續發展新的產品和市場。" * 5
    if encoding == "gb18030":
        text = "公司本年度的收入比上年增长，这是一个很大的进步。我们将继续发展新的产品和市场。" * 5
    assert texts(parse(source("a.txt", text.encode(encoding)))) == [text]


def test_japanese_and_western_text_is_read() -> None:
    japanese = "これは日本語の文章です。売上は去年より増えました。新しい製品を開発します。" * 4
    assert texts(parse(source("a.txt", japanese.encode("shift_jis")))) == [japanese]
    western = "Le café est fermé à cause de la grève générale, déclare le maire à l'été."
    assert texts(parse(source("a.txt", western.encode("cp1252")))) == [western]


def test_nul_bytes_and_invisible_characters_are_taken_out() -> None:
    hidden = "pass\u200bword\x00 \u202eevil\u202c 你\u2060好 \U000e0041 👨\u200d👩\u200d👧 \ufeffend"
    assert texts(parse(source("a.txt", hidden + "."))) == ["password evil 你好 👨\u200d👩\u200d👧 end."]


LINES = """{"id": "a1", "title": "标题", "text": "第一行。", "date": "2024-02-03", "lang": "zh", "section": "S", \
"url": "http://x/1", "tags": ["t"]}

{"id": "a2", "text": "Second line.", "date": "", "source": "Wikipedia"}
"""


def test_json_lines_are_one_record_each() -> None:
    document = parse(source("corpus.jsonl", LINES))
    first, second = (block.record for block in document.blocks)
    assert first is not None
    assert second is not None
    assert (first.external_id, first.title, first.section, first.url, first.language, first.date, first.tags) == (
        "a1", "标题", "S", "http://x/1", "zh", dt.date(2024, 2, 3), ("t",),
    )  # fmt: skip
    assert (second.external_id, second.date, second.url) == ("a2", None, "Wikipedia")
    assert [block.text for block in document.blocks] == ["第一行。", "Second line."]


def test_an_id_used_for_two_lines_is_refused_with_both_numbers() -> None:
    lines = '{"id": "x", "text": "one"}\n{"id": "y", "text": "two"}\n{"id": "x", "text": "three"}'
    with pytest.raises(NotParsed, match=r"Line 3 has the id 'x' of line 1") as refused:
        parse(source("c.jsonl", lines))
    assert refused.value.reason == "duplicate_id"


def test_the_same_line_twice_is_read_once_and_noted() -> None:
    document = parse(source("c.jsonl", '{"id": "x", "text": "one"}\n{"id": "x", "text": "one"}'))
    assert len(document.blocks) == 1
    assert document.notes == ("1 lines were there twice",)


@pytest.mark.parametrize("line", ['{"id": 1', '["text"]', '{"id": "x"}', '{"text": 5}', "plain"])
def test_a_broken_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(NotParsed, match="Line 2") as refused:
        parse(source("c.jsonl", '{"id": "a", "text": "fine"}\n' + line))
    assert refused.value.reason == "corrupt"
