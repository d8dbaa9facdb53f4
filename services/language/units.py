"""Currencies, scales, units and counters as English and Chinese texts write them."""

from decimal import Decimal

from services.language.lexicon.wordlist import ordered_words, words

_CURRENCY_TABLE = """
USD: $ us$ usd us-dollar us-dollars u.s.-dollar u.s.-dollars dollar dollars american-dollars 美元 美金 美刀
CNY: ¥ rmb cny yuan renminbi 元 元人民币 人民币 人民币元 块 块钱 圆
EUR: € eur euro euros 欧元
GBP: £ gbp pound-sterling pounds-sterling british-pounds 英镑
JPY: jpy jp¥ yen japanese-yen 日元 日圆 円
HKD: hk$ hkd hong-kong-dollars hong-kong-dollar 港元 港币 港幣
TWD: nt$ twd ntd 新台币 台币 新臺幣
KRW: ₩ krw won korean-won 韩元 韩币
INR: ₹ inr rs rupee rupees 卢比 印度卢比
RUB: ₽ rub rouble roubles ruble rubles 卢布
AUD: a$ aud au$ australian-dollars 澳元
CAD: c$ cad ca$ canadian-dollars 加元
SGD: s$ sgd singapore-dollars 新元 新加坡元
CHF: chf swiss-francs swiss-franc 瑞士法郎
BRL: r$ brl reais
"""
CURRENCIES: dict[str, str] = {
    name.replace("-", " "): line.split(":")[0]
    for line in _CURRENCY_TABLE.split("\n")
    if line
    for name in line.split(":", 1)[1].split()
}

_SCALE_TABLE = """
100: hundred hundreds 百
1000: thousand thousands k 千
10000: 万 萬 十千
100000: lakh lakhs 十万
1000000: million millions mn mln mm mio m 百万
10000000: crore crores 千万
100000000: 亿 億
1000000000: billion billions bn bln b 十亿
1000000000000: trillion trillions tn trn 万亿 兆
12: dozen
"""
SCALES: dict[str, Decimal] = {
    name: Decimal(line.split(":")[0])
    for line in _SCALE_TABLE.split("\n")
    if line
    for name in line.split(":", 1)[1].split()
}

# unit: (base, factor). Units of one base are compared after conversion.
_MEASURE_TABLE = """
km: m 1000 km kilometer kilometers kilometre kilometres 公里 千米
m: m 1 m meter meters metre metres 米
cm: m 0.01 cm centimeter centimeters centimetre centimetres 厘米
mm: m 0.001 millimeter millimeters millimetre millimetres 毫米
mile: m 1609.344 mile miles mi 英里
ft: m 0.3048 ft foot feet 英尺
inch: m 0.0254 inch inches 英寸
km²: m2 1000000 km² km2 square-kilometers square-kilometres square-kilometer sq-km 平方公里 平方千米
m²: m2 1 m² m2 square-meters square-metres square-meter 平方米
ha: m2 10000 ha hectare hectares 公顷
acre: m2 4046.856 acre acres 英亩
mu: m2 666.667 亩
t: kg 1000 tonne tonnes ton tons metric-tons 吨
kg: kg 1 kg kilogram kilograms kgs 公斤 千克
g: kg 0.001 gram grams 克
mg: kg 0.000001 mg milligram milligrams 毫克
jin: kg 0.5 斤
lb: kg 0.453592 lb lbs pound pounds 磅
L: L 1 liter liters litre litres 升
mL: L 0.001 ml milliliter milliliters 毫升
s: s 1 second seconds secs sec 秒 秒钟
ms: s 0.001 ms millisecond milliseconds 毫秒
min: s 60 minute minutes mins min 分钟
h: s 3600 hour hours hrs hr 小时 个小时
day: day 1 day days 天
week: day 7 week weeks 周 星期 个星期
month: month 1 month months 个月
quarter: month 3 quarters 个季度
year: month 12 year years year-old years-old yrs 年 岁 周年 周岁
W: W 1 watt watts 瓦 瓦特
kW: W 1000 kw kilowatt kilowatts 千瓦
MW: W 1000000 mw megawatt megawatts 兆瓦
GW: W 1000000000 gw gigawatt gigawatts 吉瓦
kWh: Wh 1000 kwh 千瓦时 度电
MWh: Wh 1000000 mwh 兆瓦时
Pa: Pa 1 pascal pascals 帕 帕斯卡
kPa: Pa 1000 kpa 千帕
MPa: Pa 1000000 mpa 兆帕
bar: Pa 100000 bar 巴
V: V 1 volt volts 伏 伏特
kV: V 1000 kv 千伏
A: A 1 ampere amperes amps 安培
J: J 1 joule joules 焦耳
kJ: J 1000 kj 千焦
MJ: J 1000000 mj 兆焦
GJ: J 1000000000 gj 吉焦
kcal: J 4184 kcal 千卡 大卡
N: N 1 newton newtons 牛顿
kN: N 1000 kn 千牛
dB: dB 1 db decibel decibels 分贝
m³: m3 1 m³ m3 cubic-metres cubic-meters cubic-metre cubic-meter 立方米
GB: B 1000000000 gb
MB: B 1000000 mb
TB: B 1000000000000 tb
GiB: B 1073741824 gib
GHz: Hz 1000000000 ghz 吉赫 吉赫兹
MHz: Hz 1000000 mhz 兆赫 兆赫兹
kHz: Hz 1000 khz 千赫 千赫兹
Hz: Hz 1 hertz 赫兹
°C: °C 1 °c ℃ celsius 摄氏度
°F: °F 1 °f fahrenheit 华氏度
km/h: km/h 1 km/h kph 公里/小时
mph: km/h 1.609344 mph
x: x 1 x times 倍
"""


