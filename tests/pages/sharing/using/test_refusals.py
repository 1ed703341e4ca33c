"""Why a text is not converted, in words: escaped, with a link to the place."""

from __future__ import annotations

from playground.engine import Position, Refusal, SourceSpan
from playground.pages.sharing.using.refusals import refused


def test_the_place_of_a_refusal_is_a_link() -> None:
    refusal = Refusal("An object is `null`.", "Remove it.", SourceSpan(Position(5, 3), Position(5, 7)))
    link = '<a class="place" href="#source" data-span="5:3-5:7">Line 5</a>'
    assert refused(refusal) == f"{link}: An object is <code>null</code>. Remove it."


def test_without_a_place_or_a_hint_there_is_the_reason() -> None:
    assert refused(Refusal("`<b>` is no name")) == "<code>&lt;b&gt;</code> is no name."
