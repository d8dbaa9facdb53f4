"""Asking many questions, one after another, the way a person would ask them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from services.core.errors import SextantError
from services.evaluation.predictions import append, done_ids, failure, prediction
from services.evaluation.questions import EvaluationQuestion

Json = Any  # dict, list, str, int, float, bool or None
Ask = Callable[[Json], Awaitable[Json]]
OnLine = Callable[[Json], None]


async def evaluate(questions: Sequence[EvaluationQuestion], ask: Ask, out: Path, *, on_line: OnLine) -> None:
    """Ask what `out` has no line for yet, and append a line each. `ask` takes a request body, gives an answer object.

    A question that fails gets a line too: an evaluation measures what users would have seen.
    """
    done = await asyncio.to_thread(done_ids, out)
    for question in questions:
        if question.id not in done:
            line = await _line(question, ask)
            await asyncio.to_thread(append, out, line)
            on_line(line)


async def _line(question: EvaluationQuestion, ask: Ask) -> Json:
    began = time.perf_counter()
    try:
        answer = await ask(question.body)
    except SextantError as error:
        return failure(question.id, error.wire_code, time.perf_counter() - began)
    return prediction(question.id, answer, time.perf_counter() - began)
