"""What is asked or said of a thing: measures, roles and events, each with its English and Chinese names.

A key stands for one meaning in both languages, so that 净利润 and "net income" meet and "revenue" and "net profit" do
not. The longest name at a place wins: "net profit margin" is a margin and no profit. English names are written in lower
case and match with or without a plural s.
"""

MEASURES: dict[str, str] = {
    "revenue": (
        "revenue|net revenue|total revenue|sales|net sales|sales revenue|turnover|营业收入|营业总收入|"
        "营收|收入|总收入|销售收入|销售额|营业额"
    ),
    "revenue_share": "share of revenue|share of sales|percentage of revenue|revenue share|收入占比|营收占比",
    "gross_profit": "gross profit|gross income|毛利|毛利润",
    "gross_margin": "gross margin|gross profit margin|毛利率",
    "operating_profit": (
        "operating profit|operating income|profit from operations|income from operations|ebit|营业利润|"
        "经营利润|经营性利润"
    ),
    "operating_margin": "operating margin|operating profit margin|营业利润率|经营利润率",
    "ebitda": "ebitda|息税折旧摊销前利润",
    "pretax_profit": (
        "profit before tax|income before tax|pre-tax profit|pretax profit|pretax income|利润总额|税前利润"
    ),
    "net_profit": (
        "net profit|net income|net earnings|profit after tax|income after tax|profit for the year|"
        "bottom line|净利润|净利|纯利|纯利润|归母净利润"
    ),
    "net_loss": "net loss|净亏损",
    "net_margin": "net margin|net profit margin|profit margin|净利率|净利润率|利润率",
    "profit": "profit|earnings|利润|盈利",
    "cost": (
        "cost of sales|cost of goods sold|cost of revenue|operating cost|operating expense|expense|"
        "营业成本|成本|费用|开支"
    ),
    "rd": "research and development|r&d|r&d expense|r&d spending|研发费用|研发投入|研发支出|研发开支",
    "capex": "capital expenditure|capital spending|capex|资本支出|资本开支",
    "cash_flow": "cash flow|operating cash flow|free cash flow|cash generated|现金流|现金流量|经营现金流",
    "cash": "cash balance|cash and cash equivalent|现金余额|现金及现金等价物|货币资金",
    "total_assets": "total asset|assets|总资产|资产总额",
    "net_assets": ("net asset|shareholders' equity|shareholder equity|stockholders' equity|净资产|所有者权益|股东权益"),
    "liabilities": "liabilities|total liabilities|负债|总负债|负债总额",
    "debt": "debt|borrowing|net debt|债务|借款|净债务",
    "debt_ratio": "debt ratio|gearing|debt-to-asset ratio|资产负债率|负债率|负债比率",
    "roe": "return on equity|净资产收益率",
    "eps": "earnings per share|每股收益|每股盈利",
    "dividend": "dividend|股利|股息|分红|派息",
    "tax_rate": "tax rate|effective tax rate|税率|实际税率",
    "tax": "income tax|tax expense|所得税|税费",
    "market_share": "market share|市场份额|市场占有率|市占率",
    "market_value": "market capitalisation|market capitalization|market cap|valuation|市值|估值",
    "funding": "funding round|fundraising|raised|financing|融资|募集资金|募集|募资",
    "donation": "donation|donated|捐款|捐赠",
    "orders": "order book|order backlog|order intake|订单|订单额|在手订单",
    "budget": "budget|预算",
    "headcount": (
        "employee|staff|headcount|workforce|people employed|employs|number of workers"
        "|people work|persons work|people are employed|people does it employ|员工|员工数|"
        "员工人数|职工|职工人数|雇员|在职员工"
    ),
    "capacity": "capacity|annual capacity|production capacity|产能|年产能|生产能力|设计产能",
    "output": "output|production volume|units produced|产量|生产量",
    "area": "floor area|site area|area|square metre|square meter|square feet|面积|建筑面积|占地面积|占地",
    "population": "population|inhabitant|resident|人口|居民|常住人口",
    "birth_rate": "birth rate|fertility rate|出生率|人口出生率|生育率",
    "death_rate": "death rate|mortality rate|死亡率|人口死亡率",
    "growth_rate": "growth rate|rate of growth|增长率|增速|增幅|自然增长率|人口自然增长率",
    "weight": "weight|weigh|mass|how heavy|重量|净重|体重|重约|重达|自重|有多重|重多少",
    "height": "height|how tall|高度|身高|海拔|有多高",
    "length": "length|how long is|长度|全长|片长|有多长",
    "width": "width|how wide|宽度|有多宽",
    "depth": "depth|how deep|深度|有多深",
    "distance": "distance|how far|距离|里程|有多远",
    "duration": "duration|lasted|lead time|期限|时长|周期|工期",
    "warranty": "warranty|guarantee period|质保期|质保|保修期|保修",
    "price": (
        "price|list price|unit price|retail price|priced at|ex-works price|售价|价格|定价|标价|单价|目录价|"
        "出厂价|零售价|批发价|报价|卖多少|卖价"
    ),
    "accuracy": (
        "accuracy|accurate|measuring error|measurement error|error of measurement|measurement uncertainty|"
        "测量误差|误差|精度|精确度|准确度"
    ),
    "rent": "rent|annual rent|monthly rent|租金|房租|月租金|年租金",
    "service_life": "service life|life expectancy|design life|使用寿命|设计寿命",
    "salary": "salary|wage|pay package|remuneration|工资|薪资|薪酬|年薪|月薪",
    "interest_rate": "interest rate|利率",
    "emissions": "emission|carbon emission|排放量|碳排放|碳排放量",
    "energy_use": "energy consumption|energy use|能源消耗|能耗|能源消耗量",
    "temperature": "temperature|温度|气温",
    "pressure": "pressure|压力|压强",
    "power": "rated power|power output|功率|额定功率",
    "speed": "speed|速度|时速",
    "voltage": "voltage|电压",
    "age": "age|aged|年龄|岁数",
    "sentence_length": (
        "sentencing time|prison term|prison sentence|term of imprisonment|length of the sentence|imprisonment|"
        "sentenced to|fixed-term imprisonment|判刑时间|刑期|有期徒刑|拘役"
    ),
    "magnitude": "magnitude|震级|里氏|级地震|级强烈地震",
    "rating": "rating|score|评分|得分|评级",
    "attendance": "attendance|absence|sickness absence|出勤率|缺勤率|缺勤",
    "delivery": "on-time delivery|准时交付率|准时交付|交付及时率",
    "defects": "defect rate|scrap rate|yield|次品率|废品率|良率|合格率",
    "customers": "number of customers|customer base|customers|客户数|客户数量",
    "shareholders": "number of shareholders|shareholders|股东人数|股东户数",
    "export_share": "export share|share of exports|出口占比|出口比例",
}

