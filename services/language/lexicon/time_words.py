"""Words by which English and Chinese say where in time something lies, counted from now."""

# Calendar units by the word for them.
UNITS: dict[str, str] = {
    "day": "day", "天": "day", "日": "day",
    "week": "week", "周": "week", "星期": "week", "礼拜": "week",
    "month": "month", "月": "month",
    "quarter": "quarter", "季度": "quarter", "季": "quarter",
    "half": "half", "半年": "half",
    "year": "year", "fy": "year", "年": "year", "财年": "year", "年度": "year", "财政年度": "year",
    "会计年度": "year",
}  # fmt: skip
# Periods away from the present one.
SHIFTS: dict[str, int] = {
    "last": -1, "previous": -1, "prior": -1, "preceding": -1, "past": -1, "上": -1, "上一": -1, "上个": -1,
    "上一个": -1, "前一": -1, "前一个": -1,
    "this": 0, "current": 0, "the current": 0, "present": 0, "本": 0, "这": 0, "这个": 0, "这一": 0, "当前": 0,
    "当": 0, "今": 0, "本个": 0,
    "next": 1, "coming": 1, "upcoming": 1, "following": 1, "下": 1, "下个": 1, "下一": 1, "下一个": 1,
    "上上": -2, "上上个": -2,
}  # fmt: skip
# Years away from this one.
NAMED_YEARS: dict[str, int] = {
    "今年": 0, "本年": 0, "本年度": 0, "当年": 0, "本财年": 0, "this year": 0, "the current year": 0,
    "current year": 0, "this fiscal year": 0, "current fiscal year": 0,
    "去年": -1, "上年": -1, "上年度": -1, "上一年": -1, "上一年度": -1, "上财年": -1, "上个财年": -1, "上一财年": -1,
    "上一个财年": -1, "last year": -1, "previous year": -1, "prior year": -1, "the previous year": -1,
    "the prior year": -1, "last fiscal year": -1, "previous fiscal year": -1, "prior fiscal year": -1,
    "前年": -2, "the year before last": -2,
    "大前年": -3,
    "明年": 1, "来年": 1, "下财年": 1, "next year": 1, "next fiscal year": 1,
    "后年": 2,
}  # fmt: skip
# Days away from today.
NAMED_DAYS: dict[str, int] = {
    "today": 0, "tonight": 0, "this morning": 0, "this evening": 0, "今天": 0, "今日": 0, "今晚": 0, "今早": 0,
    "yesterday": -1, "last night": -1, "昨天": -1, "昨日": -1, "昨晚": -1,
    "tomorrow": 1, "明天": 1, "明日": 1,
    "day before yesterday": -2, "前天": -2, "前日": -2,
    "day after tomorrow": 2, "后天": 2,
    "大前天": -3,
}  # fmt: skip
# Days after Monday.
WEEKDAYS: dict[str, int] = {
    "mon": 0, "一": 0,
    "tue": 1, "二": 1,
    "wed": 2, "三": 2,
    "thu": 3, "四": 3,
    "fri": 4, "五": 4,
    "sat": 5, "六": 5,
    "sun": 6, "日": 6, "天": 6,
}  # fmt: skip
