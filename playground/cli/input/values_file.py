"""`--values`: reads a file that names a Template and the values to process it with.

The format is ours, ``playground/v1`` ``Values``: see docs/command-line.md.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playground.cli.input.files import STANDARD_INPUT, RequestError, display_name, read_text
from playground.engine import Dialect, Document, FieldPath, Position, nearest_name, read

API_VERSION: Final = "playground/v1"
KIND: Final = "Values"
DIALECTS: Final = ("auto", *(dialect.value for dialect in Dialect))
_TEXTS: Final = ("apiVersion", "kind", "template", "dialect")
_MAPS: Final = ("values", "expressions", "labels")
_FIELDS: Final = (*_TEXTS, *_MAPS)


@dataclass(frozen=True, slots=True)
class Values:
    """The content of a values file; empty without `--values`."""

    template: str = ""
    dialect: str = "auto"
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Position] = field(default_factory=dict)  # of the names in ``values`` and ``expressions``


def read_values(file: str) -> Values:
    """Parse ``file``. Raises RequestError with all errors, one per line: ``file:line:column: message``."""
    try:
        source = read(read_text(file))
    except FileNotFoundError:
        raise RequestError(f'the path "{file}" does not exist') from None
    shown = display_name(file)
    wrong = [(item.span.start, item.message) for item in source.problems if item.refused]
    wrong += [(item.span.start, item.message) for item in source.problems if item.pattern == "duplicate-key"]
    if not wrong and len(source.documents) != 1:
        wrong = [(Position(1, 1), f"One document of kind `{KIND}` is needed, not {len(source.documents)}.")]
    wrong = wrong or list(_wrong(source.documents[0]))
    if wrong:
        raise RequestError("\n".join(f"{shown}:{place}: {words}" for place, words in wrong))
    return _values(source.documents[0], Path() if file == STANDARD_INPUT else Path(file).parent)


def with_values(options: Namespace, values: Values) -> Namespace:
    """``options`` with the file's Template and dialect, unless `-f` or `--dialect` is given."""
    made = copy(options)
    made.filename = options.filename or values.template or None
    made.dialect = values.dialect if options.dialect == "auto" else options.dialect
    return made


def _values(document: Document, folder: Path) -> Values:
    value = document.value
    maps = {name: {key: _text(document, FieldPath((name, key))) for key in value.get(name) or {}} for name in _MAPS}
    names = [(name, key) for name in ("expressions", "values") for key in maps[name]]
    return Values(
        template=str(folder / value["template"]),
        dialect=value.get("dialect") or "auto",
        places={key: document.key_span((name, key)).start for name, key in names},
        **maps,
    )


def _text(document: Document, path: FieldPath) -> str:
    """A value as text; numbers and booleans as they are written, because Parameters' values are text."""
    found = document.value[path[0]][path[1]]
    return found if isinstance(found, str) else document.raw(path)


def _wrong(document: Document) -> Iterator[tuple[Position, str]]:
    value = document.value
    if not isinstance(value, dict):
        yield document.span().start, f"A mapping of kind `{KIND}` is needed."
        return
    for name in value:
        if name not in _FIELDS:
            near = nearest_name(name, _FIELDS)
            yield (
                document.key_span((name,)).start,
                f"There is no field `{name}`." + (f" Did you mean `{near}`?" if near else ""),
            )
    yield from _wrong_texts(document, value)
    for name in _MAPS:
        yield from _wrong_entries(document, name, value.get(name))


def _wrong_texts(document: Document, value: Mapping[str, Any]) -> Iterator[tuple[Position, str]]:
    for name, wanted in (("apiVersion", (API_VERSION,)), ("kind", (KIND,)), ("dialect", DIALECTS)):
        if value.get(name, "auto" if name == "dialect" else None) not in wanted:
            yield document.span((name,)).start, f"`{name}` must be {' or '.join(f'`{word}`' for word in wanted)}."
    if not isinstance(value.get("template"), str) or value["template"] in ("", STANDARD_INPUT):
        yield document.span(("template",)).start, "`template` must name the Template's file, relative to this one."


def _wrong_entries(document: Document, name: str, entries: Any) -> Iterator[tuple[Position, str]]:
    if not isinstance(entries, dict | None):
        yield document.span((name,)).start, f"`{name}` must be a mapping of names to texts."
        return
    for key, entry in (entries or {}).items():
        if entry is None or isinstance(entry, dict | list):
            yield document.span((name, key)).start, f'`{name}.{key}` must be a text; an empty one is `""`.'