ROLES: dict[str, str] = {
    "ceo": "ceo|chief executive|chief executive officer|首席执行官|行政总裁",
    "chair": "chairman|chairwoman|chairperson|chair of the board|董事长|主席|董事会主席",
    "managing_director": "managing director|general manager|总经理|执行董事",
    "finance_head": "cfo|chief financial officer|finance director|财务总监|首席财务官",
    "technology_head": "cto|chief technology officer|technical director|技术总监|首席技术官",
    "operations_head": "coo|chief operating officer|operations director|首席运营官|运营总监",
    "sales_head": "sales director|head of sales|销售总监|销售经理",
    "purchasing_head": "head of purchasing|purchasing manager|buyer|采购经理|采购负责人|采购主管",
    "safety_head": "safety officer|safety manager|head of safety|安全负责人|安全主管|安全经理|安全员",
    "plant_head": "plant manager|works manager|site manager|厂长",
    "president": "president|总裁|总统",
    "vice_president": "vice president|副总裁|副总统",
    "deputy": "deputy director|deputy managing director|副总经理|副厂长",
    "founder": "founder|co-founder|founded by|established by|创始人|创办人|缔造者|创立者",
    "author": "author|writer|written by|wrote|作者|撰写",
    "screenwriter": "screenwriter|screenplay by|编剧",
    "actor": "starring|主演|饰演|扮演",
    "leading_actor": "leading actor|best actor|男主角|男主演|视帝|影帝",
    "leading_actress": "leading actress|best actress|女主角|女主演|视后|影后",
    "film_director": "film director|directed by|directed|导演|执导",
    "composer": "composer|composed by|作曲|作曲家",
    "performer": "singer|performer|performed by|sung by|演唱|歌手|主唱",
    "producer": "producer|produced by|制片人|监制",
    "presenter": "presenter|hosted by|presented by|主持人|主持",
    "supplier": "supplier|supplied by|supplies|vendor|供应商|供货商|供货|供应",
    "haulier": "haulier|carrier|logistics provider|承运商|运输商|物流商|承运|承运方",
    "auditor": "auditor|audited by|审计机构|审计师",
    "judge": "presiding judge|chief judge|审判长|审判员",
    "lawyer": "defence lawyer|defense lawyer|attorney|辩护人|律师",
    "head": "head of|headed by|leader of|led by|负责人|领导人|首脑|掌门人",
    "director": "director|董事|总监|主任",
    "manager": "manager|manages|managed by|in charge of|经理|主管",
    "father": "father|父亲",
    "mother": "mother|母亲",
    "spouse": "spouse|wife|husband|married|妻子|丈夫|配偶|结婚",
    "child": "son|daughter|children|儿子|女儿|子女",
}

