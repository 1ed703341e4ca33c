"""The Template that the chosen suggestions make, as data: the output while a Template is made."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from playground.engine import Edit, NewTemplate, NoTemplate, Suggestions
from playground.pages.markup import Panel, counted, prose
from playground.pages.new_template.offer import TemplateOffer
from playground.pages.output.lines import blocks, edits_text, escaped, line_words, lines_of_text, rows, span_text
from playground.pages.output.lines_panel import MOST_LINES, cut_off
from playground.pages.output.marks import Mark, Writer

_REFERENCE: Final = re.compile(r"\$\{(?:\{([A-Za-z0-9_]+)\}|([A-Za-z0-9_]+))\}")


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


def new_template_panel(offer: TemplateOffer) -> NewTemplatePanel:
    """The result of ``offer``."""
    if isinstance(offer.template, NoTemplate) or offer.suggestions is None:
        assert isinstance(offer.template, NoTemplate)
        return _refused(offer.template, offer.suggestions)
    template, source = offer.template, offer.suggestions.evaluation.source.text
    lines = lines_of_text(template.text)
    names = frozenset(suggestion.declaration.name for suggestion in template.chosen if suggestion.declaration)
    shown, write = lines[:MOST_LINES], Writer()
    html = [write(line, written, _marks(line, names)) for line, written in zip(shown, escaped(shown), strict=True)]
    return NewTemplatePanel(
        proof=proof_of(template),
        html=blocks(rows(html, [""] * len(html))),
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


def _marks(line: str, names: Container[str]) -> list[Mark]:
    """The marks of the references to the Parameters ``names``."""
    references = ((*match.span(), match[1] or match[2]) for match in _REFERENCE.finditer(line))
    return [Mark(start, end, "parameter", name) for start, end, name in references if name in names]


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
