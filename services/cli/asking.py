"""A question from the command line to its answer object."""

from collections.abc import Callable, Mapping
from typing import Any

from services.cli.client import Gateway
from services.core import errors

Json = Any  # dict, list, str, int, float, bool or None
OnEvent = Callable[[str, Json], None]


def unheard(_kind: str, _data: Json) -> None:
    """Nobody listens."""


async def ask(gateway: Gateway, body: Mapping[str, Json], on_event: OnEvent = unheard) -> Json:
    """Start a run, follow it to its end, give its answer object. Raises the error that ended it without one."""
    said = {name: value for name, value in body.items() if value or name == "question"}
    run = await gateway.post("/v1/answers", said, Prefer="respond-async")
    return await follow(gateway, run["id"], on_event)


async def follow(gateway: Gateway, run_id: str, on_event: OnEvent = unheard, *, after: int = 0) -> Json:
    """Follow a run to its end."""
    answer: Json = None
    ended: Json = {}
    async for _, kind, data in gateway.events(run_id, after):
        on_event(kind, data)
        if kind == "answer.final":
            answer = data["answer"]
        elif kind == "run.ended":
            ended = data
    if answer is None:
        raise _ending(run_id, ended)
    return answer


def _ending(run_id: str, ended: Json) -> errors.SextantError:
    """The error of a run that ended without an answer: its reason reads "code: message"."""
    status, reason = ended.get("status"), ended.get("reason") or "no reason was given"
    code, _, detail = reason.partition(": ")
    error = errors.of_code(code, detail)
    if error is not None:
        return error
    message = f"The run {run_id} is {status}: {reason}."
    return errors.Cancelled(message) if status == "cancelled" else errors.Internal(message)
