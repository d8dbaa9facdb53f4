"""`/v1/models`: what a chat may name as its model."""

from typing import Any

from fastapi import APIRouter

from services.gateway.conversation import FLOW_OF_MODEL, UnknownModel

router = APIRouter(tags=["chat"])
_SINCE = 1_735_689_600  # 2025-01-01; OpenAI's clients want a time


@router.get("/v1/models", summary="Models")
async def list_models() -> dict[str, Any]:
    """The names that a chat may use: how much work a question gets."""
    return {"object": "list", "data": [_model(name) for name in FLOW_OF_MODEL]}


@router.get("/v1/models/{model}", summary="A model")
async def get_model(model: str) -> dict[str, Any]:
    """One of them."""
    if model not in FLOW_OF_MODEL:
        raise UnknownModel(f"There is no model {model!r}. Use one of: {', '.join(FLOW_OF_MODEL)}.", model=model)
    return _model(model)


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _SINCE, "owned_by": "sextant"}
