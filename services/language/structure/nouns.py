"""Nouns that a description may be headed by, and relations that lead from one thing to another, in both languages."""

# Things that people single out by what they do: "the plant that makes X".
_HEADS_EN = """
plant works factory mill site facility workshop warehouse depot location office branch headquarters company firm
business subsidiary affiliate parent group supplier vendor manufacturer maker producer distributor carrier
haulier customer client partner contractor operator provider developer publisher label studio brand organisation
organization institution agency authority ministry department division unit team club party committee bank
university college school hospital museum church city town village county country state province region district
municipality capital port island river lake mountain airport station street building bridge stadium park person
man woman scientist engineer researcher professor politician player athlete actor actress singer musician artist
band author writer novelist poet director composer producer architect inventor founder president minister mayor
governor king queen ruler judge lawyer manager officer executive general emperor film movie series show episode
book novel story poem play song album single game work product machine model device vehicle car aircraft ship
engine part component material drug system software project programme program initiative committee board
contract report law act language genus species family religion dynasty armory castle temple theater theatre
valve pump meter sensor motor turbine compressor gearbox
restaurant hotel mine mill foundry yard fund agreement standard policy event award battle war
"""
HEADS_EN = _HEADS_EN.split()

# Relations that lead to a person, by the end of their name.
_PERSON_ROLES_EN = """
father mother wife husband spouse son daughter child brother sister sibling grandfather grandmother parent uncle
aunt founder co-founder creator inventor designer architect author writer screenwriter director composer
producer performer singer actor actress star narrator editor translator photographer painter owner ceo cfo cto
coo chairman chairwoman chairperson chair president vice-president director-general manager head leader chief
boss captain coach commander governor mayor minister secretary treasurer king queen emperor successor
predecessor deputy supervisor principal dean rector judge lawyer buyer controller executive officer
"""
PERSON_ROLES_EN = _PERSON_ROLES_EN.split()
_THING_ROLES_EN = """
birthplace hometown capital headquarters seat parent-company parent subsidiary owner supplier manufacturer maker
producer publisher distributor operator carrier haulier auditor employer university school college label studio
team club predecessor successor league venue county country city town region district nationality religion
currency language purchaser acquirer seller insurer lender lessor landlord tenant contractor sponsor creditor rival
"""
THING_ROLES_EN = _THING_ROLES_EN.split()
_PLACES_EN = """
city town village county country state province region district municipality place location
"""
PLACES_EN = _PLACES_EN.split()

