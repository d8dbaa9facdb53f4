"""Chinese words of questions, as the English words that schemas are written in."""

from services.language.lexicon.wordlist import words

_WORDS = """
客户:customer 顾客:customer 用户:user 医生:doctor 大夫:doctor 医师:doctor 病人:patient 患者:patient 护士:nurse
城市:city 国家:country 省份:province 省:province 州:state 地区:region 区域:region 地址:address 街道:street
首都:capital 价格:price 单价:price 售价:price 费用:fee 收费:fee 诊费:fee 运费:freight 成本:cost 金额:amount
工资:salary 薪水:salary 薪资:salary 收入:income 预算:budget 利润:profit 余额:balance 名字:name 姓名:name
名称:name 名:name 标题:title 年龄:age 性别:gender 生日:birth_date 出生日期:birth_date 出生年份:birth_year
日期:date 时间:time 年份:year 月份:month 部门:department 科室:department 员工:employee 职员:employee
经理:manager 主管:manager 老板:owner 订单:order 产品:product 商品:product 货物:cargo 货品:cargo 货运:shipment
运单:shipment 发货:shipment 数量:quantity 重量:weight 吨位:tonnage 载重:capacity 长度:length 宽度:width
高度:height 海拔:altitude 面积:area 体积:volume 人口:population 密度:density 容量:capacity 速度:speed
距离:distance 时长:duration 评分:rating 得分:score 分数:score 成绩:grade 等级:level 级别:level 学生:student
课程:course 老师:teacher 教师:teacher 学校:school 大学:university 班级:class 专业:major 船:ship 船只:ship
船舶:ship 轮船:ship 港口:port 港:port 航次:voyage 航线:route 航班:flight 机场:airport 飞机:plane 司机:driver
车辆:vehicle 汽车:car 船长:captain 船员:crew 诊所:clinic 医院:hospital 病房:ward 预约:appointment 就诊:visit
看诊:visit 门诊:visit 来访:visit 诊断:diagnosis 疾病:disease 药品:medicine 药物:medicine 处方:prescription
治疗:treatment 手术:surgery 作者:author 论文:paper 文章:article 出版物:publication 期刊:journal 会议:conference
引用:citation 关键词:keyword 机构:organization 组织:organization 公司:company 企业:company 供应商:supplier
厂商:manufacturer 品牌:brand 型号:model 餐厅:restaurant 餐馆:restaurant 饭店:restaurant 酒店:hotel 房间:room
菜系:cuisine 类型:type 类别:category 种类:type 状态:status 颜色:color 电话:phone 邮箱:email 编号:id 代码:code
账户:account 交易:transaction 发票:invoice 付款:payment 合同:contract 项目:project 任务:task 书:book 图书:book
电影:movie 导演:director 演员:actor 歌曲:song 专辑:album 歌手:singer 球员:player 球队:team 比赛:match 湖:lake
湖泊:lake 河:river 河流:river 山:mountain 山峰:mountain 岛:island 仓库:warehouse 门店:store 商店:store
库存:stock 销售额:sales 销量:sales 目的地:destination 出发地:origin 始发港:origin_port 目的港:destination_port
建造年份:built_year 语言:language 国籍:nationality 职位:position 人员:staff 成员:member 评论:review
专科:specialty 专长:specialty 经验:experience 票:ticket 乘客:passenger 站:station 车站:station 座位:seat
楼层:floor 评级:rating 折扣:discount 税:tax 保险:insurance 债务:debt 贷款:loan 分行:branch 支行:branch
银行:bank 货币:currency 股票:stock 动物:animal 宠物:pet 泊位:berth 车间:workshop 班组:team 学院:college
学分:credit 考试:exam
"""
CHINESE: dict[str, tuple[str, ...]] = {
    chinese: tuple(english.split("_")) for chinese, english in (pair.split(":") for pair in _WORDS.split())
}
# Words that carry a question and choose nothing.
FILLERS_ZH = words(
    """
    的 了 是 在 有 和 与 及 以及 或 位于 来自 属于 那些 这些 那 这 中 里 内 上 请 请问 列出 给出 显示 告诉 我
    们 他 她 它 其 被 由 从 到 对 为 个 位 家 名 条 件 艘 次 种 座 部 本 张 只 台 辆 一共 共 所有 全部 总共 人
    数据库 数据 表 记录 都 并 并且 分别 同时 年 月 日 ， 。 ？ 、 ： ； ! ? ! 什么 哪里 谁 如何 怎么 多 次数
    人数 家数 个数 时 于 会 能 可以 把 将 过 着 地 得 之 所 该 各自 情况 信息 吗 呢 用 做 就 也 而 且 做过 出
    叫 叫做 名叫 称为 拥有 具有 负责 进行 发生 产生 接待 接诊 治疗 运送 运输 装载 承运 发表 撰写 提供 销售 购买
    住 居住 工作 任职 担任 成立 建造 注册 去过 去 到过 访问 停靠 驶往 抵达 统计 分组 汇总 计算 分类 开头 开始
    结尾 结束 以上 以下 高 低 看过 看
    """
)
MEASURES_ZH: dict[str, str] = {
    "大": "large", "小": "small", "长": "long", "短": "short", "高": "high", "低": "low", "老": "old", "年长": "old",
    "年轻": "young", "新": "new", "近": "new", "晚": "new", "早": "early", "贵": "expensive", "便宜": "cheap",
    "重": "heavy",
    "轻": "light",
    "快": "fast", "慢": "slow", "好": "good", "差": "bad", "宽": "wide", "深": "deep",
}  # fmt: skip
