"""A figure of a class or of another model is none of the thing asked about, unless the passage puts it there."""

import pytest

from tests.fakes.answering import answered
from tests.fakes.evidence import source

ASKED, ASKED_ZH = "What is the warranty of the PQ-12?", "PQ-12的质保期是多久？"
ROWS = "| Product | Class |\n|---|---|\n| PQ-12 | B |\n| PQ-20 | A |\n\n"
TERMS = "Terms\n\n| Class | Warranty |\n|---|---|\n| A | 36 months |\n| B | 12 months |\n"


@pytest.mark.parametrize(
    ("question", "text", "short"),
    [
        (ASKED, "The PQ-12 is a pump of class B.\n\nThe standard warranty for pumps of class A is 36 months.", ""),
        (ASKED, "The PQ-12 is a small pump. Pumps of class A have a warranty of 36 months.", ""),
        (ASKED, "The PQ-12 and the PQ-20 are pumps. The PQ-20 has a warranty of 48 months.", ""),
        (ASKED, "The PQ-12 was shown in March. The larger model has a warranty of 48 months.", ""),
        (ASKED, "The PQ-12 is a pump of class A. Pumps of class A have a warranty of 36 months.", "36 months"),
        (ASKED, "PQ-12 data sheet. The pump weighs 12 kg. It needs no oil. The warranty is 24 months.", "24 months"),
        (ASKED, ROWS + TERMS, "12 months"),
        (ASKED_ZH, "PQ-12是一款B类水泵。\n\nA类水泵的标准质保期为36个月。", ""),
        (ASKED_ZH, "PQ-12已停产。\n\n| 型号 | 质保期 |\n|---|---|\n| PQ-10 | 12个月 |\n| PQ-20 | 48个月 |\n", ""),
        (ASKED_ZH, "PQ-12是一款A类水泵。A类水泵的质保期为36个月。", "36个月"),
        (ASKED_ZH, "| 型号 | 质保期 |\n|---|---|\n| PQ-10 | 12个月 |\n| PQ-12 | 18个月 |\n", "18个月"),
    ],
)
async def test_the_identifier_binds_the_figure(question: str, text: str, short: str) -> None:
    result = await answered(question, source(text, title="Pumps"))
    assert result.draft.short_answer == short
    assert result.draft.abstained is (short == "")
