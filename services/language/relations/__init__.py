"""Relations that a sentence states of its subject: kin, dates and places of a life, nationality, release of a work.

`relation_asked` says which one a question asks for, `stated` where a sentence gives it. They know the set phrases in
which encyclopaedias, biographies and staff pages say such things; everything else is a reader's.
"""

from services.language.relations.asked import Relation, relation_asked
from services.language.relations.stated import stated

__all__ = ["Relation", "relation_asked", "stated"]
