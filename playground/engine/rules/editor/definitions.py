"""Where the Parameter or variable at a place is defined."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.location import Position, SourceSpan
from playground.engine.rules.editor.renaming import place_at, renaming_at, variable_at


def definitions_at(evaluation: Evaluation, position: Position) -> tuple[SourceSpan, ...]:
    """The places that define what is at ``position``, each once; none if nothing there is defined in the text.

    Of a Parameter, its name in the declaration. Of a variable, the name of its entry in `env`, or its entry in
    `envFrom`; and the key of the ConfigMap or Secret with its value, or the Service.
    """
    return tuple(dict.fromkeys(_definitions(evaluation, position)))


def _definitions(evaluation: Evaluation, position: Position) -> Iterator[SourceSpan]:
    renaming = renaming_at(evaluation, position)
    if renaming is None or place_at(renaming, position) is None:
        return
    if renaming.kind == "parameter":
        yield from (place.span for place in renaming.places if place.declares)
        return
    named = variable_at(evaluation, position)
    variable = named.variable if named else None
    if named is None or variable is None:
        return
    if variable.path is not None:
        owner = evaluation.objects[named.container.object]
        is_entry = any(variable is entry for entry in named.container.declared)
        yield owner.span(variable.path / "name") if is_entry else owner.span(variable.path)
    origin = variable.origin
    if origin.object is not None and origin.source is not None:
        yield evaluation.objects[origin.object].key_span(origin.source)
