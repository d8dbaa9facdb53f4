"""Words that end the short name of a Chinese company or site: its trade, or what kind of place it is."""

from services.language.lexicon.wordlist import ordered_words, words

SITES_ZH = ordered_words("""
    工厂 厂 车间 仓库 仓 码头 基地 门店 分店 旗舰店 园区 产业园 科技园 电站 电厂 矿 矿山 煤矿 油田 水库 酒店 饭店 餐厅
    大厦 商场 超市 公园 剧院 体育馆 体育场 养殖场 林场 牧场 农场 机场 诊所 药房 书店 研究站 观测站 实验站
""")
SECTORS_ZH = words("""
    科技 电子 机械 精密 重工 动力 能源 电力 电气 电器 光电 光学 半导体 微电子 材料 新材 化工 化学 医药 药业 制药 生物
    医疗 器械 食品 饮料 乳业 酒业 茶业 农业 牧业 渔业 纺织 服饰 服装 家居 家具 建材 建设 建筑 地产 置业 物业 汽车 重卡
    航空 航天 航运 海运 船舶 物流 货运 运输 快递 快运 速递 传媒 影视 文化 教育 软件 信息 网络 通信 通讯 仪器 仪表 传感
    传动 阀门 泵业 铸造 锻造 涂装 涂料 密封 轴承 部件 零部件 制造 工业 实业 矿业 钢铁 铝业 铜业 纸业 包装 印务 印刷 玻璃
    陶瓷 橡胶 塑料 塑胶 环保 水务 燃气 热力 贸易 商贸 百货 零售 餐饮 旅游 金融 支付 租赁 资本 投资 咨询 检测 设计 工程
    安防 智能 数据 照明 电缆 电池 电机 模具 五金 家电 日化 园林 控股
""")
# Trades that many plain phrases end in too (中世纪建筑): only a name that no dictionary has makes them a company.
LOOSE_SECTORS_ZH = words("""
    建筑 教育 文化 设计 工程 数据 网络 信息 投资 智能 生物 运输 检测 制造 旅游 金融 通信
""")
MEASURE_WORDS_ZH = frozenset("家座个间处条所栋幢类种批台名位只片块层")
# What stands before a number without making a name with it: 编号645, 员工596.
COUNTED_ENDINGS_ZH = frozenset("数量额率号码价度值比重高长宽深积次期页章节条款表图人员年月日")
