"""The places of a Parameter or variable: its definition, its uses, and their renaming."""

from __future__ import annotations

from lsprotocol import types

from playground.engine import NamePlace, Renaming, definitions_at, place_at, rename, renaming_at, why_not_renamed
from playground.lsp.actions.edits import RefusedError, workspace_edit
from playground.lsp.evaluating import Answer


def definitions(answer: Answer, position: types.Position) -> list[types.Location]:
    """Where the name at ``position`` is defined."""
    spans = definitions_at(answer.evaluation, answer.places.ours(position))
    return [types.Location(answer.uri, answer.places.range(span)) for span in spans]


def references(answer: Answer, position: types.Position, *, with_declarations: bool) -> list[types.Location]:
    """The uses of the name at ``position``, and its declarations if they are wanted."""
    places = [place for place in _places(answer, position) if with_declarations or not place.declares]
    return [types.Location(answer.uri, answer.places.range(place.span)) for place in places]


def highlights(answer: Answer, position: types.Position) -> list[types.DocumentHighlight]:
    """The same places, to be marked: declarations are written, uses are read."""
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [
        types.DocumentHighlight(answer.places.range(place.span), kinds[place.declares])
        for place in _places(answer, position)
    ]


def renamed_range(answer: Answer, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """The name at ``position`` that can be renamed; None if there is none. RefusedError if it cannot be renamed."""
    renaming = _renaming(answer, position)
    if renaming is None:
        return None
    if renaming.refusal:
        raise RefusedError(renaming.refusal)
    place = place_at(renaming, answer.places.ours(position))
    return types.PrepareRenamePlaceholder(answer.places.range(place.span), renaming.name) if place else None


def renaming_edit(
    answer: Answer, position: types.Position, name: str, *, versioned: bool
) -> types.WorkspaceEdit | None:
    """The edit that writes ``name`` at every place; None if no name is there. RefusedError if the name cannot be."""
    renaming = _renaming(answer, position)
    if renaming is None:
        return None
    if refusal := renaming.refusal or why_not_renamed(answer.evaluation, renaming, name):
        raise RefusedError(refusal)
    return workspace_edit(rename(renaming, name), answer, versioned=versioned)


def _renaming(answer: Answer, position: types.Position) -> Renaming | None:
    """The Renaming of the name at ``position``; None if the place is beside a name, such as in an entry's value."""
    ours = answer.places.ours(position)
    renaming = renaming_at(answer.evaluation, ours)
    return renaming if renaming and place_at(renaming, ours) else None


def _places(answer: Answer, position: types.Position) -> tuple[NamePlace, ...]:
    renaming = _renaming(answer, position)
    return renaming.places if renaming else ()
