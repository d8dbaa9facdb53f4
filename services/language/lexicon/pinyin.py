"""How the common Chinese surnames are spelled in Latin letters, to tell whether two writings may be one person."""

_TABLE = """
wang:王汪 li:李黎厉利 zhang:张章 liu:刘柳 chen:陈谌 yang:杨阳 huang:黄 zhao:赵 wu:吴武邬巫伍 zhou:周 xu:徐许
sun:孙 ma:马麻 zhu:朱祝诸 hu:胡 guo:郭 he:何贺和 lin:林蔺 luo:罗骆 gao:高 zheng:郑 liang:梁 xie:谢解 song:宋
tang:唐汤 han:韩 feng:冯封 deng:邓 cao:曹 peng:彭 zeng:曾 xiao:肖萧 tian:田 dong:董 yuan:袁苑 pan:潘
jiang:蒋江姜 cai:蔡 yu:余于俞喻郁虞 du:杜 ye:叶 cheng:程成 su:苏 wei:魏韦卫 lü:吕 lu:吕陆卢鲁路芦 ding:丁
ren:任 shen:沈申 yao:姚 cui:崔 zhong:钟仲 tan:谭谈 fan:范樊 jin:金靳 shi:石史施时师 liao:廖 jia:贾 xia:夏
fu:傅付符 fang:方房 bai:白柏 zou:邹 meng:孟蒙 xiong:熊 qin:秦覃 qiu:邱裘 yin:尹殷 xue:薛 yan:闫阎严颜晏
duan:段 lei:雷 hou:侯 long:龙 tao:陶 gu:顾古谷 mao:毛 hao:郝 gong:龚宫巩 shao:邵 wan:万 qian:钱 dai:戴 mo:莫
kong:孔 xiang:向项 wen:温文 kang:康 niu:牛 ge:葛 xing:邢 an:安 qi:齐戚祁 yi:易 qiao:乔谯 pang:庞 ni:倪
zhuang:庄 nie:聂 yue:岳 zhai:翟 ou:欧 geng:耿 guan:关管 lan:兰蓝 jiao:焦 zuo:左 gan:甘 bao:包鲍 ning:宁
shang:尚商 shu:舒 ruan:阮 ke:柯 ji:纪季 mei:梅 tong:童佟 ling:凌 bi:毕 shan:单 pei:裴 huo:霍 tu:涂屠 miao:苗
sheng:盛 qu:曲屈瞿 weng:翁 ran:冉 hua:华 mi:米 xi:席 ai:艾 you:尤游 mu:穆 nong:农 si:司 zhuo:卓 jian:简 che:车
chu:褚楚 dou:窦 cen:岑 jing:景 dang:党 fei:费 bu:卜 leng:冷
"""
_DOUBLE = "ouyang:欧阳 sima:司马 zhuge:诸葛 shangguan:上官 situ:司徒 huangfu:皇甫 murong:慕容 xiahou:夏侯"


def _spellings() -> dict[str, frozenset[str]]:
    pairs = [(sign, part.partition(":")[0]) for part in _TABLE.split() for sign in part.partition(":")[2]]
    pairs += [(part.partition(":")[2], part.partition(":")[0]) for part in _DOUBLE.split()]
    return {name: frozenset(spelled for other, spelled in pairs if other == name) for name, _ in pairs}


SURNAME_SPELLINGS: dict[str, frozenset[str]] = _spellings()
"""Surname → its spellings without tones, lower case."""
