"""Shapes that English descriptions are made of: heads, names, verbs, and what ends a clause."""

import re

from services.language.structure.nouns import HEADS_EN, PERSON_ROLES_EN, PLACES_EN, THING_ROLES_EN

SLOT = r"\{\d\}"
HEAD = "|".join(sorted(HEADS_EN, key=len, reverse=True))
# Agents: "the ruler", "the conductor". Not every such word is one, but those that are not are described just as well.
ANY_HEAD = rf"(?:{HEAD}|[a-z]{{2,}}(?:er|or|ist|ian|man|woman))"
# "the place of death", "the country of citizenship": places of a life, with their own "of".
LIFE = (
    r"(?:place|city|town|country|state|county|province|region) of "
    r"(?:birth|death|origin|citizenship|residence|burial|registration|production|manufacture)"
    r"|(?:parent|holding|mother|sister) company"
    r"|birth ?(?:place|city|country|town|state)|death ?place|(?:home|native) ?(?:town|city|country|state)"
)
ROLE = "|".join([LIFE, *sorted({*PERSON_ROLES_EN, *THING_ROLES_EN}, key=len, reverse=True)])
PLACE = "|".join(PLACES_EN)
MODS = r"(?:(?!(?:of|in|at|for|to|by|that|which|who|where|and|or|is|was)\b)[\w&'’.-]+ ){0,3}?"
THE = r"\b(?:the|that|our)\s+(?:name of the\s+|same\s+)?"
CAPITAL = rf"(?:{SLOT}|[\"“'‘][^\"”’]+[\"”’]|[A-Z0-9\u00c0-\u00de][\w&'’.-]*(?<!['’]))"
KIND = r"(?:film|movie|book|novel|song|album|series|show|company|firm|band|product|plant|group)"
NAME = (
    rf"(?:the |an? )?(?:{KIND} )?(?:{CAPITAL}(?:[ -](?:{CAPITAL}|(?:[Oo]f|[Tt]he|and|an?|de|von|"
    rf"van|for|in|on|to|against|&)(?: (?:the|an?))?(?= {CAPITAL})))*(?: \([^)]*\))?"
    rf"(?: (?:{HEAD})\b(?! (?:that|which|who|where|in|of)\b))?)"
)
# What goes on behind a name's comma: "Eustace, Count of Boulogne", "Acme Pumps, Inc."; at the end of a question also a
# place: "Portland, Oregon".
TITLES = (
    "Count|Duke|Earl|King|Queen|Prince|Princess|Baron|Baroness|Lord|Lady|Marquess|Emperor|Empress|Bishop|Archbishop"
    "|Margrave|Landgrave|Viscount|Countess|Duchess|Elector"
)
STYLED = (
    rf"(?:, (?:(?:[A-Z][\w’'-]+ )?(?:{TITLES})(?: (?:[Oo]f|[Tt]he|and|de|von)| [A-Z][\w’'-]*)*"
    r"|(?:Jr|Sr|Inc|Ltd|LLC|Co|Corp|PLC|GmbH)\b\.?"
    r"|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?(?:, [A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?)*(?=$)))?"
)
# "Hungry Hearts from the film Paper Harbour"
WORK_OF = rf"(?: from the (?:movie|film|album|musical|series|show|book|play) {CAPITAL}(?:[ -]{CAPITAL})*)?"
PREP = r"in|at|from|by|for|to|of|on|with|under|through"
PAST = (
    r"founded|co-founded|established|built|made|assembled|produced|manufactured|developed|designed|directed|written|"
    r"authored|composed|performed|sung|recorded|released|published|invented|discovered|owned|run|operated|managed|led|"
    r"headed|acquired|bought|sold|supplied|used|headquartered|located|based|situated|named|"
    r"created|launched|commissioned|"
    r"opened|responsible|known|awarded|born|"
    r"practi[cs]ed|spoken|worshipped|inhabited|played|portrayed|voiced|named|buried|appointed|elected|nominated|"
    r"hosted|held|won|killed|signed|drafted|painted|formed|dissolved|sponsored|funded|taught|edited|translated|"
    r"represented|ruled|governed|occupied|conquered|featured|included|mentioned|described|ranked|listed|closed|killed"
)
ING = (
    r"making|producing|assembling|manufacturing|building|supplying|operating|running|owning|using|hosting|serving|"
    r"developing|selling|providing|holding|employing|starring|featuring|winning|bordering|containing"
)
RELATIVE = re.compile(
    rf"{THE}(?P<head>{MODS}(?:{ANY_HEAD}(?:,)?\s+(?=(?:{PREP}|where|that|which|who|whom|"
    rf"whose)\b)|[a-z]+\s+(?=where\b|(?:{PREP})\s+(?:which|whom)\b)))"
    rf"(?:(?P<prep>{PREP})\s+(?P<rel>which|whom)|(?P<rel2>where|that|which|who|whom|whose))\s+(?P<of>.+)$",
    re.IGNORECASE,
)
ADVERB = (
    r"(?:(?:most|widely|commonly|primarily|mainly|originally|first|currently|formerly|previously|jointly|mostly)\s+)"
)
PARTICIPLE = re.compile(
    rf"{THE}(?P<head>{MODS}(?:{HEAD}))\s+(?P<of>{ADVERB}{{0,2}}(?P<link>{PAST}|{ING})\s+.+)$", re.IGNORECASE
)
# "the region with the largest forest"
WITH = re.compile(
    rf"{THE}(?P<head>{MODS}(?:{HEAD}))\s+with\s+(?P<of>(?:(?:the|an?|most|more)\s+[\w-]+|{SLOT}).*)$", re.IGNORECASE
)
# "the largest hotel in Norway": what is singled out by degree, within something named.
SUPERLATIVE = re.compile(
    rf"\bthe\s+(?P<head>(?:\d*(?:1st|2nd|3rd|\dth)|second|third|fourth|fifth)?[ -]?(?:[a-z]+est|most [a-z]+)\s"
    rf"(?:(?!of\b|in\b)[a-z-]+ ){{0,2}}?(?:{HEAD}))\s+(?P<prep>in|of|on|at)\s+(?P<of>(?-i:{NAME}))",
    re.IGNORECASE,
)
# "the Paper Harbour director"
COMPOUND = re.compile(
    rf"\bthe\s+(?P<of>(?-i:{NAME}))(?<!['’]s)\s+(?P<head>{'|'.join(PERSON_ROLES_EN)})\b(?!['’])", re.IGNORECASE
)
CONTACT = re.compile(
    rf"{THE}(?P<head>{MODS}(?:{HEAD}))\s+(?P<of>(?:{SLOT})\s+(?!is\b|was\b|and\b|in\b)\w+.*)$", re.IGNORECASE
)
OF = re.compile(
    rf"{THE}(?P<head>{MODS}(?:{ROLE}))\s+(?:of|for|at)\s+(?P<of>(?-i:{NAME}{WORK_OF}{STYLED}))(?<!['’]s)(?!['’]s|\w)",
    re.IGNORECASE,
)
OF_LOWER = re.compile(rf"{THE}(?P<head>{MODS}(?:{ROLE}))\s+(?:of|for)\s+(?P<of>[\w&'’. -]{{2,60}})$", re.IGNORECASE)
POSSESSIVE = re.compile(
    rf"(?<![\w{{])(?P<of>(?!(?:the )?[A-Z]{{2,4}} of\b){NAME})(?:['’]s|(?<=s)['’])\s+(?P<head>{MODS}(?:{ROLE}))\b"
    r"(?!\s+(?:of|name)\b)"
)
SITE = re.compile(rf"{THE}(?P<head>(?:home )?(?:{PLACE}))\s+of\s+(?P<of>{SLOT})", re.IGNORECASE)
# What follows a description in a question whose verb came first: "When was [the company that makes X] founded?"
FRONTED = re.compile(
    r"^(?:(?:when|where|why|how|in (?:which|what) [\w ]+?|on (?:which|what) [\w ]+?|at "
    r"(?:which|what) [\w ]+?|from (?:which|what) [\w ]+?"
    r"|(?:which|what) [\w ]+?|how (?:many|much|old|long|tall|large|big|far|often)(?: [\w]+)*?)\s+)"
    r"(?P<aux>is|was|are|were|did|does|do|has|have|had|will)\s+(?=the|that|our|\{)",
    re.IGNORECASE,
)
TAIL_BE = re.compile(
    r"\s(?:located|based|headquartered|situated|founded|established|incorporated|built|opened|"
    r"closed|born|buried|educated|married|"
    r"killed|released|published|registered|listed|named|called|acquired|sold|appointed|"
    r"elected|created|launched|from|in charge of|"
    r"expected|due|planned|divided)\b[^,]*$",
    re.IGNORECASE,
)
TAIL_DO = re.compile(
    r"\s(?:die|live|come from|come out|graduate|study|work|retire|open|close|start|begin|end|"
    r"take place|take over|stand|employ|"
    r"earn|cost|weigh|make|produce|report|have|play for|play|win|serve|speak|belong to|own|"
    r"sell|export|receive|resign|join|"
    r"leave|move|marry|grow up|use|hold|publish|release|host|bear|cover|spend|achieve|generate|"
    r"oversee|manage|run|lead|teach|attend|direct|rank|border|found|star|sing|write|compose|act|appear|invent|discover|"
    r"succeed|replace|represent|rule|govern|defeat|compete|debut|vote|invest|operate|offer|provide|supply|deliver|charge"
    r"|receive|lose|raise|pay|buy|build|develop|design|call|say|need|require|share|flow|lie|go|become|get|fall|reach|change|happen|expire|fail|grow|belong|contain|come)\b[^,]*$",
    re.IGNORECASE,
)
# The verb that a fronted "did" waits for, whatever verb it is: a small word right behind a name.
TAIL_ANY = re.compile(
    r"(?<=[A-Za-z0-9}\).])\s(?-i:(?!(?:of|in|at|on|for|and|the|de|von|van|to|by|with|or|from|as)\b)[a-z]+)$"
)
# The participle that a fronted "was" waits for, right behind a name.
TAIL_DONE = re.compile(r"(?-i:[A-Z0-9])[\w'’.-]*(?P<at>\s)[a-z]{3,}(?:ed|wn|en)$")
# A clause that ends in its own preposition, and the verb behind it is not its own: "is a member of | formed".
STRANDED = re.compile(
    r"\s(?:of|in|at|to|by|for|with|from|after)(?P<at>\s)"
    r"(?=(?:formed|founded|located|born|based|established|released|built|opened|closed)\b)"
    r"|\b(?:found|located|based|held|filmed|set|spoken|made|born)(?P<then>\s)(?=(?:is|was|are|were)\s)"
)
# Times and places behind a question that only asks what a description stands for.
TRAILING = (
    r"(?:,?\s+(?:(?:in|on|from|between|during|as of|at|since|until|before|after|for|by)\b.*\d.*|now|today|currently))?"
)
