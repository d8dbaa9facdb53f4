"""Pools of invented names. Nobody and nothing here is meant to exist; a seed draws from them."""

from __future__ import annotations

GROUP_ROOTS = (
    ("Lanyan", "岚砚"),
    ("Jichuan", "霁川"),
    ("Tingqiao", "汀桥"),
    ("Shuoyu", "朔屿"),
    ("Huaiyin", "槐隐"),
    ("Yaohe", "曜禾"),
    ("Chenlu", "琛麓"),
    ("Mozhou", "墨舟"),
)

# One word for the two subsidiaries that share a name, another for the third.
FAMILY_NAMES = {
    "en": ("Velmoor", "Caldraith", "Brimsel", "Tarnavel", "Osterlyn", "Quillmark", "Fennhollow", "Aldersyke"),
    "zh": ("澄砺", "鹤汀", "砚溪", "榆朗", "铎远", "霖岳", "翎川", "稷原"),
}
SECTORS = {
    "en": ("Pumps", "Valves", "Castings", "Drives", "Sensors", "Coatings"),
    "zh": ("泵业", "阀门", "铸造", "传动", "传感", "涂装"),
}
PLANTS = {
    "en": ("Ashgrove", "Millrace", "Tollgate", "Harbourside", "Limekiln", "Ropewalk", "Saltmarsh", "Windlass"),
    "zh": ("青石", "临溪", "望潮", "桐荫", "沙洲", "白鹿", "梅岭", "芦湾"),
}
CITIES = {
    "en": ("Port Vellan", "Kessmouth", "Durnholt", "Saint Orrin", "Maddenby", "Eskerton", "Wraymouth", "Tarrowfield"),
    "zh": ("云汀市", "北屿市", "槐江市", "鹭湾市", "砚州市", "沧浦市", "栖霞岭市", "双桥镇"),
}
HAULIERS = {
    "en": ("Pellworth Freight", "Ganner Haulage", "Tidewater Carriers", "Northfold Transport", "Brackley Lines"),
    "zh": ("捷渡物流", "远桥货运", "恒驿运输", "四通驿物流", "飞鸢快运"),
}
SUPPLIERS = {
    "en": ("Orskell Seals", "Dunmarrow Components", "Hessel Precision", "Kitterby Engineering", "Vantry Mechanical"),
    "zh": ("泓密封件厂", "锐衡机械", "广汇精密", "立芯部件", "安岭密封"),
}
PARTS = {
    "en": ("shaft seals", "drive bearings", "impeller blanks", "control boards"),
    "zh": ("轴封", "驱动轴承", "叶轮毛坯", "控制板"),
}
PRODUCT_LINES = {
    "en": ("Merlin", "Kestrel", "Osprey", "Harrier", "Plover"),
    "zh": ("海燕", "云雀", "苍鹭", "红隼", "翠鸟"),
}
SURNAMES = {
    "en": (
        "Marsh",
        "Calloway",
        "Trevane",
        "Okonjo",
        "Lindqvist",
        "Baptiste",
        "Hargrave",
        "Szabo",
        "Penrose",
        "Achterberg",
    ),
    "zh": ("邵", "温", "裴", "颜", "霍", "凌", "祝", "沈", "骆", "纪"),
}
# Two given names that are easily taken for each other: the look-alikes share a surname.
LOOKALIKES = {
    "en": (("Helena", "Helen"), ("Martin", "Marten"), ("Erika", "Erik"), ("Nora", "Norah"), ("Joanna", "Joan")),
    "zh": (("文博", "文波"), ("思远", "思源"), ("嘉宁", "佳宁"), ("立群", "力群"), ("晓岚", "小岚")),
}
GIVEN_NAMES = {
    "en": ("Priya", "Tobias", "Ines", "Rafael", "Greta", "Owen", "Samira", "Leopold", "Yusuf", "Clara"),
    "zh": ("明哲", "雨桐", "建平", "若溪", "国栋", "婉清", "致和", "静姝", "天佑", "海峰"),
}
