"""What a chat of OpenAI's clients asks: https://platform.openai.com/docs/api-reference/chat."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from services.core.domain.question import Role
from services.core.errors import BadInput, NotFound
from services.gateway.schemas import AskBody, Body, Settled, TurnBody

FLOW_OF_MODEL = {"sextant": "auto", "sextant-fast": "fast", "sextant-deep": "deep"}
MAX_TURNS, MAX_TURN = 100, 100_000
_SPEAKERS = {"user": Role.USER, "assistant": Role.ASSISTANT}


class UnknownModel(NotFound):
    """A model that is none of ours; the code is OpenAI's."""

    code = "model_not_found"


class ContentPart(BaseModel):
    """A part of a message."""

    model_config = ConfigDict(extra="allow")

    type: str
    text: str | None = None


class ChatMessage(BaseModel):
    """A message. Only what user and assistant say is used; instructions are not taken."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[ContentPart] | None = None


class StreamOptions(BaseModel):
    """Options of a stream."""

    model_config = ConfigDict(extra="allow")

    include_usage: bool = False


class ChatBody(Body):
    """A conversation whose last message is the question. Other fields of OpenAI's are taken and named as ignored."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {"model": "sextant", "messages": [{"role": "user", "content": "谁批准了奥斯特拉瓦工厂的扩建?"}]}
            ]
        },
    )

    model: str = Field("sextant", description='"sextant" routes by itself; "sextant-fast", "sextant-deep".')
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=5000)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    n: int | None = 1
    response_format: dict[str, Any] | None = None
    x_sextant: Settled = Field(default_factory=Settled, description="Profile, clock, deadline and so on of the run.")

    @property
    def usage_wanted(self) -> bool:
        """Whether a stream ends with its usage."""
        return self.stream_options is not None and self.stream_options.include_usage


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a chat asks, and what of it is not used."""

    ask: AskBody
    ignored: tuple[str, ...]


def conversation(body: ChatBody) -> Conversation:
    """The question and its history. Raises UnknownModel, and BadInput for what cannot be answered in text."""
    if body.model not in FLOW_OF_MODEL:
        known = ", ".join(FLOW_OF_MODEL)
        raise UnknownModel(f"There is no model {body.model!r}. Use one of: {known}.", model=body.model, field="model")
    if (body.n or 1) != 1:
        raise BadInput("n: there is one answer to a question. Leave it out.", field="n")
    if (body.response_format or {}).get("type", "text") != "text":
        raise BadInput(
            "response_format: answers are text. POST /v1/answers gives them as JSON.", field="response_format"
        )
    if body.messages[-1].role != "user":
        raise BadInput("messages: the last one must be the user's question.", field="messages")
    said = [(message, _text(n, message)) for n, message in enumerate(body.messages)]
    turns = [
        TurnBody(role=_SPEAKERS[message.role], text=text)
        for message, text in said[:-1]
        if message.role in _SPEAKERS and text
    ]
    settled = body.x_sextant.model_dump(exclude_unset=True)
    flow = settled.pop("flow", FLOW_OF_MODEL[body.model])
    ask = AskBody(question=said[-1][1], history=turns[-MAX_TURNS:], flow=flow, **settled)
    unheard = tuple(f"messages[{n}]" for n, message in enumerate(body.messages) if message.role not in _SPEAKERS)
    return Conversation(ask, (*sorted(body.model_extra or ()), *unheard))


def _text(n: int, message: ChatMessage) -> str:
    if message.role not in _SPEAKERS or message.content is None:
        return ""
    if isinstance(message.content, str):
        text = message.content
    else:
        text = "\n".join(_part_text(f"messages[{n}].content[{m}]", part) for m, part in enumerate(message.content))
    if len(text) > MAX_TURN:
        raise BadInput(f"messages[{n}]: at most {MAX_TURN} characters.", field=f"messages[{n}]")
    return text


def _part_text(place: str, part: ContentPart) -> str:
    if part.type not in ("text", "refusal"):
        raise BadInput(
            f"{place}: {part.type!r} cannot be read; only text can. Ingest files by POST /v1/documents.", field=place
        )
    return part.text or ""
