"""Cues by which names are recognised and sorted: surnames, given names, suffixes, titles, countries and cities."""

from services.language.lexicon.wordlist import ordered_words, words

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘蒋蔡余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦傅付方白邹孟熊秦邱江尹薛"
    "闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂"
    "成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇"
    "栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
) | words("""
    欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 宇文 长孙 端木 独孤 南宫 东郭 轩辕 钟离 呼延 闻人
    澹台 淳于 单于 申屠 仲孙
""")

ORG_SUFFIXES_ZH = ordered_words("""
    股份有限公司 有限责任公司 集团有限公司 有限公司 总公司 分公司 子公司 公司 集团 控股 银行 大学 学院 中学 小学
    医院 法院 检察院 委员会 基金会 研究院 研究所 实验室 研究中心 交易所 事务所 协会 学会 联合会 联盟 商会 工会
    俱乐部 出版社 报社 杂志社 电视台 电台 通讯社 剧团 乐团 乐队 博物馆 图书馆 美术馆 政府 议会 国会 法庭 党委 人大
    政协 党 局 部 厅 署 司令部 中心 总局 证券 保险 基金 信托 航空 科技 影业 工作室 队 球队 国家队
""")
PLACE_SUFFIXES_ZH = ordered_words("""
    自治区 特别行政区 自治州 自治县 开发区 新区 省 市 县 区 州 国 镇 乡 村 岛 山 河 江 湖 海 路 街 港 湾 半岛 大桥
    机场 火车站 车站 高原 平原 盆地
""")
PERSON_TITLES_ZH = ordered_words("""
    先生 女士 小姐 教授 博士 院士 董事长 总裁 总经理 经理 主席 主任 书记 市长 省长 县长 部长 局长 院长 校长 律师
    法官 医生 导演 演员 记者 将军 总统 总理 首相 皇帝 国王
""")

ORG_SUFFIXES_EN = words("""
    inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag sa nv bv spa oy ab group
    holdings holding partners ventures capital
""")
ORG_WORDS_EN = words("""
    university college institute school academy bank committee council commission ministry department agency bureau
    association society organization organisation foundation federation union court parliament congress senate
    party museum library hospital clinic press airlines airways motors technologies systems pharmaceuticals
    laboratories labs studios records pictures entertainment productions
    fc afc united rovers club orchestra band church board
    authority office service corps army navy force league fund trust insurance securities exchange news times
""")
PLACE_WORDS_EN = words("""
    city province county state district region river lake mount mountain mountains island islands peninsula valley
    bay sea ocean gulf strait street road avenue airport station bridge park desert canyon forest village town
    borough prefecture republic kingdom emirates coast cape
""")
PRODUCT_WORDS_EN = words("""
    pro max plus ultra mini iphone ipad windows office model series gpt
""")

PERSON_TITLES_EN = words("""
    mr mrs ms miss dr prof professor sir dame lord lady president chairman chairwoman chairperson ceo cfo cto coo
    director king queen prince princess emperor empress pope saint senator governor mayor minister judge justice
    captain colonel general major lieutenant sergeant admiral father brother sister rev reverend chancellor premier
    ambassador secretary actor actress singer author poet
""")

GIVEN_NAMES_EN = words("""
    james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark
    donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary
    nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond
    patrick jack dennis jerry tyler aaron jose adam henry nathan douglas zachary peter kyle walter ethan jeremy
    harold keith christian roger noah gerald carl terry sean austin arthur lawrence jesse dylan bryan joe jordan
    billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell louis philip
    bobby johnny bradley mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty
    margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca
    sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine
    christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria
    kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara
    madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle
    beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori tim tom steve bill bob mike
    dave jim elon satya sundar jeff marco luca carlos luis miguel pedro antonio francisco jorge pierre jacques
    henri francois hans klaus karl friedrich wolfgang ivan vladimir dmitri sergei boris mikhail giovanni piero
    franz otto heinrich johann ludwig leonardo raj priya amit mohammed muhammad ahmed ali omar fatima hassan
    ibrahim wei ming li jing fang xin yan hiroshi takeshi yuki kenji
""")

PLACES_EN = words("""
    afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain
    bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi
    cambodia cameroon canada chad chile china colombia congo croatia cuba cyprus czechia denmark djibouti dominica
    ecuador egypt eritrea estonia ethiopia fiji finland france gabon gambia germany ghana greece grenada guatemala
    guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan
    jordan kazakhstan kenya kuwait laos latvia lebanon liberia libya liechtenstein lithuania luxembourg madagascar
    malawi malaysia maldives mali malta mauritius mexico moldova monaco mongolia montenegro morocco mozambique
    myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan panama paraguay peru philippines
    poland portugal qatar romania russia rwanda samoa senegal serbia seychelles singapore slovakia slovenia somalia
    spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo tonga tunisia turkey
    turkmenistan uganda ukraine uruguay uzbekistan vanuatu venezuela vietnam yemen zambia zimbabwe usa u.s. us uk
    u.k. uae america england scotland wales britain europe asia africa oceania antarctica beijing shanghai shenzhen
    guangzhou hangzhou nanjing wuhan chengdu chongqing tianjin xian suzhou taipei tokyo osaka kyoto seoul london
    paris berlin munich hamburg frankfurt rome milan venice madrid barcelona lisbon vienna zurich geneva brussels
    amsterdam stockholm oslo copenhagen helsinki moscow kyiv warsaw prague budapest athens istanbul cairo dubai
    mumbai delhi bangalore jakarta bangkok hanoi manila sydney melbourne auckland toronto vancouver montreal
    chicago boston seattle houston dallas miami atlanta detroit philadelphia phoenix denver california texas
    florida washington oregon nevada arizona ohio michigan illinois pennsylvania virginia georgia alaska hawaii
    colorado utah
""") | frozenset(
    {
        "hong kong",
        "new york",
        "new york city",
        "los angeles",
        "san francisco",
        "united states",
        "united states of america",
        "united kingdom",
        "new zealand",
        "south korea",
        "north korea",
        "south africa",
        "saudi arabia",
        "sri lanka",
        "costa rica",
        "el salvador",
        "united arab emirates",
        "ivory coast",
        "rio de janeiro",
        "buenos aires",
        "mexico city",
        "silicon valley",
        "north america",
        "south america",
        "middle east",
        "european union",
    }
)