HEADS_ZH = (
    "修理厂|加油站|服务中心|研究院|研究所|中心|酒店|餐厅|商店|门店|诊所|矿山|"
    "生产基地|制造基地|生产厂|制造厂|组装厂|加工厂|工厂|厂区|厂子|厂房|基地|车间|仓库|分公司|"
    "子公司|母公司|控股公司|公司|企业|集团|厂商|厂家|制造商|生产商"
    "|供应商|承运商|经销商|开发商|运营商|客户|机构|组织|单位|部门|事业部|团队|球队|俱乐部|"
    "乐队|银行|大学|学院|高校|学校|中学|医院|博物馆|协会|政党"
    "|城市|国家|省份|地区|县城|县|镇|村|岛|州|首都|省会|港口|车站|机场|建筑|大楼|大桥|电影|"
    "影片|纪录片|电视剧|剧集|动画|节目|小说|书|著作|作品|诗"
    "|歌曲|歌|专辑|游戏|项目|产品|设备|机器|机型|型号|车型|药物|系统|合同|协议|标准|奖项|"
    "战役|人物|人士|人|科学家|工程师|作家|演员|歌手|导演|运动员|球员|选手"
    "|皇帝|国王|总统|律师|医生|技术员|操作员|管理员|业务员|驾驶员|飞行员|研究员|销售员|教授|"
    "教师|会计师|设计师|建筑师|药师|官员|学者|专家|艺术家|画家|音乐家|企业家|记者|士兵|将军|"
    "机关|法院|街道|河流|山脉|品牌|部落|朝代|战争|法律|文件|系列|平台|软件|网站"
)
PERSON_ROLES_ZH = (
    "销售经理|项目经理|区域经理|生产经理|质量经理|人事经理|行政经理|产品经理|客户经理|财务经理|仓库主管|质检主管|"
    "生产主管|销售总监|市场总监|运营总监|人力资源总监|人事总监|质量总监|"
    "副总经理|总经理|厂长|副厂长|董事长|首席执行官|首席财务官|首席技术官|CEO|CFO|CTO|COO|"
    "总裁|创始人|创办人|联合创始人|负责人|主管|经理|采购经理|安全负责人|财务总监"
    "|技术总监|总监|主任|所长|院长|校长|市长|省长|县长|部长|总统|主席|书记|队长|教练|主教练|"
    "作者|原著作者|导演|编剧|主演|男主角|女主角|男主演|女主演|主角|制片人|作曲者|作曲家|作曲"
    "|演唱者|原唱|歌手|配音|设计师|设计者|发明人|发明者|发现者|创作者|父亲|母亲|妻子|丈夫|"
    "配偶|儿子|女儿|哥哥|弟弟|姐姐|妹妹|老师|导师|学生|祖父|祖母|岳父|岳母"
    "|继任者|前任|接班人|拥有者|所有者|实际控制人|法定代表人|法人代表|代言人|审判长|辩护人|法官"
)
THING_ROLES_ZH = (
    "母公司|子公司|控股股东|大股东|供应商|承运商|经销商|制造商|生产商|开发商|出版社|发行公司|"
    "制作公司|首都|省会|总部|总部所在地|出生地|故乡|家乡|籍贯|祖籍|毕业院校|毕业学校|母校"
    "|所在地|所属公司|所属集团|所属国家|雇主|东家|审计机构|唱片公司|主办方|承办方|产地|注册地"
)
PLACES_ZH = "城市|国家|省份|省|地区|州|市|县|区|镇|地方|地点|村|街道|园区"
# What a clause before 的 is built around: "生产X的工厂".
VERBS_ZH = (
    "生产|制造|组装|装配|加工|研发|开发|设计|收购|并购|创办|创立|创建|成立|建造|建设|承建|"
    "拥有|运营|经营|管理|出版|发行|拍摄|执导|导演|主演|出演|饰演|编剧|获得|荣获|赢得|夺得"
    "|供应|供货|提供|销售|承运|运输|负责|任职|就职|位于|坐落于|坐落在|总部位于|总部设在|签署|"
    "签订|投资|控股|发明|发现|撰写|编写|创作|演唱|作曲|出生于|生于|毕业于|就读于|参加|主办|"
    "举办"
    "|承办|使用|采用|推出|发布|代理|租用|服务|覆盖|审计|采购|购买|提出|担任|作为|隶属于|属于|入选|当选|写|毕业|就读|任教|出生|去世|居住|参演"
)
COUNTERS_ZH = {
    "家": (
        "工厂|公司|企业|集团|厂|厂商|厂家|商|机构|银行|医院|组织|单位|协会|基地|社|院|店|部门|"
        "事业部|仓库|雇主|东家|方|股东"
    ),
    "座": "城市|建筑|大楼|大桥|岛|博物馆|车站|机场",
    "部": "电影|影片|纪录片|电视剧|剧集|动画|小说|著作|作品",
    "款": "产品|游戏|机型|车型|型号|药物|设备|机器|系统",
    "所": "大学|学院|高校|学校|中学|院校|母校",
    "首": "歌曲|歌|诗",
    "支": "球队|团队|乐队",
    "位": "人|者|家|员|师|手",
}


def counter_zh(noun: str) -> str:
    """The measure word that 哪 takes before a noun; 个 when none is known."""
    for counter, nouns in COUNTERS_ZH.items():
        if noun.endswith(tuple(nouns.split("|"))):
            return counter
    return "个"
