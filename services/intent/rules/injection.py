"""Orders to the machine in place of a question: to drop its rules, to show them, to be somebody else."""

from services.intent.rules.shapes import compiled, first

_PARTS = {
    "_": r"[^.。！？!?\n]{0,40}?",
    # Where an order begins: a sentence, or a word that hands it on.
    "ORDER": (
        r"(?:^|[.!?;:,()\[\]\"'“”‘’>*#-]\s*|\b(?:please|now|and|then|just|first|kindly|also|must|"
        r"should|to|you can|you will|you may)\s+)"
    ),
    "DROP": (
        r"(?:ignore|disregard|forget|override|bypass|overrule|skip|discard|drop|do not follow|"
        r"don'?t follow|stop following|pay no attention to)"
    ),
    "EARLIER": (
        r"(?:(?:all|any|every|the|your|my|these|those|of|its|everything in)\s+){0,3}(?:previous|"
        r"prior|above|earlier|preceding|former|foregoing|original|initial|system|safety|existing|"
        r"current|developer)?\s*(?:and \w+ )?"
    ),
    "RULES": (
        r"(?:instructions?|prompts?|rules|guidelines|directions|directives|commands?|system "
        r"messages?|constraints|restrictions|guardrails|programming|safety (?:rules|filters?|"
        r"measures))\b"
    ),
    "SHOW": (
        r"(?:reveal|print|show|repeat|output|leak|display|disclose|expose|dump|recite|write out|"
        r"return|tell me|give me|what (?:is|are|was|were)|send me|copy)"
    ),
    "SECRET": (
        r"(?:system prompt|system message|system instructions?|hidden prompt|hidden instructions?|"
        r"initial prompt|initial instructions|developer (?:message|prompt|instructions)|prompt "
        r"template|instructions (?:above|you were given|you have been given)|(?:text|words|"
        r"everything) above)"
    ),
    "忽略": "(?:忽略|无视|忘记|忘掉|不要理会|不用理会|绕过|覆盖|抛开|跳过|不要遵守|不再遵守|停止遵守)(?:掉|一切|所有)?",
    "以上": "(?:以上|上述|之前|先前|前面|此前|原有|原来|所有|一切|任何|你的|系统|上面|全部)",
    "指令": "(?:指令|指示|提示词|系统提示|提示|规则|约束|限制|设定|命令|安全策略|安全规则)",
}
_SHAPES: dict[str, tuple[str, ...]] = {
    "override": (
        "{ORDER}{DROP} {EARLIER}{RULES}",
        (
            r"{ORDER}{DROP} (?:everything|all of (?:that|this|the above)|the above|all the above|what "
            r"(?:you were told|i said before|came before)|everything (?:above|before|i said|you were "
            r"told|you know))\b"
        ),
        r"{ORDER}(?:start|begin) (?:over|again|afresh) with (?:these|the following|new) (?:rules|instructions)\b",
        r"\bnew (?:instructions|rules|system prompt)\s*:",
        "{忽略}{_}{以上}(?:的|过的|给你的|所有|全部|一切|任何|系统|安全)*{指令}",
        "{忽略}(?:以上|上述|之前|前面|上面)(?:的)?(?:所有|全部|一切)?(?:内容|对话|要求|文字)(?:[，,。；;！!]|$)",
    ),
    "persona": (
        r"\byou are now (?:an?|the|my|in|no longer|free|unrestricted|dan\b|called|going to|jailbroken|root|admin)\b",
        (
            r"\b(?:you are|you're|act as|pretend (?:to be|you are|that you are)|roleplay as|role-play "
            r"as|behave (?:as|like)|simulate|respond as)\b{_}\b(?:dan|unrestricted|uncensored|"
            r"unfiltered|jailbroken|without (?:any )?(?:rules|restrictions|limits|filters|guidelines)|"
            r"no (?:rules|restrictions|limits|filters|guidelines)|developer mode|evil|hacker)\b"
        ),
        (
            r"{ORDER}(?:enter|enable|activate|switch to|turn on) (?:the )?(?:developer|debug|god|"
            r"jailbreak|dan|admin|root|sudo|unrestricted|maintenance) mode\b"
        ),
        r"{ORDER}from now on,? (?:you|only|always|never|answer|respond|reply|ignore)\b",
        (
            "(?:^|[，,。；;！!？? ])(?:从现在起|从现在开始|现在起|接下来|现在)?[，,]?你(?:现在)"
            "?(?:是一个|是一名|是一位|将是|要扮演|将扮演|扮演|必须扮演|不再是|不再受){_}(?:没有限制|"
            "不受限制|无限制|任何限制|约束|黑客|机器人|助手|模型|AI|DAN|管理员)"
        ),
        "(?:从现在起|从现在开始|现在起)[，,]?你(?:是|必须|要|将|只能|不)",
        "(?:进入|开启|启用|切换到)(?:开发者|调试|越狱|上帝|管理员|无限制)模式",
    ),
    "disclosure": (
        (
            r"{ORDER}(?:{SHOW})(?: me| us)? (?:(?:your|the|all|full|entire|complete|exact|of|its|"
            r"verbatim|above|me)\s+){0,4}{SECRET}\b"
        ),
        (
            r"{ORDER}{SHOW}(?: me| us)? (?:all )?(?:of )?your (?:(?:full|exact|complete|hidden|secret|"
            r"own|internal)\s+)?(?:instructions|prompt|rules|guidelines|configuration|api key|secret "
            r"key|credentials)\b(?!\s+(?:for|on|about|regarding|to|when|of))"
        ),
        r"{ORDER}repeat (?:everything|the words|all (?:the )?text|the text|all) (?:above|before this)\b",
        (
            "(?:输出|泄露|显示|打印|告诉我|透露|复述|重复|展示|公开|给我看|说出)(?:一下|你)?(?:的|出)"
            "?(?:你的|全部|所有|完整的|完整)*(?:系统提示词?|提示词|系统指令|初始指令|内部指令|"
            "隐藏指令|系统设定|初始设定|密钥)"
        ),
        "你的(?:系统)?(?:提示词|系统提示|系统指令|初始设定|内部指令)(?:是什么|是啥|有哪些|内容)",
    ),
    "role": (
        (
            r"<\|?\s*(?:im_start|im_end|system|assistant|endoftext|eot_id|start_header_id)\s*\|?>|"
            r"\[/?(?:INST|SYSTEM)\]|<</?SYS>>|^#{2,}\s*(?:system|instruction|assistant|human|user)"
            r"s?\s*:?\s*$"
        ),
        (
            r"^\W*(?:system|assistant|developer)\s*(?:prompt|message|note|override)"
            r"?\s*[:：>]\s*(?:you\b|from now|new\b|override|answer|always|never|do not|don't|reply|"
            r"respond|output|the (?:user|assistant)|ignore|disregard|forget|reveal|print|sure\b|i "
            r"will|grant|enable|all (?:rules|restrictions))"
        ),
        r"^\W*(?:user|human)\s*[:：].*\n\W*(?:assistant|system|ai)\s*[:：]",
        (
            "^\\W*(?:系统|助手|开发者)\\s*(?:提示|消息|指令)?\\s*[:：]\\s*(?:你|从现在|忽略|无视|"
            "必须|始终|永远|不要|回答|输出|新)"
        ),
    ),
    "coercion": (
        (
            r"\b(?:your|the) (?:only|sole|new) (?:task|job|purpose|goal) (?:is|now is|from now on is) "
            r"to (?:say|output|print|repeat|reply|answer|respond)\b"
        ),
        r"\bno matter what (?:i|the user|anyone|they) (?:ask|say|asks|says)s?\b",
        (
            r"\b(?:answer|reply|respond) (?:only )?with (?:the (?:word|phrase|text) )"
            r"?[\"“'‘][^\"”'’]{1,80}[\"”'’] (?:regardless|no matter|whatever|to (?:every|any|all))\b"
        ),
        "无论(?:我|用户)?(?:问|说)什么[，,]?(?:你)?(?:都|只)(?:要|必须|能|需)?(?:回答|回复|说|输出)",
    ),
}
_PATTERNS = compiled(_SHAPES, _PARTS)


def rule_of(text: str) -> str:
    """The rule that a text falls under ("override", "persona", "disclosure", "role", "coercion"), or ""."""
    return first(_PATTERNS, text)
