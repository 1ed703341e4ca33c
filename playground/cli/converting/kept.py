"""What a kept secret file lacks: the Template may have more secret values than before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine import SourceError, read_plain


def lacking_fields(kept: str, new: str) -> list[str]:
    """The fields of the ``new`` content of a secret file that the ``kept`` content lacks.

    These are the paths of a patch, or the names of values.
    """
    kept_fields = set(_fields(kept))
    return [field for field in _fields(new) if field not in kept_fields]


def _fields(text: str) -> Iterator[str]:
    """The fields in a secret file; none if the user has changed it to something else."""
    try:
        content: Any = read_plain(text)
    except SourceError:
        return
    if isinstance(content, dict):
        yield from content
    elif isinstance(content, list):
        yield from (str(operation.get("path")) for operation in content if isinstance(operation, Mapping))