EVENTS: dict[str, str] = {
    "birth": "born|birth|date of birth|birthplace|place of birth|出生|出生于|生于|出生日期|出生地|生日",
    "death": "died|death|dies|passed away|date of death|去世|逝世|死亡|病逝",
    "founding": "founded|established|incorporated in|incorporated on|incorporated as|founding|成立|创立|创办|创建|组建",
    "opening": "opened|opening|commissioned|inaugurated|went into operation|投产|开业|启用|建成|开幕",
    "making": (
        "made|makes|make|manufactured|manufacture|assembled|assemble|produced|produces|built|制造|生产|"
        "组装|装配|产于|制作"
    ),
    "location": "located|situated|based in|headquartered|headquarters|位于|坐落|坐落于|地处|设在|总部|所在地|地址",
    "ownership": (
        "owned by|owns|owner|belongs to|subsidiary of|parent company|拥有|隶属|隶属于|属于|归属|母公司|子公司"
    ),
    "nationality": "nationality|citizenship|国籍",
    "occupation": "occupation|profession|职业",
    "education": "studied|graduated|alma mater|educated|毕业|就读|母校",
    "closing": "closed|closure|shut down|关闭|停产|关停",
    "release": "released|release date|launched|premiered|came out|published|发布|上映|发行|推出|出版|首映",
    "acquisition": "acquired|acquisition|acquirer|purchaser|takeover|bought|收购|并购",
    "appointment": "appointed|appointment|took office|took over|succeeded|任命|上任|就任|接任|出任",
    "resignation": "resigned|stepped down|retired|left office|辞职|离任|卸任|退休",
    "marriage": "marriage|wedding|婚礼",
    "award": "awarded|prize|award|获奖|奖项|授予",
    "listing": "listed on|went public|ipo|initial public offering|上市",
    "bankruptcy": "bankruptcy|insolvent|破产",
    "arrest": "arrested|逮捕",
    "detention": "detained|detention|拘留",
    "investigation": "investigated|investigation|立案|立案调查|调查",
    "sentence": "sentenced|sentencing|判处|刑期",
}

# Terms of employment and trade: asked for like measures, but no figures that a company reports.
TERMS: dict[str, str] = {
    "leave": (
        "annual leave|paid leave|leave entitlement|holiday entitlement|annual holiday|vacation day|paid vacation|"
        "年假|带薪年假|带薪休假|休假天数|年休假"
    ),
    "probation": "probation|probation period|probationary period|trial period|试用期",
    "notice": "notice period|period of notice|通知期|提前通知期",
    "payment_term": "payment term|payment period|terms of payment|付款期限|付款期|账期|付款条件",
}

# A plain word that may stand for a more exact one: "profit" may mean net profit; nobody means gross profit by it.
LOOSE: dict[str, frozenset[str]] = {
    "founder": frozenset({"founding"}),
    "profit": frozenset({"net_profit", "net_loss"}),
    "managing_director": frozenset({"ceo"}),
    "manager": frozenset({"plant_head", "purchasing_head", "safety_head"}),
    "director": frozenset({"managing_director", "film_director"}),
    "actor": frozenset({"leading_actor", "leading_actress"}),
    "head": frozenset({"ceo", "chair", "president", "director", "managing_director", "manager", "plant_head"}),
}

# Measures of a period: a figure of 2023 says nothing of 2024. All others are states, which hold until they change.
FLOWS = frozenset(
    {
        "revenue",
        "revenue_share",
        "gross_profit",
        "gross_margin",
        "operating_profit",
        "operating_margin",
        "ebitda",
        "pretax_profit",
        "net_profit",
        "net_loss",
        "net_margin",
        "profit",
        "cost",
        "rd",
        "capex",
        "cash_flow",
        "roe",
        "eps",
        "dividend",
        "tax_rate",
        "tax",
        "growth_rate",
        "funding",
        "donation",
        "orders",
        "budget",
        "output",
        "emissions",
        "energy_use",
        "attendance",
        "delivery",
        "defects",
        "export_share",
    }
)
