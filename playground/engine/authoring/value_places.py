"""The places of a value in the text: which mean the same, and how a reference is written there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.authoring.meanings import Meaning, NamesOfObjects, meaning_of
from playground.engine.authoring.wrapping import PlainObject
from playground.engine.evaluation import Evaluation
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.rules.walks import entries
from playground.engine.templates.substitution import Dialect, parameter_tokens
from playground.engine.text.go import to_json
from playground.engine.text.secrets import holds_secret

IMAGE: Final = re.compile(r"(?P<repository>[^@\s$]+?):(?P<tag>\w[\w.-]{0,127})", re.ASCII)
MOST_MENTIONS: Final = 100  # places of other meaning that are offered besides
SHORTEST_MENTION: Final = 3  # characters; shorter values are equal by chance


@record()
class ValuePlace:
    """A place of a value in the source: the field, and the part of it that becomes a reference."""

    field: str  # as people read it: `spec.replicas`
    span: SourceSpan
    before: str  # written before the reference: a quote, or nothing
    after: str  # written after it
    same: bool  # it means the same; else it only mentions the value
    quotes: tuple[Edit, ...] = ()  # around the scalar, if it has none and needs them
    path: tuple[int, FieldPath] = (0, ROOT)  # the number of the Object, and the field's path in it


@record()
class Target:
    """The value that was asked about: a whole scalar, or a stretch of a text."""

    item: PlainObject
    path: FieldPath  # in the Object
    value: Any
    start: int  # of the stretch
    end: int
    meaning: Meaning

    @property
    def is_whole(self) -> bool:
        return not isinstance(self.value, str) or (self.start, self.end) == (0, len(self.value))

    @property
    def text(self) -> str:
        """The value of the Parameter."""
        return self.value[self.start : self.end] if isinstance(self.value, str) else to_json(self.value)


def leaves_of(value: Any, deadline: Deadline) -> Iterator[tuple[FieldPath, Any]]:
    """Every scalar in ``value``, with its path, in the order of the text."""
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, value)]
    while waiting:
        path, part = waiting.pop()
        if isinstance(part, dict | list):
            waiting += reversed([(path / key, child) for key, child in entries(part, deadline)])
        else:
            yield path, part


def places_of(
    evaluation: Evaluation,
    objects: Sequence[PlainObject],
    names: NamesOfObjects,
    target: Target,
    deadline: Deadline,
) -> Iterator[ValuePlace]:
    """The places of the target's text, in the order of the source: those of the same meaning, and mentions.

    Several fields may be written in one place, by an alias. Then a field of the same meaning goes first.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    by_span: dict[SourceSpan, ValuePlace] = {}
    mentions = 0
    for number, item in enumerate(objects):
        for path, value in leaves_of(item.value, deadline):
            is_target = item is target.item and path == target.path
            stretches = [] if value is None else list(_stretches(evaluation, target, value))
            if not stretches and not is_target:
                continue
            is_same = is_target or _is_same(target, meaning_of(item.value, path, names), value)
            if not is_same and (mentions >= MOST_MENTIONS or not _is_worth_mentioning(target)):
                continue
            for stretch in [(target.start, target.end)] if is_target else stretches:
                deadline.spend()
                place = written_place(item, path, value, stretch, same=is_same)
                if place is not None and (is_same or place.span not in by_span):
                    by_span[place.span] = replace(place, path=(number, path))
                    mentions += not is_same
    yield from (by_span[span] for span in sorted(by_span))


def _is_worth_mentioning(target: Target) -> bool:
    """Whether the text is so long that other fields have it on purpose, and not by chance."""
    return len(target.text) >= SHORTEST_MENTION and not isinstance(target.value, bool)


