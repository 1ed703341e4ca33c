"""The suggestions for a new Template with their check boxes, as data: the middle column while a Template is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from playground.engine import SUGGESTION_RULES, SourceText, Suggestion, ValuePlace
from playground.pages.markup import Panel, place_link, prose, shortened
from playground.pages.new_template.offer import TemplateOffer
from playground.pages.output.lines import line_words, span_text

MOST_BOXES: Final = 200  # suggestions with a box; all further ones are as by default
_MOST_PLACES: Final = 5  # of a suggestion that are linked
_MOST_OUTLINED: Final = 100  # of a suggestion that are outlined in the source
_LAST: Final = ("server", "owned")  # rules whose suggestions come last: they are many, and hardly ever refused


@dataclass(frozen=True, slots=True)
class SuggestionItem(Panel):
    """One suggestion with its check box."""

    key: str
    chosen: bool
    parameter: str  # the name of the Parameter; "" for something that is removed
    title: SafeString
    value: str  # the default; "" if there is none
    note: str  # why there is none
    places: SafeString  # links
    mentions: SafeString  # links to what stays; "" for none
    spans: str  # of all places, to outline them


@dataclass(frozen=True, slots=True)
class SuggestionGroup(Panel):
    """The suggestions of one rule."""

    rule: str
    heading: str
    items: tuple[SuggestionItem, ...]
    takes_all: bool  # a button takes all of them; else, it leaves them


@dataclass(frozen=True, slots=True)
class SuggestionsPanel(Panel):
    """The middle column while a Template is made."""

    groups: tuple[SuggestionGroup, ...]
    notes: tuple[SafeString, ...]
    left_out: int  # suggestions without a box
    count: int  # of the boxes


def suggestions_panel(offer: TemplateOffer) -> SuggestionsPanel | None:
    """The boxes; None if there are no suggestions because the text cannot be a Template."""
    suggestions = offer.suggestions
    if suggestions is None:
        return None
    source = suggestions.evaluation.source.text
    listed = sorted(suggestions.items, key=lambda suggestion: suggestion.rule in _LAST)[:MOST_BOXES]
    groups = [
        _group(rule, tuple(_item(suggestion, offer.chosen, source) for suggestion in suggestions_of_rule))
        for rule, suggestions_of_rule in groupby(listed, key=lambda suggestion: suggestion.rule)
    ]
    notes = tuple(
        format_html("{} {}", _link(source, note.span.start.line, span_text(note.span)), prose(note.message))
        for note in suggestions.notes
    )
    return SuggestionsPanel(tuple(groups), notes, len(suggestions.items) - len(listed), len(listed))


def _group(rule: str, items: tuple[SuggestionItem, ...]) -> SuggestionGroup:
    return SuggestionGroup(rule, SUGGESTION_RULES[rule], items, not all(item.chosen for item in items))


def _item(suggestion: Suggestion, chosen: frozenset[str], source: SourceText) -> SuggestionItem:
    declaration = suggestion.declaration
    default = declaration.value if declaration else None
    return SuggestionItem(
        key=suggestion.key,
        chosen=suggestion.key in chosen,
        parameter=declaration.name if declaration else "",
        title=prose(suggestion.title),
        value=shortened(default or ""),
        note=_note(suggestion),
        places=_links(source, suggestion.places),
        mentions=_links(source, suggestion.mentions),
        spans=" ".join(span_text(place.span) for place in suggestion.places[:_MOST_OUTLINED]),
    )


def _note(suggestion: Suggestion) -> str:
    """What becomes of a value that is no default."""
    if suggestion.declaration is None or suggestion.declaration.value is not None:
        return ""
    if suggestion.declaration.generated:
        return "Generated. The pasted value is replaced."
    return "Required, without a default. The pasted value is replaced."


def _links(source: SourceText, places: Iterable[ValuePlace]) -> SafeString:
    """A link to the first place of each of the first lines, and the number of the other lines."""
    lines = {place.span.start.line: place.span for place in reversed(list(places))}
    listed = sorted(lines)[:_MOST_PLACES]
    links = [_link(source, line, span_text(lines[line])) for line in listed]
    more = len(lines) - len(links)
    html = format_html_join(" ", "{}", ((link,) for link in links))
    return format_html("{} and {} more", html, more) if more else html


def _link(source: SourceText, line: int, span: str) -> SafeString:
    words = line_words(source, line)
    return place_link(f"{words[0].lower()}{words[1:]}", span)


def fields_of(taken: Mapping[str, bool]) -> Iterator[tuple[str, str]]:
    """The hidden fields that carry the boxes while they are out of sight."""
    yield from ((f"take.{key}", "on" if is_taken else "off") for key, is_taken in taken.items())
