"""Texts with each of their keys half deleted, as they are while somebody types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playground.engine import FieldPath, read

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "playground" / "examples").glob("*.yaml"))
JSON = """\
{"kind": "Pod", "metadata": {"annotations": {"a": "say \\\\\\"{x: [\\\\\\" twice"}},
"spec": {"containers": [{"name": "c"}]}}
"""


def keys_in(value: Any, path: FieldPath) -> Iterator[FieldPath]:
    """The path of every key of a document."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, child in entries:
        if isinstance(part, str):
            yield path / part
        yield from keys_in(child, path / part)


def half_typed(text: str) -> Iterator[tuple[str, int, FieldPath]]:
    """``text`` whole, and with one key cut after its beginning; the caret's offset there; the key's path."""
    for document in read(text).documents:
        for path in keys_in(document.value, FieldPath()):
            start = document.source.offset(document.key_span(path).start)
            begun = start + len(re.match(r'"?[^":]{1,2}', text[start:])[0])  # type: ignore[index]
            end = text.find("\n", start)
            for source in (text, text[:begun] + text[end if end >= 0 else len(text) :]):
                yield source, begun, path
