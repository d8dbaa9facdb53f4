"""Words that say the same of a thing, for questions that use one where a source uses another.

Each line is a group; a word may stand in several. Only words that hardly differ in what they claim belong here: a
source that says "rises in" answers where a river has its origin, one that says "flows through" does not.
"""

from functools import lru_cache

from services.language.tokens import content_tokens

_GROUPS = """
origin source rises headwaters
abolished dissolved disbanded defunct merged abolition dissolution
border borders adjacent neighbouring neighboring adjoining bordering
play plays played portray portrays portrayed star stars starred starring voices voiced actor actress cast
character role
league compete competes conference
occur occurred happen happened strike struck hit
limit limited restrict restricted restrained regulate regulated
arrive arrives arrived terminus terminates
discovered found discovery
launched introduced unveiled
rename renamed
author writer wrote written
assist helped aided
film movie
physician doctor
attorney lawyer
show series programme program sitcom
song single track
firm company corporation business
car automobile vehicle
purchased bought acquired
begin began start started commence
end ended finish finished conclude concluded
教授 开设 设有 讲授
管辖 管理 主管 管
赠送 送给 赠与 赠予 献给
逃税 偷税 偷逃 漏税
罚 罚款 处罚 罚金
举办 举行 召开
处理器 芯片
发布 推出 发售 上市
位于 坐落 地处
开通 通车
修建 建造 兴建
使用 采用 搭载 应用
分为 包括 包含
别名 又称 俗称 别称
"""


@lru_cache(maxsize=1)
def _by_word() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _GROUPS.strip().splitlines():
        group = frozenset(stem for word in line.split() for stem in (content_tokens(word)[:1] or [word]))
        for stem in group:
            found[stem] = found.get(stem, frozenset()) | group
    return found


def synonyms(stem: str) -> frozenset[str]:
    """Stems (as `content_tokens` gives them) that say the same as one; empty for most."""
    return _by_word().get(stem, frozenset()) - {stem}
