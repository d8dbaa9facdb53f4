"""Words that say what kind of question it is, with how much they say."""

import re
from dataclasses import dataclass

from services.core.domain.route import Category

STRONG, MEDIUM, WEAK = 5.0, 3.0, 1.5


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that speak for a category: `weight` is a logit, `reason` what a person reads."""

    category: Category
    weight: float
    reason: str
    pattern: re.Pattern[str]


def _cue(category: Category, weight: float, reason: str, *shapes: str) -> Cue:
    return Cue(category, weight, reason, re.compile("|".join(shapes), re.IGNORECASE))


# Whole questions: matched against the question without courtesy and marks.
_GREETING_EN = (
    r"(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day|night)|dear all|"
    r"welcome|bye|goodbye|see you(?: later| soon)?|cheers"
    r"|thank you|thanks|thx|many thanks|great|perfect|awesome|nice|cool|ok|okay|got it|"
    r"understood|all right|alright|sorry|my bad|well done|good job|yes|no|sure)"
)
_GREETING_ZH = (
    "(?:你好|您好|嗨|哈喽|大家好|早上好|上午好|下午好|晚上好|早安|晚安|早|谢谢|多谢|感谢|"
    "辛苦了|再见|拜拜|好的|好|明白了|知道了|收到|不客气|没事了|太好了|棒|厉害|对不起|抱歉|"
    "是的|不是)"
)
_FILL_EN = (
    r"(?:\s*[,.!…~]?\s*(?:there|all|team|everyone|sextant|again|a lot|so much|very much|for "
    r"(?:your|the) (?:help|answer|support)|today|mate|friend|that(?:'s| is)? (?:great|all|it|"
    r"helpful)|this (?:is|was) (?:great|helpful)|you|bot))*+"
)
_CHAT = (
    r"(?:how are you(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what(?:'s| is)"
    r" up|nice to meet you|pleased to meet you|are you (?:there|ok|human|a (?:bot|robot|human|"
    r"person|machine)|real|an ai)"
    r"|who (?:are you|made you|built you|created you)|what(?:'s| is| are) (?:your name|you)|"
    r"what (?:can|do) you (?:do|know)(?: for (?:me|us))?|what are you (?:able to do|good at|"
    r"capable of)"
    r"|how (?:can|do) (?:you help|i use you|you work)(?: me)?|(?:can|could) you help(?: me)?|"
    r"help(?: me)?|what (?:kind|sort|type)s? of questions (?:can i ask|do you answer)(?: you)"
    r"?|what can i ask(?: you)?|introduce yourself|tell me about yourself|what is sextant)"
)
_CHAT_ZH = (
    "(?:你|您)?(?:是谁|叫什么(?:名字)?|是什么|是机器人吗|是人吗|是真人吗|是AI吗|还?在吗|好吗|"
    "怎么样|能(?:做|干|帮我(?:做|干)?|回答)(?:些)?(?:什么|哪些(?:事|问题)?|啥)|会(?:做|干)"
    "?(?:些)?(?:什么|啥)|可以(?:做|帮我做|回答)(?:些)?(?:什么|哪些问题)"
    "|有(?:什么|哪些)功能|有什么用|怎么用)|(?:能|可以)帮(?:帮)?我(?:个忙)?吗|(?:介绍|"
    "自我介绍)(?:一下)?(?:你自己|自己)|我(?:可以|能)问(?:你)?(?:什么|哪些问题)"
)
# After a greeting or thanks: a few words that ask nothing.
_REMARK = (
    r"[\s,.!…~-]*(?!(?:who|what|when|where|which|why|how|is|are|was|were|did|does|do|can|"
    r"could|will|show|list|find|tell|give|compare|explain|summari[sz]e)\b)(?![^?]*\?)"
    r"(?:[a-z'’]+[\s,.!…~-]*){0,6}"
)
SMALL_TALK = re.compile(
    (
        rf"^(?:(?:{_GREETING_EN}\b{_FILL_EN}[\s,.!，。！~]*+)++(?:{_CHAT})?|(?:hi|hello|hey|thanks?|"
        rf"thank you|thx|cheers|great|perfect|awesome|bye|goodbye|good (?:morning|evening|job|work)"
        rf"|never ?mind|lol|haha\w*|wow|that(?:'s| is| was) (?:all|it|great|helpful|perfect|wrong|"
        rf"right|good))\b{_REMARK}|{_CHAT}|(?:{_GREETING_ZH}[啊呀呢了哦吧\s,，。!！~]*+)"
        rf"++(?:{_CHAT_ZH})?|{_CHAT_ZH})[啊呀呢吧嘛哦\s?？!！.。~]*$"
    ),
    re.IGNORECASE,
)
_CREATION = (
    r"(?:poem|haiku|sonnet|limerick|song|lyrics|rap|story|fairy tale|novel|joke|riddle|essay|"
    r"blog post|tweet|love letter|cover letter|birthday (?:card|message|wish)|wedding speech|"
    r"script|screenplay|recipe|crossword|slogan)"
)
_LANGUAGE = (
    r"(?:english|chinese|mandarin|french|german|spanish|italian|japanese|korean|russian|"
    r"portuguese|arabic|dutch|latin|hindi|turkish|polish)"
)
OUT_OF_SCOPE: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (reason, re.compile(pattern, re.IGNORECASE))
    for reason, pattern in (
        (
            "it asks to write something, not for what documents say",
            (
                rf"^(?:please |can you |could you |i want you to |i need you to )*(?:write|compose|make up|"
                rf"create|generate|invent|tell|sing|draft|give|recite)(?: me| us)?(?: an?| some| another| "
                rf"one)? (?:\w+ ){{0,3}}?{_CREATION}s?\b(?! (?:of|from|in) the (?:report|document|handbook|"
                rf"manual|contract|policy))"
                "|(?:帮我|给我|请|替我|来)?(?:写|作|编|创作|讲|说|唱|来)(?:一)?(?:首|篇|个|段|则|封|支|"
                "副)(?:[\u4e00-\u9fff]{0,12}?)(?:诗|诗歌|歌|歌词|故事|笑话|作文|情书|小说|谜语|段子|对联|"
                "剧本|童话|祝福语|演讲稿)"
            ),
        ),
        (
            "it asks to translate a text",
            rf"^(?:please |can you |could you )*(?:translate|how do (?:you|i|we) say)\b.*\b(?:in|into|"
            rf"to) {_LANGUAGE}\b|^(?:please )?translate (?:this|the following|that|it)\b"
            "|(?:翻译|译)(?:成|为|一下)|把.{1,40}(?:翻译|译)成|用(?:英语|英文|法语|日语|德语|韩语)怎么说",
        ),
        (
            "it asks for the weather",
            r"\b(?:what(?:'s| is| was| will)?|how(?:'s| is)?|tell me|will|is|check)\b[^?.]{0,"
            r"25}\b(?:weather|weather forecast)\b(?: (?:be|like|today|tomorrow|now|outside|in [\w ]+|"
            r"for [\w ]+|this \w+|next \w+))*[\s?.!]*$"
            r"|^(?:will|is|does|did) it (?:going to |be )?(?:rain|snow|sunny|raining|snowing)\b"
            "|(?:今天|明天|后天|现在|今晚|周末|本周|这周)?[^，。？?的]{0,8}(?:的)?天气(?:怎么样|怎样|"
            "如何|好吗|预报|好不好|热不热|冷不冷)|(?:今天|明天|后天)(?:会)?(?:下雨|下雪)吗|(?:今天|"
            "明天)(?:多少度|气温(?:是)?多少)",
        ),
        (
            "it is a sum",
            r"^(?:what(?:'s| is)|compute|calculate|solve|how much is|evaluate)?\s*[-(]*\d[\d.,"
            r"]*(?:\s*(?:[-+*/x×÷^%()]|plus|minus|times|divided by|multiplied by|to the power of|mod|"
            r"percent of|% of)\s*[-(]*\d[\d.,]*[)]*)+\s*=?\s*[?]*$"
            r"|^(?:what(?:'s| is)|compute|calculate) the (?:square|cube) root of \d[\d.]*$"
            r"|^(?:计算|算一下|请计算|帮我算)?\s*[-(（]*\d[\d.]*(?:\s*(?:[-+*/x×÷^()（）]|加上?|减去?|"
            r"乘以?|除以)\s*\d[\d.]*)+\s*(?:=|等于(?:多少|几)?|是多少|得多少|得几)?[?？]*$",
        ),
        (
            "it asks for something that happens now, outside of documents",
            r"^what(?:'s| is) the (?:time|date)(?: (?:now|today|in [\w ]+))?$|^what (?:time|day|date) "
            r"is it(?: (?:now|today|in [\w ]+))?$"
            r"|\b(?:set|start) (?:an?|the|my) (?:alarm|timer|reminder)\b|^remind me\b|\bplay (?:some|"
            r"a|the|me)? ?(?:music|song|playlist|video|game)\b"
            r"|^(?:please |can you |could you )*(?:book|order|buy|reserve)(?: me| us)? (?:an? |some |"
            r"two |three |the )?(?:\w+ ){0,2}(?:flight|ticket|table|hotel|room|taxi|pizza|cab|train|"
            r"dinner|lunch)s?\b"
            r"|^(?:please )?(?:turn (?:on|off)|switch (?:on|off)|call|phone|text|e-?mail|open|close) "
            r"(?:the |my )?(?:lights?|tv|mom|dad|wife|husband|window|door|browser|spotify|youtube)\b|"
            r"^(?:roll|flip|toss) (?:a|the) (?:dice|die|coin)\b"
            r"|\bwho (?:will|is going to) win\b|\blottery numbers\b|\bhoroscope\b"
            "|现在(?:几点|是几点)|今天(?:是)?(?:几号|星期几|周几)|(?:定|设|设置)(?:一)?个(?:闹钟|"
            "提醒|闹铃)|提醒我|(?:放|播放|来)(?:一)?(?:首|点)(?:歌|音乐)|(?:订|预订|买)(?:一)?(?:张|"
            "个|份)?[\u4e00-\u9fff]{0,6}(?:机票|火车票|车票|酒店|外卖|披萨)|双色球|星座运势|掷骰子",
        ),
        (
            "it asks to convert units",
            r"^(?:please )?(?:convert|change|how (?:many|much) (?:is|are))\s+\$?€?£?\d[\d.,"
            r"]*\s*[a-z°$€£ ]+ (?:to|in|into)\s+[a-z°$€£ ]+$|^how many (?:\w+) (?:are )?(?:there )?in "
            r"(?:an?|one|\d+) (?:mile|metre|meter|kilomet\w+|inch|foot|feet|pound|kilogram|ounce|hour|"
            r"day|year|week|gallon|litre|liter)s?$"
            "|\\d[\\d.]*\\s?[\u4e00-\u9fff]{1,3}(?:换算成|等于多少|是多少)[\u4e00-\u9fff]{1,3}$|换算(?:成|为|一下)",
        ),
        (
            "it asks for a tip about leisure",
            (
                r"^(?:please |can you |could you )*(?:recommend|suggest)(?: me| us)?(?: an?| some| any)? "
                r"(?:\w+ ){0,2}(?:movies?|films?|books?|restaurants?|songs?|music|gifts?|presents?|"
                r"recipes?|games?|series|podcasts?|holiday|vacation|names?)\b|^what should i (?:wear|eat|"
                r"cook|watch|read|do (?:today|tonight|this weekend))\b|^where (?:can|should) i (?:eat|go) "
                r"(?:tonight|for dinner|on holiday)\b"
                "|推荐(?:一下|我|给我)?(?:一|几|些)?(?:部|本|家|首|个|款)?(?:好看的|好吃的|好听的)"
                "?(?:电影|电视剧|小说|餐厅|饭店|歌|游戏|礼物|景点)|(?:今天|今晚|中午|晚上)吃什么"
            ),
        ),
        (
            "it asks for code",
            r"^(?:please |can you |could you )*(?:write|create|generate|code|implement|debug)(?: me| "
            r"us)?(?: an?| some| the| this| my)? (?:\w+ ){0,3}?(?:python|java|javascript|c\+\+|rust|"
            r"go|sql|bash|html|php|regex)?\s?(?:function|script|program|code|regex|app|website|query|"
            r"class)\b(?! of conduct)"
            "|(?:写|编写|生成)(?:一)?(?:个|段|份)?[A-Za-z+#]{0,12}(?:代码|脚本|函数|程序|爬虫)",
        ),
        (
            "it asks for an opinion on private matters",
            (
                r"^(?:should i (?:marry|break up|quit my job|date)|do you (?:love|like|hate) (?:me|us|"
                r"cats|dogs|\w+)$|what(?:'s| is) the meaning of life|what(?:'s| is) your favou?rite\b|are "
                r"you (?:happy|sad|in love|married))|^i(?:'m| am) (?:bored|sad|lonely|hungry|tired)$"
                "|你(?:喜欢|爱|讨厌)(?:我|什么|谁)|人生的意义是什么|我(?:好|很)(?:无聊|伤心|孤独|饿|累)"
                "(?:啊|呀|了)?$|我该(?:不该)?(?:分手|结婚|辞职)"
            ),
        ),
    )
)

_ROLE_EN = (
    r"(?:ceo|cfo|coo|cto|president|chair\w*|head|manager|director|minister|mayor|governor|"
    r"leader|owner|supplier|captain|coach|chief|secretary|holder|auditor|tenant|"
    r"representative|officer|carrier|haulier|champion|king|queen|contact|policy|version|price|"
    r"rate|address|status|plan|limit)"
)
CUES: tuple[Cue, ...] = (
    _cue(
        Category.ANALYTICAL,
        STRONG,
        "it asks why",
        (
            r"^\W*why\b|[,;] why\b|\b(?:and|explain|know|understand) why\b|\bwhat (?:caused|causes|"
            r"led to|drove|drives|explains|is behind|was behind|are the reasons|were the reasons|is "
            r"the reason|was the reason)\b|\b(?:reasons?|factors?) "
            r"(?:for|behind|why|contribut\w+|that (?:led|contributed))\b|\broot causes?\b|\bhow "
            r"come\b|为什么|为何|为啥|原因|因素|导致|何以|缘由|怎么会"
        ),
    ),
    _cue(
        Category.ANALYTICAL,
        STRONG,
        "it asks for a summary",
        (
            r"\b(?:summari[sz]e|summary|sum up the (?!invoice|amount|total)|overview|outline|recap|"
            r"synthesi[sz]e|key (?:takeaways|points|findings|messages)|main (?:points|findings|topics|"
            r"themes|arguments|risks|takeaways)|in a nutshell|gist|digest|brief me|big picture)\b|"
            r"总结|概述|概括|概要|摘要|综述|归纳|梳理|要点|概览|简述|小结"
        ),
    ),
    _cue(
        Category.ANALYTICAL,
        STRONG,
        "it asks for a development over time",
        (
            r"\btrends?\b|\bhow (?:has|have|had|did|does|do|is|are|was|were)\b[^?]{3,"
            r"120}\b(?:chang\w*|develop\w*|evolv\w*|fluctuat\w*|grow|grown|progress\w*|var(?:y|ied)|"
            r"shift\w*|trend\w*|perform\w*)\b|\b(?:development|evolution|trajectory) "
            r"of\b[^?]*\b(?:over|since|during|from|between)\b|\bover (?:time|the years)\b|趋势|走势|"
            r"如何变化|变化情况|怎么变化|演变|发展历程|发展趋势|变动情况|变化如何|波动情况"
        ),
    ),
    _cue(
        Category.ANALYTICAL,
        STRONG,
        "it asks for an analysis or a judgement",
        (
            r"\b(?:analy[sz]e|analysis of|evaluate|assess|assessment of|critique|implications?|"
            r"consequences|strengths|weaknesses|pros and cons|advantages and disadvantages|advantages|"
            r"disadvantages|opportunities|threats|swot|outlook|what (?:can|could|should) (?:we|be) "
            r"(?:learn\w*|conclude\w*)|lessons|recommend\w*|strategy for)\b|分析|评估|评价|利弊|"
            r"优缺点|优势|劣势|启示|展望|前景|怎么看|如何看待|建议"
        ),
    ),
    _cue(
        Category.ANALYTICAL,
        MEDIUM,
        "it asks for an effect",
        (
            r"\b(?:impact|effect|influence|effects|impacts) of\b[^?]*\bon\b|\bhow (?:did|does|do|will|"
            r"would|has|have)\b[^?]+\b(?:affect|influence|impact)\w*|影响"
        ),
    ),
    _cue(
        Category.ANALYTICAL,
        MEDIUM,
        "it asks to explain",
        (
            r"^\W*(?:explain|describe|discuss|elaborate|tell me about|walk me through)\b|(?:解释|说明|"
            r"讲讲|谈谈|介绍)(?:一下)?|阐述"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        STRONG,
        "it asks for a count under a condition",
        (
            r"\bhow many\b[^?]{2,80}\b(?:over|above|below|under|more than|less than|at least|at most|"
            r"fewer than|exceed\w*|between|with (?:a|an|no|more|less|at)|without|that (?:have|are|"
            r"were|contain|exceed)|which (?:have|are|were)|(?:were|was|are|have been|did we|do we) "
            r"(?:\w+ )?(?:placed|received|signed|filed|issued|hired|sold|opened|closed|reported|"
            r"registered|completed|cancelled|ordered|expired|submitted|rejected|approved|delivered|"
            r"shipped|processed|paid|renewed|logged)|expire|expired|mention|contain|start with|belong "
            r"to)\b|(?:超过|大于|小于|低于|高于|少于|多于|不足|以上|以下|之间)[^，。？]*(?:有多少|"
            r"多少(?:个|笔|份|家|名|人|次|件|张|起|条)|有几)"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        STRONG,
        "it asks for a sum or an average over rows",
        (
            r"\b(?:average|(?:the|an?|arithmetic) mean|median|sum|standard deviation|variance)\b"
            r"(?: \w+){0,3} (?:of|across|over|per|by|for|in)\b|\baverage\b|"
            r"\b(?:total|overall|combined|cumulative) (?:number|"
            r"count|amount|value|sum|\w+)\b[^?]*\b(?:across|of all|for all|for each|per|by (?:region|"
            r"month|quarter|year|department|country|product|customer|supplier|site|category|type)|in "
            r"all)\b|\bsum up\b|\badd up\b|\bin total\b|\baltogether\b|\b(?-i:count) (?:of|the|how)\b|"
            r"^count (?:of|the|how)\b|"
            r"平均(?!海拔)|合计|总计|总共|一共|累计|共有多少|汇总|求和|总和|中位数"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        STRONG,
        "it asks for a ranking",
        (
            r"\b(?:top|bottom|first|last) (?:\d+|three|four|five|six|seven|eight|nine|ten|twenty)\b|"
            r"\brank(?:ed|ing)?\b[^?]*\bby\b|\b(?:which|what) [\w ]{2,40}\b(?:placed|has|have|had|"
            r"with|made|received|ordered|sold|bought|generated|caused|filed|signed|delivered|won|got)"
            r"\b (?:the )?(?:most|fewest|highest number|largest number|lowest number|greatest number|"
            r"most number|least)\b|\bmost (?:frequent|common|often)\w*\b|\b(?:which|what|name the|"
            r"list the) (?:\d+|two|three|four|five|six|seven|eight|ten) \w+\b[^?]*\b(?:most|least|"
            r"highest|lowest|largest|smallest|best|worst|fewest)\b|最(?:多|少|高|低|大|小|长|短|贵|好|"
            r"差)的?(?:前)?[两二三四五六七八九十\d]+(?:个|家|名|位|种|款|大)|"
            r"前[一二三四五六七八九十\d]+(?:名|大|位|个|家|的)?|排名|排行|(?:哪个|哪家|哪位|谁|哪种|"
            r"哪类)[^，。？]*最(?:多|少|频繁|常见)|最(?:多|少|频繁)的"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        MEDIUM,
        "it asks for figures by group",
        (
            r"\b(?:(?:by|each|for each|in each|for every) (?:month|quarter|year)|(?:per|for each|by|"
            r"in each|for every|each) (?:department|region|country|site|plant|product|customer|"
            r"supplier|employee|category|type|team|store|city|state|branch|project|author|street))\b|"
            r"\b(?:broken down|grouped|split|break ?down) by\b|\bratio of\b|\bpercentage of (?:all|"
            r"the)?\s?(?:\w+s)\b[^?]*\b(?:that|who|with|are|have)\b|各(?:部门|地区|月|季度|年|国家|"
            r"工厂|产品|客户|供应商|类|项目|城市|门店|分公司)(?!.*(?:是什么|规定))|每(?:个|家|位|名|"
            r"月|年)(?:部门|地区|月|客户|供应商|产品|工厂|门店|员工)?|按(?:部门|地区|月|季度|年|国家|"
            r"产品|客户|供应商|类别|门店)|占比(?:分布|情况)"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        STRONG,
        "it asks for figures by group",
        (
            r"\b(?:how (?:many|much)|number|total|average|sum|amount|count|value|breakdown|"
            r"distribution|share|spend\w*|costs?|sales)\b[^?]*\b(?:per|by|for each|in each|each) "
            r"(?:day|week|month|quarter|year|region|country|site|plant|department|team|product|"
            r"customer|supplier|employee|category|type)\b(?<!units per year)(?<!units a year)|"
            r"\b(?:breakdown|distribution) of\b|按(?:天|周|月|季度?|年|地区|部门|类别|产品|客户|"
            r"供应商)(?:列出|统计|汇总|分)|分布"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        MEDIUM,
        "it asks for all rows of a kind",
        (
            r"^\W*(?:list|show|give me|find|get|return|display|count) (?:me )?(?:all|every|each|the "
            r"number of)\b|\bhow many (?:different|distinct|unique)\b|(?:列出|列举|找出|查询|统计)"
            r"(?:一下)?(?:所有|全部|每|各)|所有[^，。？]{1,20}(?:有多少|多少)|(?:所有|全部)[^，。"
            r"？]*(?:一共|共)"
        ),
    ),
    _cue(
        Category.AGGREGATE,
        MEDIUM,
        "it counts what happened in a period",
        (
            r"\bhow many (?:contracts|orders|invoices|complaints|tickets|incidents|accidents|claims|"
            r"projects|deals|meetings|visits|shipments|deliveries|transactions|cases|leads|"
            r"applications|interviews|defects|returns|purchase orders|customers|suppliers|"
            r"publications|papers|restaurants|cities|states|rows|records)\b|(?:发生|签订|签署|收到|"
            r"提交|产生|完成|处理|下|开具|发出|受理)(?:过|了)?(?:多少|几)(?:起|笔|份|张|条|单|次|例|"
            r"宗|个)|(?:多少|几)(?:起|笔|份|张|条|单|次|例|宗|个|家|名)?(?:合同|订单|采购单|投诉|发票|"
            r"事故|工单|案件|申请|索赔|交易)"
        ),
    ),
    _cue(
        Category.TEMPORAL,
        STRONG,
        "it asks for the newest",
        (
            r"\b(?:latest|newest|most recent|most recently|up[- ]to[- ]date|current|currently|as of "
            r"(?:now|today)|right now|at (?:the moment|present)|nowadays|still|so far|to date|"
            r"recently|these days|valid today|in force|now)\b|最新|最近|目前|当前|现在|现任|现行|如今|"
            r"近期|至今|迄今|截至|截止|新任"
        ),
    ),
    _cue(
        Category.TEMPORAL,
        STRONG,
        "it asks who or what it was at a time",
        (
            rf"\bwho\b[^?]*\b(?:in|on|during|at|from|between|before|after|until|since|back in|as of)"
            rf"\b[^?]*\d{{4}}|^(?:in|on|as of|from|between|during|until|before|after|back in) [^,?]{{3,"
            rf"40}}\d{{4}},? [^?]*\b(?:who|which|what|where)\b|\b{_ROLE_EN}\b[^?]*\b(?:in|on|during|as "
            rf"of|at the end of|from|until)\b [^?]*(?:january|february|march|april|may|june|july|"
            rf"august|september|october|november|december)\b[^?]*\d{{4}}|\bfrom [^?]{{0,20}}\d{{4}} "
            rf"(?:to|until|through) [^?]{{0,20}}\d{{4}}\b|\d{{4}}年(?:\d{{1,2}}月)?(?:\d{{1,2}}日)"
            rf"?(?:时|期间|那时|当时|底|初|末)?[，,]?[^？]*(?:谁|哪位|由哪|哪家)|(?:谁|哪位)"
            rf"[^？]*\d{{4}}年"
        ),
    ),
    _cue(
        Category.TEMPORAL,
        MEDIUM,
        "it asks for a change by date",
        (
            r"\b(?:when did|since when|until when|before|after|effective|took effect|take effect|in "
            r"effect|changed? (?:in|on|since)|replaced)\b[^?]*\b(?:chang\w*|replac\w*|effective|"
            r"effect|took over|amend\w*|updat\w*)\b|(?:生效|变更|更新|修订|更换|调整)(?:了|过)"
            r"?(?:哪些|什么|时间)?"
        ),
    ),
)
