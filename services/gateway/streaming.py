"""A chat completion as a stream: progress, then only sentences that were checked, then the answer's facts.

What has left cannot be taken back, so drafts stay inside; they are on the native event stream.
"""

from collections.abc import AsyncIterator
from typing import Any

import orjson
from sse_starlette import ServerSentEvent

from services.core.errors import SextantError
from services.gateway import problems
from services.gateway.completions import Completion
from services.gateway.following import Follower
from services.ledger.ledger import Ledger
from services.ledger.models import StoredEvent
from services.ledger.run import EventKind

DONE = ServerSentEvent(data="[DONE]", sep="\n")
# Words of the answer, and frames that say nothing of their own here.
_SILENT = frozenset(
    {
        EventKind.ANSWER_DRAFT,
        EventKind.ANSWER_SENTENCE,
        EventKind.ANSWER_FINAL,
        EventKind.RUN_ACCEPTED,
        EventKind.RUN_ENDED,
    }
)


class ChatStream:
    """Streams one run."""

    def __init__(self, ledger: Ledger, follower: Follower, completion: Completion, *, usage_wanted: bool) -> None:
        self._ledger = ledger
        self._follower = follower
        self._completion = completion
        self._usage_wanted = usage_wanted
        self._sent = ""

    async def events(self) -> AsyncIterator[ServerSentEvent]:
        """Server-sent events. An error is the last of them, in OpenAI's shape."""
        run = self._completion.run
        yield self._chunk({"role": "assistant", "content": ""}, x_sextant=self._completion.started)
        try:
            async for event in self._follower.events(run):
                for chunk in self._told(event):
                    yield chunk
            async for chunk in self._ending():
                yield chunk
        except SextantError as error:
            yield _data(problems.of_error(error).openai())

    def _told(self, event: StoredEvent) -> list[ServerSentEvent]:
        if event.kind is EventKind.ANSWER_SENTENCE:
            return [self._said(str(event.data["text"]))]
        if event.kind in _SILENT:
            return []
        progress = {"event": event.kind.value, "n": event.n, "data": dict(event.data)}
        return [self._chunk({"content": ""}, x_sextant={"run_id": self._completion.run.id, "progress": progress})]

    async def _ending(self) -> AsyncIterator[ServerSentEvent]:
        run = await self._ledger.get(self._completion.run.id, self._completion.run.tenant)
        answer = run.answer
        if answer is None:
            yield _data(problems.of_run(run).openai())
            return
        rest = answer.answer.removeprefix(self._sent).strip() if answer.answer.startswith(self._sent) else ""
        if rest:
            yield self._said(rest)
        facts = self._completion.facts(answer, run.status.value)
        delta = {"annotations": self._completion.annotations(answer)}
        yield self._chunk(delta, finish="stop", x_sextant=facts)
        if self._usage_wanted:
            yield _data(self._completion.usage_chunk(answer))
        yield DONE

    def _said(self, sentence: str) -> ServerSentEvent:
        text = f" {sentence}" if self._sent else sentence
        self._sent += text
        return self._chunk({"content": text})

    def _chunk(self, delta: dict[str, Any], *, finish: str | None = None, **more: object) -> ServerSentEvent:
        if self._usage_wanted:
            more["usage"] = None
        return _data(self._completion.chunk(delta, finish=finish, **more))


def _data(value: dict[str, Any]) -> ServerSentEvent:
    return ServerSentEvent(data=orjson.dumps(value).decode(), sep="\n")
