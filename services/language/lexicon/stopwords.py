"""Words that carry grammar, and words that ask, in English and Chinese."""

_EN = """
a about above after again against all also am an and any are aren as at be because been before being below between
both but by can cannot could couldn did didn do does doesn doing don down during each either else etc even ever few
for from further get gets got had hadn has hasn have haven having he her here hers herself him himself his how however
i if in into is isn it its itself just ll may me might more most much must my myself neither nor not now of off on
once only onto or other our ours ourselves out over own per please quite rather re s same shall shan she should
shouldn since so some such t than that the their theirs them themselves then there these they this those though
through thus to too under until up upon us ve very via was wasn we were weren what when where whether which while who
whom whose why will with within without won would wouldn yet you your yours yourself yourselves
"""

_EN_QUESTION = """
who whom whose what which when where why how whether name list tell give show describe explain find please many much
"""

_ZH = """
的 了 着 过 地 得 之 是 在 和 与 及 以及 或 或者 并 并且 而 而且 且 也 都 就 还 又 再 把 被 将 对 对于 关于 由 由于 于
从 自 自从 向 往 到 至 以 以便 为 为了 因 因为 所以 因此 但 但是 然而 不过 虽然 尽管 如果 若 则 即 即使 那么 那 那个
那些 这 这个 这些 这种 此 该 其 其中 其他 其它 他 她 它 他们 她们 它们 我 我们 你 你们 您 咱们 自己 有 有着 一个 一种
一些 一 个 些 种 等 等等 上 下 中 里 内 外 间 之间 时 时候 后 前 以后 以前 之后 之前 以来 会 能 能够 可 可以 可能 应
应该 要 想 让 使 给 跟 同 比 很 非常 更 最 太 较 比较 已 已经 曾 曾经 正在 只 只有 仅 才 却 各 每 某 所 者 吧 吗 呢 啊
呀 嘛 哦 啦 么 来 去 做 进行 通过 根据 按照 按 依据 请 请问 我要 我想 想要 了解 知道 通常 一般 分别
"""

_ZH_QUESTION = """
什么 谁 哪 哪个 哪些 哪里 哪儿 哪位 哪年 哪一年 哪家 哪一 哪种 哪国 多少 几 几个 多久 多长 多大 多高 怎么 怎样 怎么样
如何 为什么 为何 何时 何地 何处 何人 何 是否 吗 呢 么 是不是 有没有 能否 请问 告诉 列出 列举 介绍 说明 解释
"""

STOPWORDS: dict[str, frozenset[str]] = {"en": frozenset(_EN.split()), "zh": frozenset(_ZH.split())}
QUESTION_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(_EN_QUESTION.split()),
    "zh": frozenset(_ZH_QUESTION.split()),
}
