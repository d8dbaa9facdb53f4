"""Domain objects as JSON: checkpoints, events, HTTP and `--json` all read alike."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from services.core.errors import BadInput

T = TypeVar("T")
Json = Any  # dict, list, str, int, float, bool or None


def _adapter(kind: type) -> TypeAdapter[Json]:
    return _cached_adapter(kind)


@cache
def _cached_adapter(kind: type) -> TypeAdapter[Json]:
    return TypeAdapter(kind)


def dumps(value: object) -> bytes:
    """UTF-8 JSON of a domain object."""
    return _adapter(type(value)).dump_json(value)


def dumps_as(kind: type, value: object) -> bytes:
    """UTF-8 JSON of an object of a generic type, which the object itself cannot name: `dumps_as(Done[Plan], done)`."""
    return _adapter(kind).dump_json(value)


def plain(value: object) -> Json:
    """The same as JSON-able dicts, lists, strings and numbers."""
    return _adapter(type(value)).dump_python(value, mode="json")


def plain_all(values: Iterable[object]) -> list[Json]:
    """Each of them as JSON-able data."""
    return [plain(value) for value in values]


def loads(kind: type[T], data: bytes | str) -> T:
    """The domain object that JSON describes. Raises BadInput with the place of the first fault."""
    try:
        loaded: T = _adapter(kind).validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadInput(f"{place or kind.__name__}: {first['msg']}.", field=place) from error
    return loaded
