"""The outline of a text: Templates with their Parameters, Objects, containers and the entries of their `env`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from playground.engine import ContainerEnvironment, Evaluation, FieldPath, SourceSpan, Template, field_at, name_of
from playground.lsp.evaluating import Answer
from playground.lsp.positions import Places


def document_symbols(answer: Answer) -> list[types.DocumentSymbol]:
    """The outline, in the order of the text."""
    evaluation, places, template = answer.evaluation, answer.places, answer.evaluation.template
    by_place: dict[bool, list[types.DocumentSymbol]] = {True: [], False: []}  # in the Template, and outside of it
    for index, traced in enumerate(evaluation.objects):
        is_inside = template is not None and traced.document is template.document
        by_place[is_inside].append(_object(evaluation, places, index))
    own = [_template(places, template, by_place[True])] if template else []
    return sorted((*own, *by_place[False]), key=lambda symbol: (symbol.range.start.line, symbol.range.start.character))


def _symbol(
    places: Places,
    title: tuple[str, types.SymbolKind],
    span: SourceSpan,
    name_span: SourceSpan,
    children: list[types.DocumentSymbol],
) -> types.DocumentSymbol:
    """A symbol; the protocol wants its name, and its children, within its range."""
    is_within = span.start <= name_span.start and name_span.end <= span.end
    name = name_span if is_within else SourceSpan(span.start, span.start)
    return types.DocumentSymbol(
        title[0] or "?", title[1], places.range(span), places.range(name), children=children or None
    )


def _template(places: Places, template: Template, objects: list[types.DocumentSymbol]) -> types.DocumentSymbol:
    document = template.document
    parameters = [
        _symbol(
            places,
            (parameter.name, types.SymbolKind.Constant),
            document.span(parameter.path),
            document.span(parameter.path / "name"),
            [],
        )
        for parameter in template.parameters
    ]
    title = f"Template {template.name}".rstrip()
    name_span = document.span(template.path / "metadata" / "name")
    return _symbol(
        places, (title, types.SymbolKind.Module), document.span(template.path), name_span, [*parameters, *objects]
    )


def _object(evaluation: Evaluation, places: Places, index: int) -> types.DocumentSymbol:
    traced = evaluation.objects[index]
    kind = field_at(traced.value, ("kind",))
    title = " ".join(filter(None, (kind if isinstance(kind, str) else "Object", _name(traced.value))))
    containers = [
        _container(evaluation, places, container) for container in evaluation.containers if container.object == index
    ]
    name_span = traced.span(FieldPath(("metadata", "name")))
    return _symbol(places, (title, types.SymbolKind.Object), traced.span(FieldPath()), name_span, containers)


def _name(value: Any) -> str:
    return name_of(value) if isinstance(value, dict) else ""


def _container(evaluation: Evaluation, places: Places, container: ContainerEnvironment) -> types.DocumentSymbol:
    owner = evaluation.objects[container.object]
    variables = list(_variables(evaluation, places, container))
    title = container.name or container.kind
    name_span = owner.span(container.path / "name")
    return _symbol(places, (title, types.SymbolKind.Struct), owner.span(container.path), name_span, variables)


def _variables(
    evaluation: Evaluation, places: Places, container: ContainerEnvironment
) -> Iterator[types.DocumentSymbol]:
    owner = evaluation.objects[container.object]
    for variable in container.declared:
        if variable.path is not None:
            span, name_span = owner.span(variable.path), owner.span(variable.path / "name")
            yield _symbol(places, (variable.name, types.SymbolKind.Variable), span, name_span, [])
