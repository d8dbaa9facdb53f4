"""Which of the first rows of a table are heads: one rule for every format.

A first row that is data and is taken for a head is lost, and gives every other row a false name; a head that is taken
for data only costs its name. So heads are taken when something speaks for them: the format says so, the cells below are
of a kind that the first row's are not, or the first cell names what the labels below it are.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

FIGURE = re.compile(r"^[($€£¥￥+\-−–—~]*\s*\d[\d,.\s]*(?:%|％|\)|[a-zA-Z]{1,3})*$|^[-–—]+$")
YEAR = re.compile(r"^(?:FY|CY|Q[1-4]|H[12])?\s?(?:19|20)\d\d(?:[年度]*|\s?[A-Za-z]{1,2})$")
_MOST_HEADS = 4
_LONGEST_HEAD = 60
# What the labels of a list of properties say. Anchored: "Name" is one, "Name of the plant in Lyon" is not.
_PROPERTY = re.compile(
    r"(?:full |legal |company |trading )?(?:name|title|address|street|city|country|location|phone|telephone|tel|fax|"
    r"e-?mail|web ?site|url|web|contact|founded|founders?|established|ceo|cfo|chair(?:man|woman|person)?|president|"
    r"director|manager|head|owner|author|employees|staff|head ?count|workforce|revenue|turnover|sales|profit|"
    r"net (?:income|profit)|(?:operating )?income|headquarters?|head office|industry|sector|type|category|status|date|"
    r"(?:start|end|effective|issue|expiry|due) date|term|period|amount|price|currency|version|revision|language|"
    r"number|no\.?|id|code|reference|department|position|gender|age|born|died|weight|size|length|width|height|depth|"
    r"material|colou?r|power|voltage|capacity|volume|area|speed|pressure|temperature|warranty)(?: \([^()]*\))?"
    r"|(?:公司|企业|产品|项目|合同|设备|法定|注册|联系|办公|经营)?(?:名称|全称|简称|姓名|地址|电话|传真|邮箱|网址|网站|联系人|代表人|代表|"
    r"地|资本|范围|编号|型号|版本|类型|状态)|成立(?:时间|日期|年份)?|创始人|董事长|总经理|总裁|负责人|厂长|员工(?:人数|数|总数)?|人数|"
    r"(?:营业)?收入|(?:净)?利润|总部|所在地|国家|城市|行业|类别|日期|(?:开始|结束|生效|签订|到期)日期|有效期|期限|金额|价格|币种|作者|"
    r"部门|职位|性别|年龄|重量|尺寸|长度|宽度|高度|材质|材料|颜色|功率|电压|容量|面积|产能|速度|压力|温度|质保期?",
    re.IGNORECASE,
)
# A head over labels that are properties themselves.
_PROPERTIES_HEAD = re.compile(
    r"metrics?|indicators?|fields?|propert(?:y|ies)|attributes?|parameters?|characteristics?|features?|keys?|items?|"
    r"measures?|specifications?|particulars|details?|指标|字段|属性|参数|特性|特征|项目|规格|内容|事项",
    re.IGNORECASE,
)
# A head that says what kind of thing the labels below it are.
_CLASS = re.compile(
    r"(?:countr(?:y|ies)|regions?|cit(?:y|ies)|states?|provinces?|places?|destinations?|locations?|products?|models?|names?|"
    r"years?|months?|quarters?|weeks?|days?|dates?|periods?|categor(?:y|ies)|types?|kinds?|class(?:es)?|departments?|"
    r"teams?|plants?|sites?|offices?|employees?|persons?|people|positions?|grades?|levels?|roles?|ranks?|codes?|no\.?|"
    r"ids?|currenc(?:y|ies)|segments?|divisions?|compan(?:y|ies)|customers?|suppliers?|vendors?|parts?|materials?|"
    r"services?|projects?|terms?|steps?|phases?|stages?|events?|subjects?|languages?)"
    r"|国家|地区|区域|城市|省份|州|地点|目的地|产品|型号|名称|姓名|年份|年度|月份|季度|日期|期间|类别|类型|种类|部门|团队|工厂|基地|"
    r"岗位|职位|级别|等级|角色|排名|代码|编号|序号|币种|分部|板块|公司|客户|供应商|零件|材料|服务|术语|步骤|阶段|事件|科目|语言",
    re.IGNORECASE,
)
Table = Sequence[Sequence[str]]


def heads_of(table: Table, said: int = 0) -> int:
    """How many of the first rows of a table are heads.

    Rows are of equal length, without empty columns. `said` is how many the format says; what is plainly data is not
    believed.
    """
    if len(table) < 2 or not table[0]:
        return 0
    if len(table[0]) == 2:
        return _heads_of_pairs(table, min(said, len(table) - 1))
    if said:
        return 0 if said == 1 and _like_the_body(table) else min(said, len(table) - 1)
    return _over_figures(table) or int(_names_columns(table[0]))


def is_head(row: Sequence[str]) -> bool:
    """Whether a row says something right of its label, and no figure but years."""
    others = [cell for cell in row[1:] if cell]
    return bool(others) and not any(FIGURE.match(cell) and not YEAR.match(cell) for cell in others)


def _heads_of_pairs(table: Table, said: int) -> int:
    """Two columns are labels with their values under a head, or names of properties with theirs, which has none."""
    first, body = table[0], [row for row in table[max(said, 1) :] if any(row)]
    if not body or not first[1]:
        return said
    if not first[0] or (YEAR.match(first[1]) and not _PROPERTY.fullmatch(first[0])):
        return max(said, 1)  # the corner is empty or names the unit
    if _are_properties(first[0], [row[0] for row in body]) or _like_the_body(table):
        return 0
    if said:
        return said
    named = bool(_CLASS.fullmatch(first[0]) or _PROPERTIES_HEAD.fullmatch(first[0]))
    if named and len(first[1]) <= _LONGEST_HEAD and not _digits(first[1]):
        return 1
    return _over_figures(table) if len(body) > 1 and _alike(row[1] for row in body) else 0


def _are_properties(first: str, labels: Sequence[str]) -> bool:
    """Whether labels are names of properties, and the first is one of them rather than a head over them."""
    if _PROPERTIES_HEAD.fullmatch(first.rstrip(":： ")):
        return False
    marked = sum(label.endswith((":", "：")) for label in (first, *labels))
    known = sum(bool(_PROPERTY.fullmatch(label.rstrip(":： "))) for label in labels)
    return marked > 0.5 * (len(labels) + 1) or (known >= 0.4 * len(labels) and known > 0)


def _like_the_body(table: Table) -> bool:
    """Whether the first row holds figures written as those below are: then it is one of them."""
    columns = range(1, len(table[0]))
    alike = told = 0
    for column in columns:
        first = table[0][column]
        below = Counter(_shape(row[column]) for row in table[1:] if column < len(row) and row[column])
        if not first or not below:
            continue
        told += 1
        alike += bool(_digits(first)) and not YEAR.match(first) and below[_shape(first)] >= 0.5 * below.total()
    return told > 0 and alike > 0.5 * told


def _over_figures(table: Table) -> int:
    """Leading rows without a figure right of their label, 0 when most rows below them hold none either."""
    count = 0
    while count < min(_MOST_HEADS, len(table)) and is_head(table[count]):
        count += 1
        named = table[count - 1][0] and not all(YEAR.match(cell) for cell in table[count - 1][1:] if cell)
        if named and (count == len(table) or table[count][0]):
            break  # a row with a head over the labels closes the heads, unless one without goes on below it
    body = table[count:]
    figures = sum(any(FIGURE.match(cell) or (_digits(cell) and len(cell) < 20) for cell in row[1:]) for row in body)
    wanted = 0.5 if len(table[0]) > 2 else 0.8
    return count if body and figures >= wanted * len(body) else 0


def _names_columns(row: Sequence[str]) -> bool:
    """Whether each cell of a row is a short name of its own, as over columns of text."""
    filled = [cell for cell in row if cell]
    return (
        len(filled) >= len(row) - 1
        and len(set(filled)) == len(filled)
        and not any(_digits(cell) or len(cell) > _LONGEST_HEAD for cell in filled)
    )


def _alike(cells: Iterable[str]) -> bool:
    """Whether most cells are figures written in one way, as a column's are; properties differ in their units."""
    shapes = Counter(_shape(cell) for cell in cells if cell)
    return bool(shapes) and shapes.most_common(1)[0][1] >= 0.6 * shapes.total()


def _shape(cell: str) -> str:
    """A cell with its figures made equal: "EUR #" of "EUR 1,200.50"."""
    return re.sub(r"\d[\d,.]*", "#", cell.strip())


def _digits(cell: str) -> bool:
    return any(character.isdigit() for character in cell)
