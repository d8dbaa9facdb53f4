"""Domain objects as protobuf messages: the only place where the two meet.

The mapping is by name: a dataclass field and a message field of the same name carry the same thing, an enum member X of
`Category` is `CATEGORY_X`. `tests/contract/test_wire.py` holds every domain type against its message, so that neither
grows alone.
"""

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from services.core.errors import BadInput

M = TypeVar("M", bound=Message)
T = TypeVar("T")
E = TypeVar("E", bound=Enum)
# Values are of whatever type their field says, and descriptors come in two implementations without a common typed base.
Value = Any
Hint = Any
Descriptor = Any
Reader = Callable[[Value, Descriptor], Value]


def to_wire(value: object, message_type: type[M]) -> M:
    """The message that says what a domain object says. Raises TypeError when the message lacks a field of it."""
    message = message_type()
    _fill(message, value)
    return message


def from_wire(message: Message, domain_type: type[T]) -> T:
    """The domain object that a message describes. Raises BadInput naming the field when a value has no meaning here."""
    values: dict[str, Any] = {}
    for name, read in _readers(domain_type):  # type: ignore[arg-type]  # types are hashable
        descriptor = message.DESCRIPTOR.fields_by_name.get(name)
        if descriptor is not None and not _is_absent(message, descriptor):
            values[name] = read(message, descriptor)
        elif name in _without_default(domain_type):  # type: ignore[arg-type]  # as above
            values[name] = None
    return domain_type(**values)


def _fill(message: Message, value: Value) -> None:
    for field in fields(value):
        item = getattr(value, field.name)
        descriptor = message.DESCRIPTOR.fields_by_name.get(field.name)
        if descriptor is None:
            raise TypeError(f"{message.DESCRIPTOR.full_name} has no field {field.name!r}")
        if item is not None:
            _put(message, descriptor, item)


def _put(message: Message, descriptor: Descriptor, item: Value) -> None:
    if descriptor.is_repeated:
        target = getattr(message, descriptor.name)
        for element in item:
            if is_dataclass(element):
                _fill(target.add(), element)
            else:
                target.append(_scalar(descriptor, element))
    elif isinstance(item, datetime):
        getattr(message, descriptor.name).FromDatetime(item.astimezone(UTC))
    elif is_dataclass(item):
        submessage = getattr(message, descriptor.name)
        submessage.SetInParent()
        _fill(submessage, item)
    else:
        setattr(message, descriptor.name, _scalar(descriptor, item))


def _scalar(descriptor: Descriptor, item: Value) -> Value:
    if descriptor.enum_type is not None:
        return enum_number(descriptor.enum_type, item)
    return item.isoformat() if isinstance(item, date) else item


def enum_number(descriptor: Descriptor, member: Enum) -> int:
    """The wire number of an enum member; a member that the wire does not know is UNSPECIFIED (0)."""
    prefix = descriptor.values_by_number[0].name.removesuffix("UNSPECIFIED")
    value = descriptor.values_by_name.get(prefix + member.name)
    return 0 if value is None else value.number


def enum_member(descriptor: Descriptor, number: int, enum_type: type[E], *, field: str) -> E:
    """The member that a wire number means; UNSPECIFIED is the member AUTO when there is one. Raises BadInput."""
    names = descriptor.values_by_number
    prefix = names[0].name.removesuffix("UNSPECIFIED")
    name = names[number].name.removeprefix(prefix) if number in names else ""
    name = "AUTO" if name == "UNSPECIFIED" else name
    if name not in enum_type.__members__:
        raise BadInput(f"{field}: {number} is no value of {enum_type.__name__}. Set it.", field=field)
    return enum_type[name]


def _is_absent(message: Message, descriptor: Descriptor) -> bool:
    """An absent field keeps its default, or is None; validation refuses a missing required one before this."""
    return descriptor.has_presence and not message.HasField(descriptor.name)


@cache
def _readers(domain_type: type) -> tuple[tuple[str, Reader], ...]:
    hints = get_type_hints(domain_type)
    return tuple((field.name, _reader(hints[field.name])) for field in fields(domain_type))


@cache
def _without_default(domain_type: type) -> frozenset[str]:
    return frozenset(
        field.name for field in fields(domain_type) if field.default is MISSING and field.default_factory is MISSING
    )


def _reader(hint: Hint) -> Reader:
    hint = _without_none(hint)
    origin: Hint = get_origin(hint)
    if origin is tuple:
        element = _element_reader(get_args(hint)[0])
        return lambda message, d: tuple(element(item, d) for item in getattr(message, d.name))
    element = _element_reader(hint)
    return lambda message, d: element(getattr(message, d.name), d)


def _element_reader(hint: Hint) -> Reader:
    if is_dataclass(hint):
        return lambda item, d: from_wire(item, hint)  # type: ignore[arg-type]  # a dataclass type, checked above
    if hint is datetime:
        return lambda item, d: _instant(item)
    if hint is date:
        return lambda item, d: _day(item, d.name)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda item, d: enum_member(d.enum_type, item, hint, field=d.name)
    return lambda item, d: item


def _instant(item: Timestamp) -> datetime:
    return item.ToDatetime(tzinfo=UTC)


def _day(item: str, field: str) -> date:
    try:
        return date.fromisoformat(item)
    except ValueError as error:
        raise BadInput(f"{field}: {item!r} is no date. Write YYYY-MM-DD.", field=field) from error


def _without_none(hint: Hint) -> Value:
    origin: Hint = get_origin(hint)
    if origin in (Union, types.UnionType):
        rest = [part for part in get_args(hint) if part is not type(None)]
        return rest[0]
    return hint
