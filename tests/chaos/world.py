"""Services for chaos: the scripted world without memory, so that any process answers alike. Calls are noted."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.answer import Check, Claim, Confidence, Draft, Verdict
from services.core.domain.finding import Finding
from services.core.domain.plan import Combination, Decision, Plan, SubQuestion
from services.core.domain.question import Question, Role, RunContext, Turn
from services.core.domain.route import Category, Path, Route
from services.orchestrator.ports import Reflection, Services, Writing
from tests.chaos.effects import Effects
from tests.fakes.services import Decompose, Factcheck, Intent, Search_, Synthesis, World

DEEP = Question("Which plants are largest?", history=(Turn(Role.USER, "We spoke of plants."),))
QUICK = Question("where is it made")
PLAN_AGAIN = "one more"

FACTS = {
    "where is it made": ("plant", "It is made in Plant 7.", "Plant 7"),
    "size of A": ("a", "A has 10 halls.", "10 halls"),
    "size of B": ("b", "B has 20 halls.", "20 halls"),
    "B 有多大": ("c", "丙厂有三十个车间。", "三十个车间"),
    "who leads 20 halls": ("lead", "20 halls are led by Ada.", "Ada"),
    "who owns it": ("owner", "It is owned by Bo.", "Bo"),
}
PLAN = Plan(
    (
        SubQuestion(1, "size of A"),
        SubQuestion(2, "size of B"),
        SubQuestion(3, "B 有多大"),
        SubQuestion(4, "who leads {2}", (2,)),
    ),
    Combination.COMPARE,
)
DOUBTED = "size of A: 10 halls"


@dataclass
class NotedWorld(World):
    """Every call is an effect, and takes `pace_s` seconds, so that branches overlap."""

    effects: Effects | None = None
    pace_s: float = 0.01

    async def called(self, name: str) -> None:
        """Note the call before its work: a process killed in the middle has called.

        Reading passages again is how a resumed run gets its texts back, belongs to no step and changes nothing.
        """
        if self.effects is not None and name != "passages":
            self.effects.add("call", name)
        await super().called(name)
        await asyncio.sleep(self.pace_s)


class Deciding(Decompose):
    """Plans again once; what it says follows from what it is asked."""

    async def decide(self, context: RunContext, writing: Writing, replans: int) -> Reflection:
        """Again after the last level of the first plan."""
        await self.world.called("decide")
        again = replans == 0 and len(writing.findings) == len(PLAN.sub_questions)
        return Reflection(Decision.REPLAN, PLAN_AGAIN) if again else Reflection(Decision.CONTINUE, "go on")


class Doubting(Factcheck):
    """Doubts one sentence, and answers that hold it; a second opinion costs nothing but the same calls."""

    async def check(self, context: RunContext, writing: Writing, draft: Draft) -> Check:
        """Low confidence while the doubted sentence stands."""
        await self.world.called("check")
        claims = tuple(
            Claim(each.text, index, Verdict.UNSUPPORTED if each.text == DOUBTED else Verdict.SUPPORTED)
            for index, each in enumerate(draft.sentences)
        )
        doubted = tuple(claim.text for claim in claims if claim.verdict is not Verdict.SUPPORTED)
        unsure = bool(doubted) or context.run_id.startswith("quick")
        return Check(claims, Confidence(0.5, "low") if unsure else Confidence(0.9, "high"), doubted)

    async def compare(self, context: RunContext, question: Question, findings: Sequence[Finding]) -> tuple[()]:
        """No disagreement."""
        await self.world.called("compare")
        return ()


class Routing(Intent):
    """Questions of several turns go deep."""

    async def route(self, context: RunContext, question: Question):  # type: ignore[no-untyped-def]  # noqa: ANN201
        """By the words."""
        routed = await super().route(context, question)
        path = Path.FAST if question.text.startswith(QUICK.text) else Path.DEEP
        return type(routed)(routed.question, Route(Category.COMPARISON, path))


def services(effects: Effects | None, pace_s: float) -> Services:
    """The five of them."""
    condensed = f"{DEEP.text} ({DEEP.history[-1].text})"
    owner = Plan((SubQuestion(5, "who owns it"),))
    world = NotedWorld(facts=FACTS, plans={condensed: PLAN, PLAN_AGAIN: owner}, effects=effects, pace_s=pace_s)
    return Services(Routing(world), Deciding(world), Search_(world), Doubting(world), Synthesis(world))
