"""Small structures that are completed whole: entries of `env`, `valueFrom` and `parameters`.

The page's editor has the same in snippets.js.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from playground.engine import TypedPlace, kind_at, path_in_object, siblings_of

_KEY: Final = {"name": "", "key": ""}
_CONTAINER: Final = r"(^|\.)(initContainers|containers|ephemeralContainers)\.\d+$"
_GENERATOR: Final = {"name": "", "generate": "expression", "from": "[a-zA-Z0-9]{16}"}


@dataclass(frozen=True, slots=True)
class Snippet:
    """A structure under one key. An empty text in ``value`` is a place for the caret."""

    place: str  # a pattern of the path from the Object
    key: str
    detail: str
    value: dict[str, Any]
    kind: str = ""  # of the Object; "": any


SNIPPETS: Final = (
    Snippet(_CONTAINER, "env", "a variable with a value", {"env": [{"name": "", "value": ""}]}),
    Snippet(
        _CONTAINER, "env", "a variable from a Secret", {"env": [{"name": "", "valueFrom": {"secretKeyRef": _KEY}}]}
    ),
    Snippet(r"\.env\.\d+$", "valueFrom", "a key of a ConfigMap", {"valueFrom": {"configMapKeyRef": _KEY}}),
    Snippet(r"\.env\.\d+$", "valueFrom", "a key of a Secret", {"valueFrom": {"secretKeyRef": _KEY}}),
    Snippet(r"\.env\.\d+$", "valueFrom", "a field of the pod", {"valueFrom": {"fieldRef": {"fieldPath": ""}}}),
    Snippet(r"^$", "parameters", "a parameter with a generator", {"parameters": [_GENERATOR]}, "Template"),
    Snippet(r"^parameters\.\d+$", "name", "a parameter with a generator", _GENERATOR, "Template"),
)


def snippets_for(place: TypedPlace) -> Iterator[Snippet]:
    """The snippets for the key that is typed at ``place``."""
    path, kind, siblings = ".".join(map(str, path_in_object(place))), kind_at(place), siblings_of(place)
    for snippet in SNIPPETS:
        if re.search(snippet.place, path) and snippet.key not in siblings and snippet.kind in ("", kind):
            yield snippet


def snippet_text(snippet: Snippet, *, flow: bool, indent: str) -> str:
    """The snippet in the protocol's syntax: `$1` is the first place of the caret. ``indent``: that of its key."""
    stops = count(1)

    def scalar(text: str) -> str:
        if not text:
            return f'"${next(stops)}"' if flow else f"${next(stops)}"
        is_plain = re.fullmatch(r"[A-Za-z][\w.]*", text) and not flow
        return re.sub(r"([$}\\])", r"\\\1", text if is_plain else json.dumps(text))

    def in_brackets(value: Any) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(in_brackets, value))}]"
        if isinstance(value, dict):
            entries = (f"{json.dumps(key)}: {in_brackets(part)}" for key, part in value.items())
            return f"{{{', '.join(entries)}\\}}"
        return scalar(value)

    def block(value: Any, indent: str) -> str:
        if isinstance(value, list):
            return "".join(f"\n{indent}- {block(entry, f'{indent}  ').lstrip()}" for entry in value)
        if isinstance(value, dict):
            return "".join(
                f"\n{indent}{key}:{block(part, indent if isinstance(part, list) else f'{indent}  ')}"
                for key, part in value.items()
            )
        return f" {scalar(value)}"

    if flow:
        return in_brackets(snippet.value).removeprefix("{").removesuffix("\\}")
    return block(snippet.value, indent).lstrip()
