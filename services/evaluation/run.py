"""Asking many questions, one after another, the way a person would ask them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from services.core.errors import SextantError
from services.evaluation import counts
from services.evaluation.predictions import append, done_ids, failure, prediction
from services.evaluation.questions import EvaluationQuestion

Json = Any  # dict, list, str, int, float, bool or None
Ask = Callable[[Json], Awaitable[Json]]
Answerer = Callable[[EvaluationQuestion], Awaitable[Json]]
OnLine = Callable[[Json], None]


async def evaluate(questions: Sequence[EvaluationQuestion], ask: Ask, out: Path, *, on_line: OnLine) -> None:
    """Ask what `out` has no line for yet, and append a line each. `ask` takes a request body, gives an answer object.

    A question that fails gets a line too: an evaluation measures what users would have seen.
    """

    async def line(question: EvaluationQuestion) -> Json:
        return await _line(question, ask)

    await answer_all(questions, line, out, on_line=on_line)


async def answer_all(questions: Sequence[EvaluationQuestion], line: Answerer, out: Path, *, on_line: OnLine) -> None:
    """Append the line that `line` gives of every question that `out` has none for yet; each is also told."""
    done = await asyncio.to_thread(done_ids, out)
    for question in questions:
        if question.id not in done:
            made = await line(question)
            await asyncio.to_thread(append, out, made)
            on_line(made)


async def _line(question: EvaluationQuestion, ask: Ask) -> Json:
    began, before = time.perf_counter(), counts.calls()
    try:
        answer = await ask(question.body)
    except SextantError as error:
        return failure(question.id, error.wire_code, time.perf_counter() - began)
    line = prediction(question.id, answer, time.perf_counter() - began)
    line["usage"] = {**line["usage"], **counts.since(before)}
    return line
