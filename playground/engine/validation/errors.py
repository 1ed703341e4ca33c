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
from playground.engine.text.go import quote

LAST_PORT = 65_535


@record()
class FieldError:
    """One error or warning of validation. Its message is the ``path`` of the field, then the ``body``."""

    path: FieldPath
    body: str
    pattern: str
    printed: FieldPath | str | None = None  # the path as the API server prints it, if different
    stage: str = "validation"  # or "warning"; "recorded": an error that no diagnostic repeats
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return f"{self.path if self.printed is None else self.printed}: {self.body}"


def invalid(value: str | int, message: str) -> str:
    """The body of the error for a value that is not allowed."""
    return f"Invalid value: {quote(value) if isinstance(value, str) else value}: {message}"


def all_invalid(path: FieldPath, value: str, errors: Sequence[str], pattern: str) -> Iterator[FieldError]:
    """One FieldError for each of the ``errors`` in a value."""
    return (FieldError(path, invalid(value, error), pattern, detail={"value": value}) for error in errors)


def required(path: FieldPath) -> FieldError:
    """The FieldError of a field that must not be empty."""
    return FieldError(path, "Required value", "required-field-missing")


def duplicate(path: FieldPath, value: str, pattern: str) -> FieldError:
    """The FieldError of a value that is in a list twice."""
    return FieldError(path, f"Duplicate value: {quote(value)}", pattern, detail={"value": value})


def unsupported(value: str, supported: Sequence[str]) -> str:
    """The body of the error for a value that is not a ``supported`` one; the body lists these in their order."""
    supported_list = ", ".join(quote(item) for item in supported)
    return f"Unsupported value: {quote(value)}: supported values: {supported_list}"


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
    return (FieldError(path / field, unsupported(choice, choices), "unknown-choice", detail={"value": choice}),)


def port_number_error(number: int, path: FieldPath) -> FieldError:
    """The FieldError of a port number below 1 or above LAST_PORT."""
    return FieldError(path, invalid(number, f"must be between 1 and {LAST_PORT}, inclusive"), "invalid-port")
