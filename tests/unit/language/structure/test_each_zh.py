"""The same asked of several things in Chinese: one question for each, with what they share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.structure.each_zh import told_apart

APART = [
    (
        "白帆物流有限公司和青鹭仪表有限公司2023年的净利润分别是多少？",
        ["白帆物流有限公司2023年的净利润是多少", "青鹭仪表有限公司2023年的净利润是多少"],
    ),
    (
        "白帆物流有限公司和青鹭仪表有限公司分别在2019年和2020年签署的合同总价是多少？",
        ["白帆物流有限公司在2019年签署的合同总价是多少", "青鹭仪表有限公司在2020年签署的合同总价是多少"],
    ),
    (
        "白帆物流有限公司在2020年和青鹭仪表有限公司在2021年分别增加了多少员工？",
        ["白帆物流有限公司在2020年增加了多少员工", "青鹭仪表有限公司在2021年增加了多少员工"],
    ),
    ("2021年乒乓球男单和女单冠军分别是谁？", ["2021年乒乓球男单冠军是谁", "2021年乒乓球女单冠军是谁"]),
    ("金桂奖的最佳女主角和男主角分别是谁？", ["金桂奖的最佳女主角是谁", "金桂奖的男主角是谁"]),
    ("2021年挪威和瑞典的失业率分别是多少？", ["2021年挪威的失业率是多少", "2021年瑞典的失业率是多少"]),
    ("海川640和海川820的重量各是多少？", ["海川640的重量是多少", "海川820的重量是多少"]),
    ("海川640系列的发布时间和处理器？", ["海川640系列的发布时间", "海川640系列的处理器"]),
    ("青石油田2021年和2022年的产量分别是多少？", ["青石油田2021年的产量是多少", "青石油田2022年的产量是多少"]),
    ("泵业年会2021和2022的举办地", ["泵业年会2021年的举办地", "泵业年会2022年的举办地"]),
    ("经理和主管的审批权限分别是多少？", ["经理的审批权限是多少", "主管的审批权限是多少"]),
]
NOT_SAID = [
    ("2021年挪威和瑞典的GDP增长率", ["2021年挪威的GDP增长率", "2021年瑞典的GDP增长率"]),
    ("纪录片《长夜》的导演和主演是谁", ["纪录片《长夜》的导演是谁", "纪录片《长夜》的主演是谁"]),
]
WHOLE = [
    "白帆物流有限公司的净利润是多少？",
    "挪威和瑞典签署了什么协议？",
    "华澜泵业2022年和2023年的营业收入相比如何？",
    "安全帽和手套多久更换一次？",
    "Who runs the plant?",
    "分别",
    "和",
    "",
    "😀和😀分别",
]


@pytest.mark.parametrize(("question", "each"), [*APART, *NOT_SAID])
def test_every_thing_gets_the_question_with_what_it_shares(question: str, each: list[str]) -> None:
    assert told_apart(question) == each


@pytest.mark.parametrize("question", WHOLE)
def test_a_question_of_one_thing_or_of_things_together_stays_whole(question: str) -> None:
    assert told_apart(question) == []


PIECES = ["分别", "和", "、", "华澜泵业", "2021年", "2022", "的", "营业收入", "是多少", "各是", "{1}", "😀", "A"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_taken(text: str) -> None:
    assert len(told_apart(text)) != 1
