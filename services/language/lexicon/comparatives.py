"""Words that set one thing above another: comparatives by the way they point on a scale of figures or dates."""

from services.language.lexicon.wordlist import ordered_words

UP_EN = ordered_words("""
    higher greater larger bigger longer heavier taller thicker wider deeper broader louder hotter warmer stronger dearer
    pricier costlier farther further richer
""")
DOWN_EN = ordered_words("""
    lower fewer smaller shorter lighter cheaper thinner narrower shallower quieter cooler colder weaker poorer nearer
""")
MORE_EN = ordered_words("expensive costly powerful spacious durable populous profitable numerous valuable productive")
EARLIER_EN, LATER_EN = ordered_words("earlier sooner"), ordered_words("later newer recent")
UP_ZH = ordered_words("昂贵 耐用 高 多 大 长 重 贵 厚 宽 深 远 久 热 强")
DOWN_ZH = ordered_words("便宜 低廉 低 少 小 短 轻 薄 窄 浅 近 冷 矮 弱")
EARLIER_ZH, LATER_ZH = ordered_words("早 先"), ordered_words("晚 迟 新")
# What points up on one scale and down on another: the smaller error is the more accurate, the shorter time the faster.
EXACT_EN, EXACT_ZH = ordered_words("accurate precise exact"), ordered_words("精确 精准 准确 准")
FAST_EN, FAST_ZH = ordered_words("faster quicker"), ordered_words("快")
SLOW_EN, SLOW_ZH = ordered_words("slower"), ordered_words("慢")
OLD_EN, OLD_ZH = ordered_words("older"), ordered_words("年长 老")
YOUNG_EN, YOUNG_ZH = ordered_words("younger"), ordered_words("年轻")
EFFICIENT_EN, EFFICIENT_ZH = ordered_words("efficient economical"), ordered_words("省电 节能 省油")
EITHER_WAY_EN = (*FAST_EN, *SLOW_EN, *OLD_EN, *YOUNG_EN)
EITHER_WAY_ZH = (*EXACT_ZH, *FAST_ZH, *SLOW_ZH, *OLD_ZH, *YOUNG_ZH, *EFFICIENT_ZH)
_EN = (*UP_EN, *DOWN_EN, *EARLIER_EN, *LATER_EN, *FAST_EN, *SLOW_EN, *OLD_EN, *YOUNG_EN)
_ZH = (*UP_ZH, *DOWN_ZH, *EARLIER_ZH, *LATER_ZH, *FAST_ZH, *SLOW_ZH, *OLD_ZH, *YOUNG_ZH)
COMPARING = frozenset((*_EN, *_ZH, *(f"更{word}" for word in _ZH)))
"""Words that an answer compares by and that no source needs to have."""
