"""One error of the API server's validation, in its own words.

apimachinery ``pkg/util/validation/field/errors.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from playground.engine.goformat import quote
from playground.engine.location import FieldPath
from playground.engine.records import record


@record()
class FieldError:
    """One thing that validation refuses. ``path`` is the field, ``words`` all that follows it in the message."""

    path: FieldPath
    words: str
    pattern: str
    shown: FieldPath | str | None = None  # the path as the API server prints it, if different
    stage: str = "validation"
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return f"{self.path if self.shown is None else self.shown}: {self.words}"


def invalid(value: str, message: str) -> str:
    """The words for a value that is not allowed."""
    return f"Invalid value: {quote(value)}: {message}"


def all_invalid(path: FieldPath, value: str, errors: Sequence[str], pattern: str) -> Iterator[FieldError]:
    """One FieldError for each of the ``errors`` that were found in a value."""
    return (FieldError(path, invalid(value, error), pattern, detail={"value": value}) for error in errors)


def required(path: FieldPath) -> FieldError:
    """The FieldError of a field that must not be empty."""
    return FieldError(path, "Required value", "required-field-missing")


def unsupported(value: str, supported: Sequence[str]) -> str:
    """The words for a value that is not one of a few."""
    shown = ", ".join(quote(item) for item in sorted(supported))
    return f"Unsupported value: {quote(value)}: supported values: {shown}"