# Capitalised only because they open a sentence, a heading or a table.
COMMON_OPENERS = words("""
    according although among another based because before besides both can certain change changes compare compared
    comparison consider considering consolidated cash company companies cost costs current currently data despite
    difference discuss does done due during each earnings example expenses explain few figure final finally first
    following further furthermore given gross growth hello here however income increase indeed instead interest
    investors item items last later latest less let like list local long management many market may meanwhile more
    moreover most name net new next no none not note notes now number of one only operating other our over page
    part people percentage perhaps please previous prior product products profit question rather recent recently
    reference results revenue revenues sales second section see service services several show similarly since some
    still such sum summarize summary table tax tell ten text thanks there third three thus today together total two
    under unlike until use using very was were what when where whether which while who whom whose why will with
    would write year years yes yet you describe contrast find give identify state calculate compute answer question
    did do is are am be has have had should could might must shall in on at by for from to into onto upon about
    across after against along around as behind below beneath beside between beyond but except inside near off onto
    out outside past per than through throughout toward towards without the a an and or nor so if then that this
    these those it its he she they we i his her their my your all any every everyone everything anyone someone
    something nothing nobody anybody yesterday tomorrow tonight early late how once again also always never often
    sometimes usually unless whereas whereby whenever wherever monday tuesday wednesday thursday friday saturday
    sunday january february march april june july august september october november december q1 q2 q3 q4 h1 h2 fy
""")
ACRONYMS_OF_NO_NAME = words("""
    CEO CFO CTO COO CMO VP GDP CPI ROE ROI EPS EBITDA EBIT FAQ PDF URL HTML ID OK TV PC IT HR PR QA RD IPO GAAP
    IFRS AM PM AD BC TBD NA KPI YOY YTD MOM II III IV VI VII VIII IX XI XII CNY USD EUR GBP RMB JPY HKD AND OR NOT
    THE FIFO LIFO AI ML API CPU GPU DNA RNA PHD MBA
""")

ORGS_ZH = words("""
    华为 腾讯 阿里巴巴 阿里 百度 京东 小米 苹果 微软 谷歌 特斯拉 英特尔 英伟达 三星 比亚迪 联想 美团 字节跳动 网易
    新浪 滴滴 拼多多 亚马逊 高通 台积电 丰田 本田 大众汽车 宝马 波音 空客 索尼 松下 诺基亚 爱立信 西门子 辉瑞
    默沙东 强生 阿斯利康 雀巢 可口可乐 耐克 阿迪达斯 星巴克 麦当劳 肯德基 沃尔玛 宜家 联合国 欧盟 北约 世卫组织
    甲骨文 思科 戴尔 惠普 脸书 推特 奈飞 优步 中兴 格力 美的 海尔 万科 恒大 碧桂园 茅台 五粮液 宁德时代 蔚来
    理想汽车 小鹏 中石油 中石化 中海油 工行 建行 农行 中行 央行 招行 证监会 银保监会 发改委 国务院
""")
GENERIC_HEADS_ZH = words("""
    上市 子 母 分 总 控股 国有 民营 外资 大型 小型 互联网 科技 保险 证券 基金 物业 快递 航空 外国 跨国 本 该 这家
    那家 各 家 参股 关联 商业 综合 公立 私立 重点 著名 知名 全资 有关 相关 地方 同一 其他 其它 目标
""")
GENERIC_ORGS_ZH = words("""
    全部 内部 外部 干部 部队 结局 军队 总部 局部 大部 一部 部分 中部 东部 西部 南部 北部 头部 底部 顶部 尾部 腹部
    胸部 面部 眼部 脑部 肺部 颈部 根部 上部 下部 背部 足部 腰部 本部 分部 中央 格局 布局 当局 团队 排队 舰队 车队
    乐队 球队 当中 集中 其中 市中心 中心 基金 保险 航空 科技 证券 信托 大学 中学 小学 医院 法院 银行 公司 集团 政府
    议会 学会 协会 乐团 学院 控股 骨干 部 局 队 党 政党 国会 委员会 俱乐部 博物馆 图书馆
""")
GENERIC_PLACES_ZH = words("""
    城市 国家 省份 省会 首都 县城 市区 城区 郊区 地区 城镇 乡镇 乡村 农村 村庄 港口 港区 全国 全省 全市 全球 世界 海外
    国内 国外 本地 当地 外地 两岸 沿海 内地 边境
""")
