"""The comparisons `eq` and `lt` of Go templates, and their errors.

Go ``text/template/funcs.go``.
"""

from __future__ import annotations

from typing import Any

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.printing import sprintf
from playground.cli.output.gotemplate.values import NOTHING, text_bytes, type_name

_LONGEST_SHOWN = 65_536  # characters of values in a message


def equal(first: Any, second: Any) -> bool:
    """Whether two values are equal; raises GoTemplateError if they cannot be compared."""
    kinds = _kind(first), _kind(second)
    if kinds[0] != kinds[1]:
        if NOTHING in (first, second):
            return False
        raise GoTemplateError("incompatible types for comparison")
    if kinds[0]:
        return bool(first == second)
    if NOTHING in (first, second):
        return first is second
    if type(first) is type(second):
        raise GoTemplateError(f"non-comparable type {_shown(second)}: {type_name(second)}")
    names = type_name(first), type_name(second)
    raise GoTemplateError(f"non-comparable types {_shown(first)}: {names[0]}, {names[1]}: {_shown(second, '%v')}")


def less(first: Any, second: Any) -> bool:
    """Whether ``first`` comes before ``second``; raises GoTemplateError for what has no order."""
    kinds = _kind(first), _kind(second)
    if "" in kinds:
        raise GoTemplateError("invalid type for comparison")
    if kinds[0] != kinds[1]:
        raise GoTemplateError("incompatible types for comparison")
    if kinds[0] == "bool":
        raise GoTemplateError("invalid type for comparison")
    return text_bytes(first) < text_bytes(second) if kinds[0] == "string" else bool(first < second)


def _kind(value: Any) -> str:
    """The basic kind of a value: values of one kind can be compared; "" cannot."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    return "string" if isinstance(value, str) else "float" if isinstance(value, float) else ""


def _shown(value: Any, verb: str = "%s") -> str:
    return sprintf(verb, [value], _LONGEST_SHOWN)
