"""The suggestions with their check boxes, and the Template that the chosen ones make, as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from playground.engine import (
    SUGGESTION_RULES,
    Edit,
    NewTemplate,
    NoTemplate,
    SourceText,
    Suggestion,
    Suggestions,
    ValuePlace,
)
from playground.pages.making.making import Making
from playground.pages.markup import Panel, counted, place_link, prose
from playground.pages.output.lines import blocks, edits_text, line_words, lines_of_text, rows, span_text
from playground.pages.output.lines_panel import MOST_LINES, cut_off

MOST_BOXES: Final = 200  # suggestions with a box; all further ones are as by default
_MOST_PLACES: Final = 5  # of a suggestion that are linked
_MOST_OUTLINED: Final = 100  # of a suggestion that are outlined in the source
_LONGEST_VALUE: Final = 80  # characters
_LAST: Final = ("server", "owned")  # rules whose suggestions come last: they are many, and hardly ever refused
_REFERENCE: Final = re.compile(r"\$\{(?:\{([A-Za-z0-9_]+)\}|([A-Za-z0-9_]+))\}")


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


@dataclass(frozen=True, slots=True)
class NewTemplatePanel(Panel):
    """The Template, ready to be used, or why there is none."""

    proof: str = ""
    html: SafeString | None = None
    cut: str = ""
    edits: str = ""  # that write the Template in place of the source
    dropped: SafeString | None = None  # which values are replaced and no defaults
    left: tuple[str, ...] = ()  # secrets that are still in it, or may be
    refusal: SafeString | None = None
    advice: SafeString | None = None
    span: str = ""  # of what is in the way
    line: str = ""
    suspect: str = ""  # the key of the suggestion that has to be left out


def suggestions_panel(making: Making) -> SuggestionsPanel | None:
    """The boxes; None if there are no suggestions because the text cannot be a Template."""
    suggestions = making.suggestions
    if suggestions is None:
        return None
    source = suggestions.evaluation.source.text
    listed = sorted(suggestions.items, key=lambda item: item.rule in _LAST)[:MOST_BOXES]
    groups = [
        _group(rule, tuple(_item(item, making.chosen, source) for item in items))
        for rule, items in groupby(listed, key=lambda item: item.rule)
    ]
    notes = tuple(
        format_html("{} {}", _link(source, note.span.start.line, span_text(note.span)), prose(note.message))
        for note in suggestions.notes
    )
    return SuggestionsPanel(tuple(groups), notes, len(suggestions.items) - len(listed), len(listed))


def _group(rule: str, items: tuple[SuggestionItem, ...]) -> SuggestionGroup:
    return SuggestionGroup(rule, SUGGESTION_RULES[rule], items, not all(item.chosen for item in items))


def _item(item: Suggestion, chosen: frozenset[str], source: SourceText) -> SuggestionItem:
    declaration = item.declaration
    default = declaration.value if declaration else None
    return SuggestionItem(
        key=item.key,
        chosen=item.key in chosen,
        parameter=declaration.name if declaration else "",
        title=prose(item.title),
        value=_cut(default or ""),
        note=_note(item),
        places=_links(source, item.places),
        mentions=_links(source, item.mentions),
        spans=" ".join(span_text(place.span) for place in item.places[:_MOST_OUTLINED]),
    )


def _note(item: Suggestion) -> str:
    """What becomes of a value that is no default."""
    if item.declaration is None or item.declaration.value is not None:
        return ""
    if item.declaration.generated:
        return "Generated. The pasted value is replaced."
    return "Required, without a default. The pasted value is replaced."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


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


def new_template_panel(making: Making) -> NewTemplatePanel:
    """The result of ``making``."""
    if isinstance(making.template, NoTemplate) or making.suggestions is None:
        assert isinstance(making.template, NoTemplate)
        return _refused(making.template, making.suggestions)
    template, source = making.template, making.suggestions.evaluation.source.text
    lines = lines_of_text(template.text)
    names = frozenset(item.declaration.name for item in template.chosen if item.declaration)
    shown = [_marked(line, names) for line in lines[:MOST_LINES]]
    return NewTemplatePanel(
        proof=proof_of(template),
        html=mark_safe(blocks(rows(shown, [""] * len(shown)))),  # noqa: S308  # each part is escaped
        cut=cut_off(len(shown), len(lines)),
        edits=edits_text([Edit(source.span(0, len(source.text)), template.text)]),
        dropped=_dropped(template.dropped),
        left=tuple(_left(template)),
    )


def proof_of(template: NewTemplate) -> str:
    """The sentence about both proofs."""
    same = f"With its defaults it gives the same {counted(template.objects, 'object')}."
    return f"{same} With another {template.renamed}, no new issue." if template.renamed else same


def _dropped(dropped: Mapping[str, str]) -> SafeString | None:
    names = ", ".join(f"`{name}`" for name in dropped)
    return prose(f"The pasted values of {names} are replaced: give them when you process it.") if names else None


def _left(template: NewTemplate) -> Iterator[str]:
    yield from (f"Line {line} still holds the value of {name}." for name, line in template.left.items())
    if template.short:
        yield f"Too short to search for, and perhaps still elsewhere in it: the values of {', '.join(template.short)}."


def _marked(line: str, names: frozenset[str]) -> str:
    """A line as HTML, in which the references to the Parameters are marked."""
    parts: list[str] = []
    end = 0
    for match in _REFERENCE.finditer(line):
        name = match[1] or match[2]
        if name in names:
            reference = f'<mark data-parameter="{escape(name)}">{escape(match[0])}</mark>'
            parts += (escape(line[end : match.start()]), reference)
            end = match.end()
    return "".join((*parts, escape(line[end:])))


def _refused(template: NoTemplate, suggestions: Suggestions | None) -> NewTemplatePanel:
    refusal, span = template.refusal, template.refusal.span
    line = line_words(suggestions.evaluation.source.text, span.start.line) if suggestions and span else ""
    if span and not line:
        line = f"Line {span.start.line}"
    return NewTemplatePanel(
        refusal=prose(refusal.reason),
        advice=prose(refusal.hint),
        span=span_text(span) if span else "",
        line=f"{line[:1].lower()}{line[1:]}",
        suspect=template.suspect,
    )


def fields_of(taken: Mapping[str, bool]) -> Iterator[tuple[str, str]]:
    """The hidden fields that carry the boxes while they are out of sight."""
    yield from ((f"take.{key}", "on" if is_taken else "off") for key, is_taken in taken.items())
