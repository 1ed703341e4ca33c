"""Forms as the server receives them."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict


def query(fields: Mapping[str, str | list[str]]) -> QueryDict:
    """A form with these fields; a list gives a field several values."""
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data
