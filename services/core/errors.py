"""What can go wrong, as users see it.

SextantError (code, message, what to do)
├── BadInput              the caller can fix it            → INVALID_ARGUMENT, 400
│   ├── EmptyQuestion
│   ├── QuestionTooLong   (length, limit)
│   ├── UnknownProfile    (name, known)
│   ├── UnknownFlow       (name, known)
│   └── BadDocument       (name, reason)
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
│   ├── IndexUnavailable  (index, reason)
│   ├── InferenceUnavailable (ability, reason)
│   ├── StorageFull       (path)
│   └── ServiceUnavailable (service, reason)
├── LeaseLost             another worker has the run; never leaves the orchestrator
└── Internal              a fault of ours                  → INTERNAL, 500
"""

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
    """The caller can fix it."""

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


class UnknownProfile(BadInput):
    """No such profile."""

    code = "unknown_profile"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(
            f"There is no profile {name!r}. Use one of: {', '.join(known)}.", name=name, known=", ".join(known)
        )


class UnknownFlow(BadInput):
    """No such flow."""

    code = "unknown_flow"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(
            f"There is no flow {name!r}. Use one of: {', '.join(known)}.", name=name, known=", ".join(known)
        )


class BadDocument(BadInput):
    """A document that cannot be taken; `reason` is a DocumentReason."""

    code = "bad_document"

    def __init__(self, name: str, reason: str, advice: str) -> None:
        super().__init__(f"{name}: {reason}. {advice}", name=name, reason=reason)
        self.reason = reason


class Refused(SextantError):
    """We will not."""

    code = "refused"


class UnsafeQuestion(Refused):
    """The question asks for harm."""

    code = "unsafe_question"


class InjectionLike(Refused):
    """The question tries to change the rules rather than to ask."""

    code = "injection_like"


class NotFound(SextantError):
    """No such thing for this tenant."""

    code = "not_found"


class Conflict(SextantError):
    """The thing is in another state than the request needs."""

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
    """Beyond a limit."""

    code = "too_large"


class DeadlinePassed(SextantError):
    """The run's time is over."""

    code = "deadline_passed"


class Cancelled(SextantError):
    """Somebody asked to stop."""

    code = "cancelled"


class Unavailable(SextantError):
    """Try again later."""

    code = "unavailable"


class IndexUnavailable(Unavailable):
    """An index did not answer."""

    code = "index_unavailable"

    def __init__(self, index: str, reason: str) -> None:
        super().__init__(f"The {index} index is not available: {reason}.", index=index, reason=reason)


class InferenceUnavailable(Unavailable):
    """A model did not answer."""

    code = "inference_unavailable"

    def __init__(self, ability: str, reason: str) -> None:
        super().__init__(f"The model for {ability} is not available: {reason}.", ability=ability, reason=reason)


class StorageFull(Unavailable):
    """The disk is full."""

    code = "storage_full"


class ServiceUnavailable(Unavailable):
    """A service did not answer."""

    code = "service_unavailable"

    def __init__(self, service: str, reason: str) -> None:
        super().__init__(f"The {service} service is not available: {reason}.", service=service, reason=reason)


class LeaseLost(SextantError):
    """Another worker has the run, or it was ended; nothing more may be written for this attempt."""

    code = "lease_lost"


class Internal(SextantError):
    """A fault of ours."""

    code = "internal"
