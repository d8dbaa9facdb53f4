"""What can go wrong, as users see it.

SextantError (code, message, what to do)
├── BadInput              the caller can fix it            → INVALID_ARGUMENT, 400
│   ├── EmptyQuestion
│   ├── QuestionTooLong   (length, limit)
│   ├── UnknownProfile    (name, known)
│   └── UnknownFlow       (name, known)
├── Refused               we will not                      → PERMISSION_DENIED, 403
│   ├── UnsafeQuestion    (rule)
│   └── InjectionLike     (rule)
├── NotFound              no such thing for this tenant    → NOT_FOUND, 404
├── Conflict              it is in another state           → FAILED_PRECONDITION, 409
│   └── WrongDataVersion  (store, found, known)
├── TooLarge              beyond a limit                   → RESOURCE_EXHAUSTED, 413
├── DeadlinePassed        the run's time is over           → DEADLINE_EXCEEDED, 504
├── Cancelled             somebody asked to stop           → CANCELLED, 499
├── Unavailable           try again later                  → UNAVAILABLE, 503 with Retry-After
│   ├── IndexUnavailable  (name, reason)
│   ├── InferenceUnavailable (name, reason)
│   ├── StorageFull       (path)
│   └── ServiceUnavailable (name, reason)
├── LeaseLost             another worker has the run; never leaves the orchestrator
└── Internal              a fault of ours                  → INTERNAL, 500
"""

from collections.abc import Iterator
from typing import ClassVar


class SextantError(Exception):
    """Base of every error that users may see. `code` is stable; `facts` are strings for machines."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = {name: str(value) for name, value in facts.items()}
        self.wire_code = self.code


class BadInput(SextantError):
    code = "bad_input"


class EmptyQuestion(BadInput):
    """Nothing was asked."""

    code = "empty_question"

    def __init__(self) -> None:
        super().__init__("The question is empty. Write what you want to know.")


class QuestionTooLong(BadInput):
    """The question is longer than the limit, in characters."""

    code = "question_too_long"

    def __init__(self, length: int, limit: int) -> None:
        super().__init__(
            f"The question has {length} characters; the limit is {limit}. "
            "Shorten it, or ingest the long part as a document.",
            length=length,
            limit=limit,
        )


class UnknownName(BadInput):
    """A name that is not one of the known ones. Raise its subclasses."""

    kind: ClassVar[str] = "name"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        names = ", ".join(known)
        super().__init__(f"There is no {self.kind} {name!r}. Use one of: {names}.", name=name, known=names)


class UnknownProfile(UnknownName):
    code, kind = "unknown_profile", "profile"


class UnknownFlow(UnknownName):
    code, kind = "unknown_flow", "flow"


class Refused(SextantError):
    code = "refused"


class UnsafeQuestion(Refused):
    code = "unsafe_question"


class InjectionLike(Refused):
    code = "injection_like"


class NotFound(SextantError):
    code = "not_found"


class Conflict(SextantError):
    code = "conflict"


class WrongDataVersion(Conflict):
    """A store was written by another version of Sextant, or by something else; nothing in it was touched."""

    code = "wrong_data_version"

    def __init__(self, store: str, found: str, known: str) -> None:
        super().__init__(
            f"The {store} was written by another version ({found}; this one knows {known}). "
            "Run that version, or point SEXTANT_DATA_DIR at another folder. Nothing was changed.",
            store=store,
            found=found,
            known=known,
        )


class TooLarge(SextantError):
    code = "too_large"


class DeadlinePassed(SextantError):
    code = "deadline_passed"


class Cancelled(SextantError):
    code = "cancelled"


class Unavailable(SextantError):
    code = "unavailable"


class PartUnavailable(Unavailable):
    """A part of ours did not answer, and why. Raise its subclasses."""

    kind: ClassVar[str] = "part"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"The {name} {self.kind} is not available: {reason}.", name=name, reason=reason)


class IndexUnavailable(PartUnavailable):
    code, kind = "index_unavailable", "index"


class InferenceUnavailable(PartUnavailable):
    code, kind = "inference_unavailable", "model"


class ServiceUnavailable(PartUnavailable):
    code, kind = "service_unavailable", "service"


class StorageFull(Unavailable):
    code = "storage_full"


class LeaseLost(SextantError):
    code = "lease_lost"


class Internal(SextantError):
    code = "internal"


def of_code(code: str, message: str, **facts: object) -> SextantError | None:
    """The error that a code stands for, made without its own constructor: the message is whole already.

    None for a code that is not one of ours.
    """
    # A class without a code of its own, such as UnknownName, is not what its parent's code means.
    kinds = {kind.code: kind for kind in _family(SextantError) if "code" in vars(kind)}
    if code not in kinds:
        return None
    error = kinds[code].__new__(kinds[code])
    SextantError.__init__(error, message, **facts)
    return error


def _family(kind: type[SextantError]) -> Iterator[type[SextantError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _family(child)
