"""General words: what means the same, what says nothing about a table, and which measure a superlative is about."""

from services.language.stems import stem

# Each line: words that people and schemas use for the same thing. Single words, singular.
_SYNONYMS = """
company firm business corporation
organization organisation institution
doctor physician
patient sufferer
employee staff worker
customer client buyer
supplier vendor
product item goods article
price cost fee charge
salary wage pay
rating score
doc document
student pupil
teacher instructor professor lecturer
phone telephone
address street
country nation
movie film
song track
ship vessel
car automobile
author writer
book title
flight plane
kind type category
begin start
end finish
photo picture image
job position occupation
amount sum
weight mass
population people inhabitant resident
food cuisine dish
height elevation altitude
email mail
purchase order
delivery shipment consignment
visit appointment consultation
illness disease diagnosis diagnose
medicine drug medication
airport airfield
sex gender
zip postcode
"""
SYNONYM_OF: dict[str, str] = {
    stem(word): stem(line.split()[0]) for line in _SYNONYMS.strip().splitlines() for word in line.split()
}
ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "num": ("number",), "no": ("number",), "nr": ("number",), "cnt": ("count",), "qty": ("quantity",),
    "amt": ("amount",), "dt": ("date",), "dob": ("birth", "date"), "desc": ("description",), "addr": ("address",),
    "tel": ("phone",), "dept": ("department",), "emp": ("employee",), "cust": ("customer",), "prod": ("product",),
    "pct": ("percentage",), "avg": ("average",), "max": ("maximum",), "min": ("minimum",), "org": ("organization",),
    "fname": ("first", "name"), "lname": ("last", "name"), "birthdate": ("birth", "date"), "yr": ("year",),
    "birthday": ("birth", "date"),
    "lang": ("language",), "cat": ("category",), "msg": ("message",), "pop": ("population",),
    "temp": ("temperature",), "wt": ("weight",), "len": ("length",), "loc": ("location",), "ref": ("reference",),
}  # fmt: skip
# Parts of names that say what sort of value it is, not of what: "citation_num" is about citations.
GENERIC = frozenset(
    map(
        stem,
        [
            "name",
            "number",
            "type",
            "id",
            "code",
            "count",
            "total",
            "value",
            "amount",
            "info",
            "data",
            "detail",
            "list",
            "title",
            "key",
        ],
    )
)
IDENTIFYING = frozenset(map(stem, ["id", "code", "key", "uuid", "number"]))
NAMING = tuple(map(stem, ("name", "title", "label", "caption", "description")))

# Verbs that stand between two linked words and choose nothing.
_VERBS = """
be have do serve offer sell make live work belong receive publish write own place order buy treat visit ship deliver
carry locate situate base run manage contain include cost weigh earn get take come go hold give show list find tell
return provide display name call find know see use exist appear register record store keep come born hire employ teach
study attend play win lose score lie flow stand reach arrive depart leave enter join sign pay charge book schedule
admit prescribe perform report produce release direct star appear sing compose create open close found assign handle
transport load unload sail fly operate supply issue bill spend travel reside life bring sail head depart present host
house cite originate occur happen happened need want like start begin end finish become say count calculate compute
determine identify retrieve select sort rank compare respectively associate relate connect link correspond involve
"""
VERBS = frozenset(stem(word) for word in _VERBS.split())
_FILLERS = """
a an the of in on at to for from with by and or is are was were be been being there that this these those it
its their his her he she they them we our us i me my you your who whom whose which what please can could would
should will shall all any both some many much each other also only just ever still already currently overall
together respectively respective total totals database table tables row rows record records data information
system dataset list value values result results answer following given as than then so such if not no do does
did done has have had having get per about across among within during out up one ones own particular specific
certain available existing entire whole full corresponding associated related along too well during over under
into onto through via located location based situated time times number count amount exactly ratio people
person someone anyone different order ascending descending year's that's let left member members know yes how
when where why s d ll ve re
"""
FILLERS = frozenset(_FILLERS.split()) | frozenset(map(stem, _FILLERS.split()))

_MEASURES = """
large area+ size+ population+ capacity+ amount+ value+
small area- size- population- capacity- amount- value-
long length+ duration+ distance+
short length- duration- height- distance-
high height+ altitude+ elevation+ rating+
low height- altitude- elevation- rating-
old age+ built_year- build_date- birth_date- birth_year- founded- date- year-
young age- birth_date+ birth_year+
new built_year+ build_date+ date+ year+
early date- year- time-
expensive price+ cost+ fee+ amount+
cheap price- cost- fee- amount-
populous population+
heavy weight+
light weight-
fast speed+ duration-
slow speed- duration+
good rating+ score+ grade+
bad rating- score- grade-
dense density+
experienced experience+ hire_date-
paid salary+
wide width+
deep depth+
"""
# A superlative without a measure: the columns that it can be about, best first, and whether the most of it is meant.
MEASURES: dict[str, tuple[tuple[str, bool], ...]] = {
    adjective: tuple((said[:-1].replace("_", " "), said.endswith("+")) for said in columns)
    for adjective, *columns in (line.split() for line in _MEASURES.strip().splitlines())
}
NUMBER_WORDS = (
    {
        word: value
        for value, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], start=1
        )
    }
    | {word: value for value, word in enumerate(["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"], start=1)}
    | {"两": 2}
)
PERSONS = frozenset(
    SYNONYM_OF.get(stem(word), stem(word))
    for word in (
        "author", "person", "employee", "customer", "doctor", "student", "teacher", "user", "member", "player", "actor",
        "crew", "nurse", "manager", "agent", "artist", "singer", "driver", "owner", "guest", "researcher", "scientist",
    )
)  # fmt: skip
PLACES = ("city", "address", "location", "place", "country", "state", "region", "port")