def _measures() -> tuple[dict[str, str], dict[str, tuple[str, Decimal]]]:
    names: dict[str, str] = {}
    bases: dict[str, tuple[str, Decimal]] = {}
    for line in filter(None, _MEASURE_TABLE.split("\n")):
        unit, rest = line.split(":", 1)
        base, factor, *spellings = rest.split()
        bases[unit] = (base, Decimal(factor))
        names.update({spelling.replace("-", " "): unit for spelling in spellings})
    return names, bases


MEASURES, BASES = _measures()

PERCENTS: dict[str, tuple[str, Decimal]] = {
    "%": ("%", Decimal(1)),
    "percent": ("%", Decimal(1)),
    "per cent": ("%", Decimal(1)),
    "pct": ("%", Decimal(1)),
    "‰": ("%", Decimal("0.1")),
    "成": ("%", Decimal(10)),
    "percentage points": ("pp", Decimal(1)),
    "percentage point": ("pp", Decimal(1)),
    "ppt": ("pp", Decimal(1)),
    "pp": ("pp", Decimal(1)),
    "个百分点": ("pp", Decimal(1)),
    "百分点": ("pp", Decimal(1)),
    "basis points": ("pp", Decimal("0.01")),
    "basis point": ("pp", Decimal("0.01")),
    "bps": ("pp", Decimal("0.01")),
    "bp": ("pp", Decimal("0.01")),
    "个基点": ("pp", Decimal("0.01")),
    "基点": ("pp", Decimal("0.01")),
}

COUNTERS_ZH = ordered_words("""
    个人 人次 名 人 位 家 个 项 件 次 台 辆 架 艘 套 只 条 座 栋 幢 所 间 部 本 篇 首 支 场 届 期 批 种 类 款 张 份
    户 股 手 票 分 例 起 桶 箱 层 级 页 章 节 点 队 对 双 轮 集 季 字 枚 度 颗 棵 头 匹 折 口 笔 宗 门 局 盘 道 句
    代 世纪 步 杯 瓶 元素 处 万人
""")
COUNTERS_EN = words("""
    people persons employees workers staff members students patients users customers subscribers residents
    inhabitants companies firms stores shops restaurants hotels branches offices countries cities states provinces
    towns villages schools universities hospitals units vehicles cars trucks buses aircraft planes ships trains
    shares votes seats goals points games matches wins losses cases deaths infections items products models books
    pages chapters episodes seasons songs albums films movies copies awards medals species men women children
    families households homes houses buildings floors rooms beds teams players parts pieces sets barrels bushels
    tokens parameters layers questions answers documents passages patents projects contracts orders transactions
    loans accounts beneficiaries participants respondents
""")
