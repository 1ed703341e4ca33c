"""One error or warning of the API server's validation, in its words.

apimachinery ``pkg/util/validation/field/errors.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from playground.engine.kubernetes.pods import text
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.text.go import quote, to_json

LAST_PORT = 65_535


@record()
class FieldError:
    """One error or warning of validation. Its message is the ``path`` of the field, then the ``body``, if any."""

    path: FieldPath
    body: str
    pattern: str  # the kind of error, by which rules recognise it, such as "duplicate-claim"
    printed: FieldPath | str | None = None  # the path as the API server prints it, if different
    stage: str = "validation"  # or "warning"; "recorded": listed by `expand -o json`, but makes no diagnostic
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        start = f"{self.path if self.printed is None else self.printed}"
        return f"{start}: {self.body}" if self.body else start


def invalid(value: Any, message: str) -> str:
    """The body of the error for a value that is not allowed; fields of a mapping are printed in its order."""
    printed = quote(value) if isinstance(value, str) else to_json(value, sort_keys=False)
    return f"Invalid value: {printed}: {message}"


def invalid_value(
    path: FieldPath, value: Any, message: str, pattern: str = "bad-value", printed: FieldPath | str | None = None
) -> FieldError:
    """The FieldError of a value that is not allowed."""
    return FieldError(path, invalid(value, message), pattern, printed, detail={"value": value})


def all_invalid(path: FieldPath, value: str, errors: Sequence[str], pattern: str) -> Iterator[FieldError]:
    """One FieldError for each of the ``errors`` in a value."""
    return (FieldError(path, invalid(value, error), pattern, detail={"value": value}) for error in errors)


def required(path: FieldPath, reason: str = "", printed: FieldPath | str | None = None) -> FieldError:
    """The FieldError of a field that must not be empty."""
    body = f"Required value: {reason}" if reason else "Required value"
    return FieldError(path, body, "required-field-missing", printed)


def forbidden(path: FieldPath, reason: str, printed: FieldPath | str | None = None) -> FieldError:
    """The FieldError of a field that must not be set."""
    return FieldError(path, f"Forbidden: {reason}", "forbidden-field", printed)


def too_long(path: FieldPath, longest: int) -> FieldError:
    """The FieldError of a text with more than ``longest`` bytes."""
    return FieldError(path, f"Too long: may not be more than {longest} bytes", "too-long")


def too_many(path: FieldPath, count: int, most: int, *, as_items: bool) -> FieldError:
    """The FieldError of a list with more than ``most`` items. Not ``as_items``: the message calls them bytes."""
    if not as_items:
        return too_long(path, most)
    return FieldError(path, f"Too many: {count}: must have at most {most} items", "too-many")


def duplicate(path: FieldPath, value: str, pattern: str) -> FieldError:
    """The FieldError of a value that is in a list twice."""
    return FieldError(path, f"Duplicate value: {quote(value)}", pattern, detail={"value": value})


def unsupported(value: str, supported: Sequence[str]) -> str:
    """The body of the error for a value that is not a ``supported`` one; the body lists these in their order."""
    supported_list = ", ".join(quote(item) for item in supported)
    return f"Unsupported value: {quote(value)}: supported values: {supported_list}"


def unsupported_value(
    path: FieldPath, value: str, supported: Sequence[str], printed: FieldPath | str | None = None
) -> FieldError:
    """The FieldError of a value that is not a ``supported`` one."""
    return FieldError(path, unsupported(value, supported), "unknown-choice", printed, detail={"value": value})


def pointer_errors(
    value: Mapping[str, Any], field: str, choices: Sequence[str], path: FieldPath
) -> Sequence[FieldError]:
    """Errors in the ``field`` of the mapping at ``path``, which is a pointer in Go: missing is allowed, "" is not."""
    choice = value.get(field)
    if not isinstance(choice, str) or choice in choices:
        return ()
    return (unsupported_value(path / field, choice, choices),)


def whole(value: Any, missing: int | None = None) -> int | None:
    """``value`` if it is an integer; ``missing`` for None. None for any other type: ``decoding`` reports the value."""
    return missing if value is None else value if type(value) is int else None


def choice_errors(
    value: Mapping[str, Any], field: str, choices: Sequence[str], path: FieldPath, *, defaulted: bool = True
) -> Sequence[FieldError]:
    """Errors in the ``field`` of the mapping at ``path``, whose value must be one of the ``choices``.

    ``defaulted``: the API server sets a missing value.
    """
    choice = text(value.get(field))
    if choice in choices or (defaulted and not choice):
        return ()
    if not choice:
        return (required(path / field),)
    return (unsupported_value(path / field, choice, choices),)


def descending_path_errors(value: str, path: FieldPath, printed: FieldPath | str | None = None) -> Iterator[FieldError]:
    """The errors of a path that must be relative, without `..`; ``printed``: see FieldError."""
    if value.startswith("/"):
        yield FieldError(path, invalid(value, "must be a relative path"), "bad-path", printed, detail={"value": value})
    yield from backstep_errors(value, path, printed)


def backstep_errors(value: str, path: FieldPath, printed: FieldPath | str | None = None) -> Iterator[FieldError]:
    """The error of a path with `..`; ``printed``: see FieldError."""
    if ".." in value.split("/"):
        yield FieldError(path, invalid(value, "must not contain '..'"), "bad-path", printed, detail={"value": value})


def port_number_error(number: int, path: FieldPath) -> FieldError:
    """The FieldError of a port number below 1 or above LAST_PORT."""
    return FieldError(path, invalid(number, f"must be between 1 and {LAST_PORT}, inclusive"), "invalid-port")
