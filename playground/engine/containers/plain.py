"""Fast checks whether there is surely nothing to say of a value: tables of them, by field.

They stand at the end of each module of validation, beside the detailed checks of the same fields: what is refused or
warned of there must not pass here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any], bool]
Checks = Mapping[str, Check]


def passes(value: Mapping[str, Any], checks: Checks) -> bool:
    """Whether each field that has a check passes it; null is no value."""
    for key, item in value.items():
        check = checks.get(key)
        if check is not None and item is not None and not check(item):
            return False
    return True


def has_one_of(value: Mapping[str, Any], checks: Checks) -> bool:
    """Whether just one of the fields is there, and passes its check."""
    there = [key for key in checks if value.get(key) is not None]
    return len(there) == 1 and checks[there[0]](value[there[0]])


def is_unread(_value: Any) -> bool:
    """The check of a field that is rarely written: it is left to the detailed checks."""
    return False
