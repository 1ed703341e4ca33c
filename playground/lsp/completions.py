"""Completions: names in references, fields, values and small structures, also in a line that cannot be read yet."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from lsprotocol import types

from playground.engine import (
    MASK,
    Deadline,
    Field,
    OutOfTimeError,
    Position,
    SourceSpan,
    SourceText,
    TypedPlace,
    VisibleName,
    evaluate,
    names_at,
    offered_fields,
    offered_values,
    readable_around,
    type_words,
    typed_places,
    versions_words,
)
from playground.lsp.evaluating import LIMITS, Answer
from playground.lsp.positions import Places
from playground.lsp.snippets import snippet_text, snippets_for

TRIGGERS: Final = ("{", "(", ":", " ", '"')
SECONDS: Final = 1.0  # of CPU, for one list
_REFERENCE: Final = re.compile(r"(?<!\$)(?:\$\$)*(?P<sign>\$\{\{?|\$\()(?P<typed>[\w.-]*)\Z")
_CLOSERS: Final = {"${": "}", "${{": "}}", "$(": ")"}
_WORD: Final = re.compile(r"[\w./-]*")
_VALUE_FOLLOWS: Final = re.compile(r": ?[\"']?\Z")
_LONGEST_VALUE: Final = 60  # characters beside a name


@dataclass(frozen=True, slots=True)
class Typing:
    """The place of the caret in a text, and what the editor can insert."""

    source: SourceText
    position: Position
    places: Places
    minor: int  # of the version of Kubernetes
    snippets: bool  # the editor knows the syntax of snippets
    keeps_indentation: bool  # the editor can leave the indentation of inserted lines alone

    @property
    def before(self) -> str:
        """The line before the caret."""
        return self.source.line_before(self.position)

    @property
    def after(self) -> str:
        """The line after the caret."""
        start = self.source.offset(self.position)
        return self.source.text[start : self.source.line_end(self.position.line)]

    @property
    def text(self) -> str:
        """The text with line feeds alone; each line and column is the same."""
        return re.sub(r"\r\n?", "\n", self.source.text)

    def edit(self, start: Position, text: str) -> types.TextEdit:
        """Write ``text`` in place of the word that begins at ``start``, to its end after the caret."""
        rest = _WORD.match(self.after)
        column = self.position.column + (rest.end() if rest else 0)
        return types.TextEdit(self.places.range(SourceSpan(start, Position(self.position.line, column))), text)


def is_reference(typing: Typing) -> bool:
    """Whether a reference is typed."""
    return _REFERENCE.search(typing.before) is not None


def is_wanted(typing: Typing, trigger: str) -> bool:
    """Whether a list is wanted after the sign ``trigger``; "": the user asked for it."""
    if trigger in ("{", "(", '"'):
        return is_reference(typing) or (trigger == '"' and _VALUE_FOLLOWS.search(typing.before) is not None)
    return not trigger or _VALUE_FOLLOWS.search(typing.before) is not None


def reference_completions(typing: Typing, answer: Answer) -> list[types.CompletionItem]:
    """The Parameters or variables to which the reference at the caret can refer; secrets are masked."""
    match = _REFERENCE.search(typing.before)
    if match is None:
        return []
    evaluation, deadline = answer.evaluation, Deadline(SECONDS, time.thread_time)
    if not evaluation.readable:
        try:
            text = readable_around(typing.text, typing.position.line, LIMITS, deadline)
        except OutOfTimeError:
            return []
        if text is not None:
            evaluation = evaluate(text, evaluation.inputs, limits=LIMITS, deadline=deadline)
    closer = _CLOSERS[match["sign"]]
    word = _WORD.match(typing.after)
    is_closed = typing.after[word.end() if word else 0 :].startswith(closer)
    start = Position(typing.position.line, typing.position.column - len(match["typed"]))
    names = names_at(evaluation, typing.position)[match["sign"][:2]]
    return [
        types.CompletionItem(
            name.name,
            kind=types.CompletionItemKind.Variable,
            detail=_shown(name),
            documentation=name.meaning,
            sort_text=f"{number:04}",
            text_edit=typing.edit(start, name.name + ("" if is_closed else closer)),
        )
        for number, name in enumerate(names)
    ]


def _shown(name: VisibleName) -> str | None:
    if not name.value:
        return None
    return MASK if name.secret else name.value[:_LONGEST_VALUE]


def field_completions(typing: Typing) -> list[types.CompletionItem]:
    """The fields, values and structures that can be written at the caret; none if it takes too long to find out."""
    deadline = Deadline(SECONDS, time.thread_time)
    try:
        places = list(typed_places(typing.text, typing.position, LIMITS, deadline))
    except OutOfTimeError:
        return []
    offers = (_keys(typing, place) if place.is_key else _values(typing, place) for place in places)
    return list(chain.from_iterable(offers))


def _keys(typing: Typing, place: TypedPlace) -> Iterator[types.CompletionItem]:
    has_colon = re.match(r"[\"']?\s*:", place.rest) is not None
    for name, field in offered_fields(place, typing.minor).items():
        facts = [type_words(field.type), *(["required"] if field.required else [])]
        yield types.CompletionItem(
            name,
            kind=types.CompletionItemKind.Field,
            detail=", ".join(facts),
            documentation=_documentation(field),
            sort_text=f"{0 if field.required else 1}{name}",
            insert_text_mode=types.InsertTextMode.AsIs if typing.keeps_indentation else None,
            text_edit=typing.edit(place.start, name if has_colon else _key_text(typing, place, name, field)),
        )
    if not has_colon and typing.snippets and typing.keeps_indentation:
        yield from _snippets(typing, place)


def _snippets(typing: Typing, place: TypedPlace) -> Iterator[types.CompletionItem]:
    for snippet in snippets_for(place):
        text = snippet_text(snippet, flow=place.flow, indent=_indent(place))
        if place.quote:
            if not text.startswith(place.quote):
                continue
            text = text[1:]
        yield types.CompletionItem(
            snippet.key,
            kind=types.CompletionItemKind.Snippet,
            detail=snippet.detail,
            sort_text=f"2{snippet.key}",
            insert_text_format=types.InsertTextFormat.Snippet,
            insert_text_mode=types.InsertTextMode.AsIs,
            text_edit=typing.edit(place.start, text),
        )


def _indent(place: TypedPlace) -> str:
    """The indentation of the key: dashes before it count as spaces."""
    return " " * len(place.before)


def _documentation(field: Field) -> str | None:
    values = f"Values: {', '.join(field.values)}" if field.values else ""
    return "\n".join(filter(None, (versions_words(field), field.description, values))) or None


def _key_text(typing: Typing, place: TypedPlace, name: str, field: Field) -> str:
    """A key with its colon, and what follows it: the next line for a list or mapping, if the editor can take it."""
    if place.flow:
        return f'{name}": ' if place.quote else f'"{name}": ' if _is_json(typing) else f"{name}: "
    key = f"{name}{place.quote}:"
    if field.type.shape not in ("list", "map", "struct"):
        return f"{key} "
    if not typing.keeps_indentation:
        return key
    return f"{key}\n{_indent(place)}{'- ' if field.type.shape == 'list' else '  '}"


def _is_json(typing: Typing) -> bool:
    return re.match(r"\s*[{\[]", typing.source.text) is not None


def _values(typing: Typing, place: TypedPlace) -> Iterator[types.CompletionItem]:
    for number, (value, what) in enumerate(offered_values(place, typing.minor)):
        yield types.CompletionItem(
            value,
            kind=types.CompletionItemKind.Value,
            detail=what or None,
            sort_text=f"{number:04}",
            text_edit=typing.edit(place.start, _value_text(typing, place, value)),
        )


def _value_text(typing: Typing, place: TypedPlace, value: str) -> str:
    """A value as it is written at the place: in JSON in quotes unless it is a number, in YAML after a space."""
    if place.quote:
        return value if place.rest.startswith(place.quote) else value + place.quote
    space = " " if place.before.endswith(":") else ""
    is_text = re.fullmatch(r"\d+|true|false", value) is None
    is_quoted = value in ("True", "False") or (_is_json(typing) and is_text)
    return space + (json.dumps(value) if is_quoted else value)


def completion_list(items: Iterable[types.CompletionItem]) -> types.CompletionList:
    """The whole list: the editor filters it while the word goes on."""
    return types.CompletionList(is_incomplete=False, items=list(items))
