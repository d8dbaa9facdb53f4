"""Questions about something that they describe instead of naming it."""

from dataclasses import replace

from services.language.detect import language_of
from services.language.structure.chains_en import chain_en
from services.language.structure.chains_zh import chain_zh
from services.language.structure.courtesy import bare
from services.language.structure.descriptions import Chain, Description, Relation, slot
from services.language.structure.leads import led

# A longer text is no question that describes one thing; the search for nested descriptions is quadratic.
LONGEST = 1_000
__all__ = ["Chain", "Description", "Relation", "chain_of", "slot"]


def chain_of(question: str) -> Chain | None:
    """The descriptions to resolve one after another, innermost first, at most four; None for a question without any.

    "Who manages the plant where the X200 is made?" → ["the plant where the X200 is made"], "Who manages {1}". A
    question that only asks what a description stands for ("Which plant makes X?", 生产X的工厂是哪家) is no chain.
    """
    if len(question) > LONGEST:
        return None
    language = "zh" if language_of(question) == "zh" else "en"
    lead, asked = led(bare(question), language)
    chain = chain_zh(asked if lead else question) if language == "zh" else chain_en(asked if lead else question)
    return replace(chain, lead=lead) if chain else None
