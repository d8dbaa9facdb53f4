"""Abbreviations that end in a full stop, by how they behave at the end of a sentence (lower case, without the last
stop).
"""

from services.language.lexicon.wordlist import words

# Always followed by what they belong to, so the stop never ends a sentence.
LEADING = words("""
    mr mrs ms mx messrs dr prof rev hon fr sr st gen col maj capt cmdr lt sgt cpl pvt adm gov sen rep pres amb supt
    insp det vs no nos vol vols pp p fig figs eq eqs sec secs ch chs art arts para ed eds e.g i.e eg ie cf viz
    approx ca c al v op mt ft resp incl excl ref refs tab app appx nr tel
""")

# May end a sentence or not: the next word decides.
EITHER = words("""
    inc ltd co corp llc plc pty bros assn dept univ est inst intl natl govt jr etc a.m p.m am pm u.s u.k u.n u.s.a
    e.u d.c ph.d m.d b.a m.a m.sc b.sc esq ave blvd rd hwy sq bldg apt ste min max avg hr hrs sec yr yrs mo wk lb
    lbs oz kg km cm mm s.a n.v s.p.a l.p n.y l.a b.c a.d ext
""")

MONTHS = words("""
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
""")

# Words that, capitalised after a doubtful stop, say that a new sentence begins.
STARTERS = words("""
    the a an this that these those it its he she they we you his her their our in on at for from with by as after
    before during since when while where if although though because however but and so then there here what who
    which why how moreover furthermore also meanwhile nevertheless both each all many most some several one two no
    not according despite under over once today
""")
