"""`--values`: reads a file that names a Template and the values for its Parameters.

The format is ours, ``playground/v1`` ``Values``: see docs/command-line.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from playground.cli.input.files import display_name, read_existing
from playground.cli.options import DIALECTS, STANDARD_INPUT, ProcessOptions, RequestError
from playground.engine import Document, FieldPath, Position, did_you_mean, read

API_VERSION: Final = "playground/v1"
KIND: Final = "Values"
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
    source = read(read_existing(file))
    errors = [(problem.span.start, problem.message) for problem in source.problems if problem.refused]
    repeated = (problem for problem in source.problems if problem.pattern == "duplicate-key")
    errors += [(problem.span.start, problem.message) for problem in repeated]
    if not errors and len(source.documents) != 1:
        errors = [(Position(1, 1), f"The file must hold one document of kind `{KIND}`, not {len(source.documents)}.")]
    errors = errors or list(_errors(source.documents[0]))
    if errors:
        raise RequestError("\n".join(f"{display_name(file)}:{place}: {message}" for place, message in errors))
    return _values(source.documents[0], Path() if file == STANDARD_INPUT else Path(file).parent)


def with_values(options: ProcessOptions, values: Values) -> ProcessOptions:
    """``options`` with the Template and dialect of ``values``, unless `-f` or `--dialect` is given."""
    dialect = values.dialect if options.dialect == "auto" else options.dialect
    return replace(options, filename=options.filename or values.template, dialect=dialect)


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
    """A value as text; the source text of a number or boolean, because the values of Parameters are texts."""
    value = document.value[path[0]][path[1]]
    return value if isinstance(value, str) else document.raw(path)


def _errors(document: Document) -> Iterator[tuple[Position, str]]:
    value = document.value
    if not isinstance(value, dict):
        yield document.span().start, f"The document must be a mapping of kind `{KIND}`."
        return
    for name in value:
        if name not in _FIELDS:
            yield (
                document.key_span((name,)).start,
                f"`{name}` is not a field of the kind `{KIND}`.{did_you_mean(name, _FIELDS)}",
            )
    yield from _text_errors(document, value)
    for name in _MAPS:
        yield from _entry_errors(document, name, value.get(name))


def _text_errors(document: Document, value: Mapping[str, Any]) -> Iterator[tuple[Position, str]]:
    for name, choices in (("apiVersion", (API_VERSION,)), ("kind", (KIND,)), ("dialect", DIALECTS)):
        if value.get(name, "auto" if name == "dialect" else None) not in choices:
            yield document.span((name,)).start, f"`{name}` must be {' or '.join(f'`{choice}`' for choice in choices)}."
    if not isinstance(value.get("template"), str) or value["template"] in ("", STANDARD_INPUT):
        yield document.span(("template",)).start, "`template` must name the Template's file, relative to this file."


def _entry_errors(document: Document, name: str, entries: Any) -> Iterator[tuple[Position, str]]:
    if not isinstance(entries, dict | None):
        yield document.span((name,)).start, f"`{name}` must map names to texts."
        return
    for key, entry in (entries or {}).items():
        if entry is None or isinstance(entry, dict | list):
            yield document.span((name, key)).start, f'`{name}.{key}` must be a text; write `""` for an empty text.'
