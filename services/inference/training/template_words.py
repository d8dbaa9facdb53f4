"""Words that made-up tables and records are filled with, in English and Chinese. Everything named here is invented."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that has a value for each subject and period; `units` are ways to write what it is counted in."""

    name: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """Subjects of one kind: syllables or words their names are made of, what is measured, and how one asks."""

    starts: tuple[str, ...]
    middles: tuple[str, ...]
    ends: tuple[str, ...]
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """How tables, sentences and questions are worded. `{s}` subject, `{m}` measure, `{p}` period, `{v}` value."""

    code: str
    themes: tuple[Theme, ...]
    years: tuple[str, ...]
    quarters: tuple[str, ...]
    questions: tuple[str, ...]
    sentences: tuple[str, ...]
    rows: tuple[str, ...]
    captions: tuple[str, ...]
    roles: tuple[str, ...]
    role_questions: tuple[str, ...]
    role_sentences: tuple[str, ...]
    given: tuple[str, ...]
    family: tuple[str, ...]
    family_first: bool
    fillers: tuple[str, ...]


_MONEY_EN = ("million dollars", "million", "billion", "thousand euros", "USD million", "$")
_MONEY_ZH = ("万元", "亿元", "百万元", "千元", "亿美元", "元")

_COMPANY_EN = Theme(
    (
        "Al",
        "Bren",
        "Cor",
        "Dal",
        "Est",
        "Fen",
        "Gar",
        "Hol",
        "Ior",
        "Kel",
        "Lum",
        "Mar",
        "Nor",
        "Or",
        "Pel",
        "Quin",
        "Ros",
        "Sol",
        "Tar",
        "Vel",
    ),
    ("da", "mo", "vi", "ter", "lo", "ni", "ra", "se", "ko", "wy"),
    (" Group", " Inc.", " Holdings", " Ltd", " Energy", " Foods", " Systems", " Logistics", "", " Bank", " Motors"),
    (
        Measure("revenue", _MONEY_EN),
        Measure("net profit", _MONEY_EN),
        Measure("gross margin", ("%",)),
        Measure("operating income", _MONEY_EN),
        Measure("total assets", _MONEY_EN),
        Measure("long-term debt", _MONEY_EN),
        Measure("research and development expense", _MONEY_EN),
        Measure("number of employees", ("",)),
        Measure("cost of sales", _MONEY_EN),
        Measure("income tax expense", _MONEY_EN),
        Measure("effective tax rate", ("%",)),
        Measure("capital expenditure", _MONEY_EN),
        Measure("free cash flow", _MONEY_EN),
        Measure("dividends paid", _MONEY_EN),
        Measure("accounts receivable", _MONEY_EN),
        Measure("inventories", _MONEY_EN),
        Measure("diluted earnings per share", ("$",)),
        Measure("units shipped", ("units", "thousand units")),
        Measure("stores open at year end", ("",)),
        Measure("interest expense", _MONEY_EN),
        Measure("deferred revenue", _MONEY_EN),
        Measure("operating margin", ("%",)),
    ),
)
_PLACE_EN = Theme(
    (
        "Ash",
        "Bel",
        "Cray",
        "Dun",
        "East",
        "Fair",
        "Glen",
        "Har",
        "Kings",
        "Lang",
        "Mill",
        "New",
        "Oak",
        "Port",
        "Red",
        "Stone",
        "Thorn",
        "West",
    ),
    ("", "er", "ing"),
    ("ton", "ford", "ham", "bridge", "vale", "mouth", "wick", " County", " Valley", "field"),
    (
        Measure("population", ("", "thousand", "inhabitants")),
        Measure("area", ("square kilometres", "km²")),
        Measure("average temperature", ("°C",)),
        Measure("annual rainfall", ("mm",)),
        Measure("unemployment rate", ("%",)),
        Measure("number of schools", ("",)),
        Measure("number of households", ("",)),
        Measure("median income", ("dollars", "$")),
        Measure("wheat harvest", ("tonnes", "thousand tonnes")),
        Measure("number of visitors", ("", "thousand")),
        Measure("voter turnout", ("%",)),
        Measure("elevation", ("metres", "m")),
        Measure("birth rate", ("per 1,000",)),
    ),
)
_PRODUCT_EN = Theme(
    (
        "Aero",
        "Brio",
        "Cinta",
        "Delta",
        "Ember",
        "Flex",
        "Gala",
        "Helio",
        "Iris",
        "Juno",
        "Lyra",
        "Mira",
        "Nova",
        "Opal",
        "Tera",
    ),
    ("",),
    (" 3", " X5", " Pro", " Mini", "-200", " 40", " S", " Plus", " 7 Lite", " Max"),
    (
        Measure("list price", ("$", "euros", "dollars")),
        Measure("weight", ("g", "kg")),
        Measure("battery life", ("hours",)),
        Measure("warranty period", ("months", "years")),
        Measure("maximum load", ("kg",)),
        Measure("screen size", ("inches",)),
        Measure("power consumption", ("W", "kW")),
        Measure("storage capacity", ("GB", "TB")),
        Measure("return rate", ("%",)),
        Measure("delivery time", ("days", "weeks")),
        Measure("daily dose", ("mg", "ml")),
        Measure("noise level", ("dB",)),
    ),
)
ENGLISH = Language(
    "en",
    (_COMPANY_EN, _COMPANY_EN, _PLACE_EN, _PRODUCT_EN),
    ("{y}", "{y}", "fiscal {y}", "FY{y}"),
    ("Q{q} {y}", "the {o} quarter of {y}"),
    (
        "What was the {m} of {s} in {p}?",
        "What was {s}'s {m} in {p}?",
        "In {p}, what was the {m} of {s}?",
        "How much was {s}'s {m} for {p}?",
        "{s} {m} {p}",
        "What is the {m} of {s} for {p}?",
        "What {m} did {s} report in {p}?",
        "Tell me the {m} of {s} in {p}.",
        "What did {s} report as {m} for {p}?",
    ),
    (
        "In {p}, the {m} of {s} was {v}.",
        "{s} reported {m} of {v} for {p}.",
        "For {p}, {s} had {m} of {v}.",
        "The {m} of {s} came to {v} in {p}.",
        "{s}'s {m} in {p} stood at {v}.",
    ),
    ("{s}; {m}; {p}: {v}", "Name: {s}; Period: {p}; {m}: {v}", "{s} {p} {m}: {v}", "{m} ({p}), {s}: {v}"),
    ("Key figures", "Summary table", "Overview", "Selected data", "Figures by year", "Table 2"),
    (
        "chief executive",
        "chief financial officer",
        "chairman",
        "director of research",
        "head coach",
        "mayor",
        "governor",
        "editor",
        "principal",
        "general manager",
        "conductor",
        "secretary general",
    ),
    (
        "Who was the {r} of {s} in {y}?",
        "In {y}, who was {r} of {s}?",
        "Who served as {r} of {s} in {y}?",
        "Name the {r} of {s} in {y}.",
    ),
    (
        "From {a} to {b}, {n} was {r} of {s}.",
        "{n} served as {r} of {s} from {a} to {b}.",
        "{n} ({a}–{b}) was {r} of {s}.",
        "Between {a} and {b} the post of {r} at {s} was held by {n}.",
    ),
    (
        "Adela",
        "Bruno",
        "Clara",
        "Dmitri",
        "Elin",
        "Farid",
        "Greta",
        "Hugo",
        "Ines",
        "Jonas",
        "Katya",
        "Leo",
        "Mina",
        "Nils",
        "Olga",
        "Pavel",
        "Rosa",
        "Samir",
        "Tessa",
        "Viktor",
    ),
    (
        "Abbot",
        "Berg",
        "Castell",
        "Dorn",
        "Ekman",
        "Falk",
        "Grau",
        "Haas",
        "Ivers",
        "Janda",
        "Kerr",
        "Lund",
        "Moss",
        "Novak",
        "Orlov",
        "Pryce",
        "Quist",
        "Roth",
        "Stahl",
        "Varga",
    ),
    False,
    (
        "The figures were checked by an outside auditor.",
        "Earlier values were restated.",
        "Details are given in the notes.",
        "The method of counting changed in the meantime.",
        "Observers had expected a similar result.",
        "A new building was opened in the spring.",
        "The board thanked all members of staff.",
        "The report was published in April.",
    ),
)
_COMPANY_ZH = Theme(
    ("华", "鼎", "瑞", "恒", "泰", "晨", "远", "博", "金", "海", "云", "星", "凯", "润", "中", "嘉"),
    ("信", "通", "盛", "达", "源", "科", "丰", "禾", "光", "联"),
    ("集团", "股份有限公司", "科技", "公司", "银行", "能源", "食品", "物流", "重工"),
    (
        Measure("营业收入", _MONEY_ZH),
        Measure("净利润", _MONEY_ZH),
        Measure("毛利率", ("%",)),
        Measure("营业利润", _MONEY_ZH),
        Measure("总资产", _MONEY_ZH),
        Measure("长期借款", _MONEY_ZH),
        Measure("研发费用", _MONEY_ZH),
        Measure("员工人数", ("人", "名")),
        Measure("营业成本", _MONEY_ZH),
        Measure("所得税费用", _MONEY_ZH),
        Measure("资产负债率", ("%",)),
        Measure("资本开支", _MONEY_ZH),
        Measure("经营活动现金流量净额", _MONEY_ZH),
        Measure("现金分红总额", _MONEY_ZH),
        Measure("应收账款", _MONEY_ZH),
        Measure("存货", _MONEY_ZH),
        Measure("每股收益", ("元",)),
        Measure("销量", ("台", "万辆", "万件")),
        Measure("门店数量", ("家",)),
        Measure("销售费用", _MONEY_ZH),
        Measure("财务费用", _MONEY_ZH),
    ),
)
_PLACE_ZH = Theme(
    ("青", "临", "安", "南", "西", "石", "白", "江", "长", "平", "新", "古", "龙", "梅"),
    ("山", "河", "口", "丰", "川", "溪", "泉", "宁", "桥"),
    ("市", "县", "镇", "区", "州", "乡"),
    (
        Measure("人口", ("人", "万人")),
        Measure("面积", ("平方公里", "平方千米")),
        Measure("平均气温", ("℃", "摄氏度")),
        Measure("年降水量", ("毫米",)),
        Measure("失业率", ("%",)),
        Measure("学校数量", ("所",)),
        Measure("粮食产量", ("吨", "万吨")),
        Measure("游客人数", ("万人次", "人次")),
        Measure("海拔", ("米",)),
        Measure("人均收入", ("元",)),
        Measure("绿化率", ("%",)),
    ),
)
_PRODUCT_ZH = Theme(
    ("飞羽", "星河", "晨曦", "云影", "蓝鲸", "赤兔", "玄武", "灵犀", "青鸾", "银杏"),
    ("",),
    ("3", "X5", "Pro", "mini", "二代", "Plus", "S", "标准版", "旗舰版"),
    (
        Measure("售价", ("元",)),
        Measure("重量", ("克", "千克")),
        Measure("续航时间", ("小时",)),
        Measure("保修期", ("个月", "年")),
        Measure("最大载重", ("公斤",)),
        Measure("屏幕尺寸", ("英寸",)),
        Measure("功率", ("瓦", "千瓦")),
        Measure("存储容量", ("GB",)),
        Measure("退货率", ("%",)),
        Measure("交货期", ("天", "周")),
        Measure("每日用量", ("毫克", "毫升")),
    ),
)
CHINESE = Language(
    "zh",
    (_COMPANY_ZH, _COMPANY_ZH, _PLACE_ZH, _PRODUCT_ZH),
    ("{y}年", "{y}年", "{y}年度", "{y}财年"),
    ("{y}年第{o}季度", "{y}年{o}季度"),
    (
        "{s}{p}的{m}是多少？",
        "{p}{s}的{m}为多少？",
        "{s}在{p}的{m}是多少？",
        "{p}，{s}的{m}达到多少？",
        "{s} {p} {m}",
        "请问{s}{p}{m}是多少",
        "{s}{p}{m}多少？",
        "查一下{s}{p}的{m}。",
    ),
    (
        "{p}，{s}的{m}为{v}。",
        "{s}{p}实现{m}{v}。",
        "{s}在{p}的{m}达到{v}。",
        "截至{p}，{s}{m}为{v}。",
        "{p}{s}{m}：{v}。",
    ),
    ("{s}；{m}；{p}：{v}", "名称：{s}；期间：{p}；{m}：{v}", "{s} {p} {m}：{v}", "{m}（{p}）{s}：{v}"),
    ("主要数据", "数据概览", "汇总表", "历年数据", "表二", "基本情况"),
    ("总经理", "董事长", "财务总监", "研发总监", "主教练", "市长", "主编", "校长", "秘书长", "首席执行官"),
    ("{y}年{s}的{r}是谁？", "{s}{y}年的{r}是谁？", "{y}年担任{s}{r}的是谁？", "谁在{y}年担任{s}的{r}？"),
    (
        "{a}年至{b}年，{n}任{s}{r}。",
        "{n}于{a}年至{b}年担任{s}的{r}。",
        "{n}（{a}年—{b}年）为{s}{r}。",
        "{a}年到{b}年，{s}的{r}由{n}担任。",
    ),
    ("明", "丽华", "建国", "思远", "雨桐", "志强", "文静", "海涛", "晓燕", "宏伟", "佳音", "子涵", "国栋", "春梅"),
    ("王", "李", "赵", "陈", "周", "吴", "郑", "冯", "沈", "韩", "杨", "许", "何", "吕", "欧阳"),
    True,
    (
        "上述数据已经审计。",
        "此前数据有所调整。",
        "详情见附注。",
        "统计口径其间有所变化。",
        "外界此前预计结果相近。",
        "新大楼于春季启用。",
        "报告于四月发布。",
    ),
)
LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
