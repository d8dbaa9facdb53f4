"""Requests that would do harm: an act, its object, and the wish to be told how or to have it done."""

from services.intent.rules.shapes import compiled, first

ANSWER = "Sextant does not help with this: it could do harm. Ask about your documents instead."
ANSWERS = {
    "self_harm": (
        "Sextant cannot help with this. If you think of harming yourself, please talk to somebody now: call your local "
        "emergency number or a crisis line. 如果你正想伤害自己，请马上联系身边的人或拨打当地的危机热线。"
    ),
}

_PARTS = {
    "_": r"[^.。！？!?\n]{0,40}?",
    "HOW": (
        r"(?:\bhow (?:to|do (?:i|we|you)|can (?:i|we|one)|could i|would (?:i|one|you)|does one|should i)\b"
        r"|\b(?:teach|show|tell|help|instruct) me\b|\bgive me\b|\bwrite\b|\bcreate\b|\bgenerate\b|\bdevelop\b"
        r"|\b(?:instructions?|steps|recipe|guide|tutorial|way|ways|method|methods|plan) (?:to|for|"
        r"on|of)\b|\bi (?:want|need|plan|am going) to\b)"
    ),
    "MAKE": (
        r"\b(?:make|build|construct|assemble|synthesi[sz]e|cook|produce|manufacture|create|"
        r"detonate|acquire|obtain|3d[- ]print|print|making|building|synthesi[sz]ing|cooking|"
        r"detonating)\b"
    ),
    "WEAPON": (
        r"\b(?:bombs?|pipe[- ]?bombs?|explosives?|ieds?|grenades?|molotovs?|napalm|nerve agents?|"
        r"nerve gas|sarin|vx gas|ricin|anthrax|mustard gas"
        r"|chemical weapons?|biological weapons?|bioweapons?|dirty bombs?|ghost guns?|silencers?|"
        r"untraceable (?:guns?|firearms?))\b(?!-)"
    ),
    "DRUG": r"\b(?:meth(?:amphetamine)?|crystal meth|fentanyl|heroin|crack cocaine|cocaine|mdma|lsd|ghb)\b",
    "HARM": r"\b(?:kill|murder|poison|stab|shoot|strangle|assassinate|kidnap|torture|hurt|blackmail|stalk)\b",
    "PERSON": (
        r"\b(?:someone|somebody|my (?:boss|wife|husband|neighbou?r|colleague|coworker|ex|"
        r"girlfriend|boyfriend|manager)|a person|people|him|her|them|without (?:being|getting) "
        r"(?:caught|traced))\b"
    ),
    "MALWARE": (
        r"\b(?:malware|ransomware|keyloggers?|trojans?|rootkits?|botnets?|spyware|computer "
        r"(?:virus|worm)|self-replicating worm|exploit kit|phishing (?:e-?mails?|pages?|sites?|"
        r"kit)|fake login pages?)\b"
    ),
    "SECRETS": (
        r"\b(?:passwords?|credentials?|log-?ins?|credit cards?|card numbers?|bank accounts?|"
        r"accounts?|e-?mails?|session cookies?|api keys?|identity|identities|private keys?|wi-?fi|"
        r"phones?|pins?)\b"
    ),
    "STEAL": (
        r"\b(?:steal|phish|crack|brute[- ]?force|hack|hijack|intercept|harvest|sniff|skim|break "
        r"into|stealing|phishing|cracking|hacking|hijacking)\b"
    ),
    "怎": r"(?:怎么|如何|怎样|教我|告诉我|帮我|给我|我想|我要|怎麼|的方法|的步骤|教程|写一个|写个|编写|开发一个)",
    "造": r"(?:制作|制造|做|造|合成|自制|组装|制备|配制|提炼|引爆|购买)",
    "武": r"(?:炸弹|炸药|爆炸物|土炸弹|燃烧弹|汽油弹|毒气|神经毒剂|沙林|生化武器|化学武器|枪支|手枪|猎枪|毒药)",
    "毒": r"(?:冰毒|海洛因|摇头丸|大麻|可卡因|芬太尼|毒品)",
    "人": r"(?:人|老板|同事|妻子|丈夫|邻居|前任|女友|男友|他|她)",
    "软": r"(?:木马|勒索软件|勒索病毒|病毒程序|电脑病毒|恶意软件|键盘记录器|钓鱼(?:网站|邮件|页面)|后门程序|蠕虫)",
    "密": r"(?:密码|账号|帐号|账户|银行卡|信用卡|身份信息|凭证|口令|微信|邮箱|wifi|手机)",
}
_SHAPES: dict[str, tuple[str, ...]] = {
    "self_harm": (
        r"\bhow (?:to|do i|can i|could i|should i)\b{_}\b(?:kill|hang|hurt|harm|cut|end) (?:myself|my life)\b",
        (
            r"\b(?:painless|easiest|best|quickest) (?:way|method)s? (?:to|of) (?:die|kill myself|end "
            r"my life|dying|suicide|commit(?:ting)? suicide)\b"
        ),
        (
            r"\bi (?:want|wish|am going|plan) to (?:die|kill myself|end my life|hurt myself)\b|\bhow "
            r"(?:to|do i|can i) commit suicide\b"
        ),
        (
            "(?:怎么|如何|怎样)(?:才能)?(?:无痛(?:苦)?)?(?:地)?(?:自杀|自残|结束(?:自己|我)的生命)|"
            "(?:我想|我要|想要)(?:自杀|去死|自残|结束生命)|无痛(?:苦)?(?:的)?(?:自杀|死法)|自杀(?:的)"
            "?方法"
        ),
    ),
    "weapons": (
        "{HOW}{_}{MAKE}{_}{WEAPON}",
        r"^\W*(?:please )?(?:make|build|design) (?:me )?(?:an? )?{WEAPON}",
        r"{HOW}{_}\b(?:bomb|blow up)\b{_}\b(?:building|school|office|train|plane|church|mosque|station)\b",
        "{怎}{_}{造}{_}{武}",
        "{造}{武}(?:的)?(?:方法|步骤|教程|配方)",
        "(?:炸|袭击)(?:掉)?(?:学校|大楼|地铁|车站|办公楼)",
    ),
    "drugs": (
        "{HOW}{_}{MAKE}{_}{DRUG}",
        r"\bbuy {DRUG} (?:online|on the dark ?web)\b",
        "{怎}{_}(?:{造}|买到|贩卖){_}{毒}",
        "(?:制毒|贩毒)(?:的)?(?:方法|步骤|教程)",
    ),
    "violence": (
        "{HOW}{_}{HARM}{_}{PERSON}",
        r"\b(?:hire|find) (?:an? )?(?:hit ?man|assassin)\b",
        "{怎}{_}(?:杀|毒死|谋杀|杀害|绑架|弄死|勒索|跟踪){_}{人}{_}(?:不被|而不|$|[？?。])",
        "雇(?:佣)?(?:一个)?杀手|(?:杀人|谋杀)(?:的)?(?:方法|教程)",
    ),
    "malware": (
        "{HOW}{_}{MALWARE}{_}(?:for|that|to (?:steal|infect|encrypt|spread)|targeting|against|$|[?.!])(?<!detect)",
        r"\b(?:write|code|create|develop|build|program|make)(?: me)?(?: an?| some)? (?:\w+ ){0,2}{MALWARE}",
        (
            r"{HOW}{_}\b(?:launch|run|perform|carry out|start)\b{_}\b(?:ddos|denial[- ]of[- ]service|"
            r"sql injection) attack\b"
        ),
        "{怎}{_}(?:写|编写|制作|开发|传播|部署){_}{软}",
        "(?:写|编写|制作|开发)(?:一个|一段|个)?{软}",
    ),
    "credential_theft": (
        r"{HOW}{_}{STEAL}{_}{SECRETS}",
        r"^\W*(?:please )?(?:steal|phish|crack|hack)\b{_}{SECRETS}",
        r"{HOW}{_}\b(?:hack|break) into\b",
        (
            r"{HOW}{_}\bbypass\b{_}\b(?:two-factor|2fa|mfa|multi-factor|login|authentication)"
            r"\b{_}\b(?:someone|somebody|another|victim|his|her|their|without)\b"
        ),
        r"\b(?:dump|exfiltrate)\b{_}\b(?:passwords|password hashes|credentials)\b",
        "{怎}{_}(?:盗取|窃取|盗用|破解|黑进|入侵|骗取|偷){_}(?:{密}|系统|服务器|数据库|电脑)",
        "(?:盗取|窃取|盗用|骗取)(?:别人|他人|同事|客户|用户|员工){_}{密}",
    ),
    "fraud": (
        (
            r"{HOW}{_}\b(?:launder money|forge|counterfeit|fake (?:an? )?(?:invoices?|signatures?|"
            r"passports?|ids?|receipts?))\b"
        ),
        r"{HOW}{_}\b(?:evade tax(?:es)?|embezzle|insider trad(?:e|ing) without)\b",
        "{怎}{_}(?:洗钱|伪造|偷税|逃税|做假账|骗保|骗贷|挪用公款)",
    ),
    "abuse": (
        r"\b(?:child|minor|underage|teen)\b[^.?!\n]{0,20}\b(?:porn\w*|sexual|nude|naked|sex)\b|\bcsam\b",
        "儿童色情|未成年{_}(?:裸照|性爱|色情)",
    ),
}
_PATTERNS = compiled(_SHAPES, _PARTS)
# Those who defend against it ask about it, too.
_DEFENCE = compiled(
    {
        "defence": (
            (
                r"\b(?:prevent|detect\w*|protect\w*|defend|defence|defense|avoid|report\w*|respond|"
                r"recogni[sz]e|stop|block|mitigat\w*|policy|policies|procedure|training|awareness|comply|"
                r"compliance|audit|insur\w*|recover\w*|incident|investigat\w*|scanner|against)\b"
            ),
            (
                "防范|防止|预防|检测|识别|防御|防护|举报|应对|处置|避免|政策|制度|规定|培训|合规|审计|"
                "保险|响应|调查|报告|(?<!不被)发现|杜绝"
            ),
        )
    },
    {},
)


def rule_of(text: str) -> str:
    """The rule that a text falls under ("weapons", "self_harm", …), or ""."""
    rule = first(_PATTERNS, text)
    if rule in ("malware", "credential_theft", "fraud", "violence") and first(_DEFENCE, text):
        return ""
    return rule
