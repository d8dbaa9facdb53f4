"""Answers as chat completions: a checked answer with annotations, whole or as chunks.

https://platform.openai.com/docs/api-reference/chat. Everything beyond that contract is in `x_sextant`.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from services.core.domain.answer import Answer, Citation
from services.core.wire.json import plain, plain_all
from services.gateway.views import links
from services.language.detect import is_cjk
from services.ledger.models import RunRow

_MARK = re.compile(r"\[(\d{1,4})\]")
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Completion:
    """Shapes of one run's answer. `base_url` is where a client reached us, without a slash at its end."""

    run: RunRow
    model: str
    base_url: str
    ignored: Sequence[str] = ()

    @property
    def started(self) -> dict[str, Any]:
        """The `x_sextant` of a stream's first chunk."""
        return {"run_id": self.run.id, "links": links(self.run.id), "ignored": list(self.ignored)}

    def whole(self, answer: Answer, status: str) -> dict[str, Any]:
        """A completion."""
        message = {
            "role": "assistant",
            "content": answer.answer,
            "refusal": None,
            "annotations": self.annotations(answer),
        }
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        said = self._envelope("chat.completion") | {"choices": [choice], "usage": self.usage(answer)}
        return said | {"x_sextant": self.facts(answer, status)}

    def chunk(self, delta: dict[str, Any], *, finish: str | None = None, **more: object) -> dict[str, Any]:
        """A chunk of a stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return self._envelope("chat.completion.chunk") | {"choices": [choice]} | more

    def usage_chunk(self, answer: Answer) -> dict[str, Any]:
        """The chunk that carries the usage."""
        return self._envelope("chat.completion.chunk") | {"choices": [], "usage": self.usage(answer)}

    def facts(self, answer: Answer, status: str) -> dict[str, Any]:
        """What OpenAI's contract has no place for."""
        return self.started | {
            "status": status,
            "short_answer": answer.short_answer,
            "abstained": answer.abstained,
            "conflict": answer.conflict,
            "citations": plain_all(answer.citations),
            "confidence": plain(answer.confidence),
            "contradictions": plain_all(answer.contradictions),
            "unconfirmed": list(answer.unconfirmed),
            "route": plain(answer.route),
            "degraded": list(answer.degraded),
            "profile": answer.profile,
            "usage": {"estimated": True, **answer.usage},
        }

    def annotations(self, answer: Answer) -> list[dict[str, Any]]:
        """Where in the text which source is cited: one for each mark."""
        cited = {citation.n: citation for citation in answer.citations}
        marks = ((mark, cited.get(int(mark[1]))) for mark in _MARK.finditer(answer.answer))
        return [self._annotation(mark, citation) for mark, citation in marks if citation is not None]

    def usage(self, answer: Answer) -> dict[str, Any]:
        """Tokens, estimated: no tokenizer of a model is involved."""
        question = self.run.question
        prompt = estimated_tokens(question.original or question.text)
        prompt += sum(estimated_tokens(turn.text) for turn in question.history)
        written = estimated_tokens(answer.answer)
        return {
            "prompt_tokens": prompt,
            "completion_tokens": written,
            "total_tokens": prompt + written,
            "x_sextant_estimated": True,
        }

    def _annotation(self, mark: re.Match[str], citation: Citation) -> dict[str, Any]:
        place = {
            "start_index": mark.start(),
            "end_index": mark.end(),
            "title": citation.title,
            "url": self._url(citation),
        }
        return {"type": "url_citation", "url_citation": place}

    def _url(self, citation: Citation) -> str:
        """The source's own address when it is one that a browser may follow, else the document's here."""
        if urlsplit(citation.url).scheme in ("http", "https"):
            return citation.url
        if citation.document_id.startswith("database:"):
            return f"{self.base_url}/v1/runs/{self.run.id}"  # where the query and its rows are
        return f"{self.base_url}/v1/documents/{citation.document_id}"

    def _envelope(self, kind: str) -> dict[str, Any]:
        created = int(self.run.created.timestamp())
        return {"id": f"chatcmpl-{self.run.id}", "object": kind, "created": created, "model": self.model}


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has: one a Chinese character, one for four others."""
    chinese = sum(is_cjk(character) for character in text)
    return chinese + math.ceil((len(text) - chinese) / _CHARACTERS_PER_TOKEN)