def _stretches(evaluation: Evaluation, target: Target, value: Any) -> Iterator[tuple[int, int]]:
    """The parts of ``value`` that equal the target's text: whole words, outside of references."""
    if not isinstance(value, str):
        if type(value) is type(target.value) and value == target.value:
            yield 0, 0
        return
    if not isinstance(target.value, str) or target.text not in value:
        return
    if target.meaning.kind == "image":
        if value == target.value or _part_of_image(value, target):
            yield target.start, target.end
        return
    if target.is_whole and target.meaning.kind not in ("name", "host"):
        if value == target.value:
            yield 0, len(value)
        return
    tokens = parameter_tokens(value, dialect_for(evaluation))
    ends = [token.end for token in tokens]
    for match in re.finditer(bounded(target.text), value):
        number = bisect_right(ends, match.start())  # of the first token that ends behind the start
        if number == len(tokens) or match.end() <= tokens[number].start:
            yield match.span()


def bounded(text: str) -> str:
    """The pattern of ``text``, which is not empty, where it is not a part of a longer word."""
    before = r"(?<![A-Za-z0-9])" if text[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if text[-1].isalnum() else ""
    return f"{before}{re.escape(text)}{after}"


def _part_of_image(value: str, target: Target) -> bool:
    """Whether ``value`` is an image with the same repository."""
    parts, own = IMAGE.fullmatch(value), IMAGE.fullmatch(str(target.value))
    is_of_repository = target.start == 0 and not target.is_whole
    return bool(is_of_repository and parts and own and parts["repository"] == own["repository"])


def _is_same(target: Target, meaning: Meaning, value: Any) -> bool:
    if target.meaning.kind == "host":
        return bool(value == target.value)
    if target.meaning.kind == "name":
        return meaning.kind == "name"
    if target.meaning.kind == "secret" and target.is_whole and holds_secret(str(value)):
        return True  # a token that shows by itself that it is secret
    return meaning.group == target.meaning.group


def written_place(
    item: PlainObject, path: FieldPath, value: Any, stretch: tuple[int, int], *, same: bool
) -> ValuePlace | None:
    """The place of a ``stretch`` of the ``value``; None if it is not written in one place, or has several lines."""
    document, place = item.document, item.path.join(path)
    (start, end), style = document.written(place)
    is_block = style in ("literal", "folded")
    is_bare = style == "plain"
    # An alias may be in another place than its anchor, perhaps between brackets.
    in_brackets = document.style(place.parent) != "block" or not document.style(place)
    if not isinstance(value, str) or (stretch == (0, len(value)) and not is_block):
        quote = "" if is_bare else document.source.slice(SourceSpan(start, end))[:1]
        if is_bare and (document.syntax == "json" or in_brackets):
            quote = '"'
        return ValuePlace(str(place), SourceSpan(start, end), quote, quote, same)
    span = document.text_span(place, *stretch)
    # Escapes and folded lines are written otherwise. The span of a text whose parts are unknown is that of the scalar.
    is_known = style in ("single", "double", "folded") and span != SourceSpan(start, end)
    if "\n" in value[slice(*stretch)] or (not is_known and document.source.slice(span) != value[slice(*stretch)]):
        return None
    quotes: tuple[Edit, ...] = ()
    if is_bare and in_brackets:
        raw = document.source.slice(SourceSpan(start, end))
        quote = next((quote for quote in "\"'" if quote not in raw and not (quote == '"' and "\\" in raw)), "")
        if not quote:
            return None
        quotes = (Edit(SourceSpan(start, start), quote), Edit(SourceSpan(end, end), quote))
    return ValuePlace(str(place), span, "", "", same, quotes)


def reference_edits(references: Iterable[tuple[ValuePlace, str]]) -> Iterator[Edit]:
    """The Edits that write a reference, such as `${NAME}`, at each place. Places of one scalar share its quotes."""
    quotes: dict[Edit, None] = {}
    for place, reference in references:
        yield Edit(place.span, f"{place.before}{reference}{place.after}")
        quotes |= dict.fromkeys(place.quotes)
    yield from quotes


def dialect_for(evaluation: Evaluation) -> Dialect:
    """The dialect of the Template; of a text without one, that in which it would be processed."""
    choice = evaluation.inputs.dialect
    return evaluation.dialect or (Dialect.OPENSHIFT if choice == "auto" else Dialect(choice))
