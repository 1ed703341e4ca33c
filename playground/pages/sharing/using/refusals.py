"""Why a text cannot be converted to the files of another tool, in words for people."""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from playground.engine import Refusal
from playground.pages.markup import place_link, prose
from playground.pages.output.lines import span_text

UNREADABLE: Final = Refusal("The text cannot be read.")


def refused(refusal: Refusal) -> SafeString:
    """``refusal`` as HTML, with a link to its line."""
    sentences = prose(f"{refusal.reason.removesuffix('.')}. {refusal.hint}".strip())
    if refusal.span is None:
        return sentences
    link = place_link(f"Line {refusal.span.start.line}", span_text(refusal.span))
    return format_html("{}: {}", link, sentences)
