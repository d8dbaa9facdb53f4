"""Head nouns of questions by the kind of answer they ask for. English as stems of `services.language.stems`, Chinese
as endings.
"""

from services.language.lexicon.wordlist import words

HEADS_EN: dict[str, str] = {
    "person": """
        person man woman people actor actress director author writer singer artist musician composer painter poet
        novelist president chairman chairwoman chairperson ceo cfo cto founder cofounder co-founder owner king queen
        emperor empress prince princess pope governor mayor senator minister secretary leader head coach manager
        player champion winner scientist physicist chemist mathematician engineer inventor doctor lawyer judge
        defendant plaintiff husband wife spouse father mother parent son daughter child brother sister grandfather
        grandmother uncle aunt ancestor successor predecessor candidate speaker host presenter producer screenwriter
        creator designer architect explorer astronaut philosopher politician athlete footballer character god goddess
        chief officer employee student teacher professor victim killer guitarist drummer narrator editor general
        commander captain performer conductor heir
    """,
    "org": """
        company firm corporation organization organisation agency department ministry bank university college school
        institute institution club team party band group publisher label studio network airline manufacturer maker
        supplier vendor subsidiary employer league association union committee council court hospital brand newspaper
        broadcaster developer operator auditor regulator bureau commission foundation startup franchise employer
        competitor purchaser acquirer buyer distributor sponsor
    """,
    "place": """
        city country town state province county village place location region island continent capital district area
        neighborhood neighbourhood venue birthplace hometown headquarter nation municipality territory street river
        lake mountain sea ocean desert planet museum monument bridge airport stadium site borough prefecture
        destination
    """,
    "date": "date day month time birthday deadline birthdate period quarter anniversary",
    "year": "year decade century",
    "money": """
        price cost revenue sale income profit earning salary wage fee fine budget expense expenditure spend cash debt
        asset liability equity dividend ebitda capex loss turnover worth capitalization capitalisation payment fund
        investment valuation bonus compensation tax loan balance proceeds charge amortization depreciation receivable
        payable inventory cashflow
    """,
    "percent": "percentage percent share proportion rate margin fraction yield growth interest",
    "number": """
        count population age height length size distance area weight speed temperature depth width score quantity
        figure magnitude capacity volume duration frequency headcount elevation altitude circumference diameter radius
        rating ratio range limit maximum minimum ranking attendance runtime wavelength pressure voltage torque
    """,
    "reason": "reason cause motivation rationale purpose why",
    "definition": "meaning definition",
}
MONEY_CUES_EN = words("""
    cost pay paid price revenue spend spent worth earn invest profit sale raise salary fund budget income money
    dollar yuan euro charge sell buy acquire fine donate owe lose save receive generate
""")
# Heads that lend their type to what follows "of".
SKIPPED_HEADS_EN = words("""
    name title kind type sort form part one piece example value level
""")
# Heads that make a number of what follows "of" or "in", or an amount when that is money.
TRANSPARENT_HEADS_EN = words("""
    amount total sum average mean median difference change increase decrease balance number
""")

# Longest ending wins. Attributes as Chinese questions end with them before "是什么", "是多少", "是谁".
HEADS_ZH: dict[str, str] = {
    "person": """
        人 作者 导演 演员 主演 创始人 董事长 总裁 总经理 首席执行官 主席 总统 总理 市长 省长 校长 院长 教练 主教练
        队长 冠军 得主 歌手 作家 画家 科学家 发明者 父亲 母亲 妻子 丈夫 儿子 女儿 哥哥 弟弟 姐姐 妹妹 皇帝 国王 负责人
        长官 行政长官 法人 法定代表人 被告 原告 被告人 法官 律师 设计师 编剧 主持人 姓名 继任者 前任 老师 学生 老板
        指挥官 将军 主角 原唱 作曲 作词 得主 CEO CFO CTO 人物 者 员 师 家人
    """,
    "org": """
        公司 企业 机构 组织 大学 学校 银行 球队 俱乐部 乐队 政党 出版社 部门 医院 法院 集团 品牌 厂商 制造商 供应商
        开发商 运营商 单位 学院 委员会 母公司 子公司 公司名称 雇主 审计机构
    """,
    "place": """
        城市 国家 地方 地点 省份 省 地区 首都 首府 省会 出生地 故乡 家乡 总部 所在地 位置 籍贯 国 市 区 县 岛 岛屿 洲
        大洲 街道 场馆 球场 机场 河流 山脉 产地 住址 地址 起点 终点 发源地 祖籍
    """,
    "date": "时间 日期 生日 出生日期 日子 时候 月份 截止日期 成立时间",
    "year": "年份 年代 世纪 年",
    "money": """
        价格 金额 营收 收入 利润 净利润 成本 费用 工资 薪水 薪酬 市值 预算 罚款 投资额 销售额 资产 负债 总资产 净资产
        出厂价 零售价 批发价 报价
        票房 售价 房价 股价 营业额 营业收入 支出 债务 现金流 现金 股息 奖金 学费 租金 注册资本 造价 身价 估值 融资额
        赔偿金 补偿金 毛利 亏损 交易额 罚金
    """,
    "percent": """
        比例 占比 百分比 增长率 利率 税率 毛利率 净利率 增速 增幅 涨幅 跌幅 降幅 份额 市场份额 持股比例 失业率 概率
        收益率 出勤率 通过率 率 同比增长 覆盖率 同比 环比
    """,
    "number": """
        人口 数量 人数 面积 高度 长度 体重 身高 年龄 深度 重量 距离 温度 次数 个数 总数 大小 宽度 速度 海拔 寿命 时长
        票数 排名 得分 分数 比分 数目 里程 总长 全长 容量 岁数 销量 产量 数值 号码 电话 震级 等级 规模 刑期 编号 片长
        功率 频率 速率 分辨率 心率 压力 压强 电压 电流 扭矩 转速 流量
    """,
    "reason": "原因 理由 缘由 目的 动机",
    "definition": "意思 含义 定义 概念 涵义",
}
