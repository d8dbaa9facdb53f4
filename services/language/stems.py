"""A light English stemmer: one form for singular and plural, for a verb and its -ed and -ing, for an adjective and
its -ly.

After M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), steps 1a-1c, with the commonest irregular
forms as a table. Weaker than full Porter on purpose: derivations such as "organization" / "organ" stay apart. Applied
until nothing changes, so `stem(stem(w)) == stem(w)`.
"""

import re
from functools import lru_cache

from services.language.lexicon.wordlist import words

_IRREGULAR_TABLE = """
men:man women:woman children:child feet:foot teeth:tooth mice:mouse geese:goose lives:life wives:wife knives:knife
leaves:leave wolves:wolf shelves:shelf halves:half thieves:thief won:win sold:sell bought:buy made:make paid:pay
rose:rise risen:rise fell:fall fallen:fall grew:grow grown:grow wrote:write written:write led:lead held:hold sang:sing
sung:sing ran:run began:begin begun:begin built:build lost:lose met:meet sent:send spent:spend gave:give given:give
took:take taken:take went:go gone:go became:become came:come chose:choose chosen:choose drew:draw drawn:draw
drove:drive driven:drive knew:know known:know thought:think taught:teach brought:bring caught:catch fought:fight
said:say told:tell kept:keep flew:fly flown:fly died:die dies:die dying:die lying:lie lies:lie lied:lie tied:tie
ties:tie tying:tie shown:show showed:show stole:steal stolen:steal broke:break broken:break spoke:speak spoken:speak
swam:swim swum:swim threw:throw thrown:throw wore:wear worn:wear being:be been:be was:be were:be is:be are:be am:be
has:have had:have having:have does:do did:do done:do doing:do analyses:analysis crises:crisis indices:index
matrices:matrix criteria:criterion phenomena:phenomenon better:good best:good worse:bad worst:bad used:use using:use
uses:use owed:owe added:add adding:add
"""
_IRREGULAR: dict[str, str] = dict(pair.split(":") for pair in _IRREGULAR_TABLE.split())
_KEEP = words("""
    people series species means news thus this its gas bus plus lens always perhaps business process analysis basis
    crisis thesis during nothing something anything everything morning evening thing king ring spring string wing bring
    sing going being ceiling sterling red bed need feed seed speed exceed proceed succeed indeed hundred sacred
    breed weed greed embed shed sled wed fed led early only family july italy supply apply reply rely ally bully
    fly daily hourly weekly monthly quarterly yearly assembly texas paris vegas kansas arkansas dallas james
    charles thomas hughes mercedes olympics physics economics mathematics politics athletics electronics united
    limited beijing nanjing chongqing boeing
""")
_WORD = re.compile(r"[a-z]+")
_VOWEL = re.compile(r"[aeiouy]")
_LONG_ENOUGH = 4
_SHORTEST_ROOT = 3
_MEASURE = re.compile(r"[aeiouy]+[^aeiouy]+")
_CVC = re.compile(r"(?:^|.*[^aeiou])[aeiouy][^aeiouwxy]$")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The search form of one lower-case word. Words with other than ASCII letters come back unchanged."""
    seen = word
    while True:
        shorter = _once(seen)
        if shorter == seen:
            return seen
        seen = shorter


def _once(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _LONG_ENOUGH or word in _KEEP or not _WORD.fullmatch(word):
        return word
    for step in (_singular, _bare_verb, _without_e):
        shorter = step(word)
        if shorter != word:
            return shorter
    return word


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > _LONG_ENOUGH else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _bare_verb(word: str) -> str:
    for suffix in ("ingly", "edly", "ing", "ed", "ly"):
        if not word.endswith(suffix):
            continue
        root = word[: -len(suffix)]
        if len(root) < _SHORTEST_ROOT or not _VOWEL.search(root):
            return word
        return root if suffix == "ly" else _restored(root)
    return word


def _restored(root: str) -> str:
    """The verb a stripped root came from: "stopp" → "stop", "nam" → "name", "carri" → "carry"."""
    if root.endswith("i"):
        return root[:-1] + "y"
    if root[-1] == root[-2] and root[-1] not in "aeiolsz":
        return root[:-1]
    if len(_MEASURE.findall(root)) == 1 and _CVC.match(root):
        return root + "e"
    return root


def _without_e(word: str) -> str:
    """Porter's step 5: "acquire" meets "acquir(ed)", "control" meets "controll(ed)"; short words such as "rate" keep
    their e.
    """
    if word.endswith("ll") and len(_MEASURE.findall(word)) > 1:
        return word[:-1]
    if not word.endswith("e") or word.endswith("ee"):
        return word
    root = word[:-1]
    syllables = len(_MEASURE.findall(root))
    return root if syllables > 1 or (syllables == 1 and not _CVC.match(root)) else word
