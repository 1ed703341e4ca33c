"""Marked lines as HTML."""

from __future__ import annotations

from html import escape

from playground.views.panels.marking import MOST_MARKS, Writer
from playground.views.panels.marks import Mark


def written(text: str, *marks: Mark) -> str:
    return Writer()(text, escape(text), marks)


def test_a_mark_names_its_origin() -> None:
    assert (
        written("a: xy", Mark(3, 4, "parameter", "P")) == 'a: <mark class="from-parameter" data-parameter="P">x</mark>y'
    )


def test_a_mark_with_a_trace_is_a_button_that_opens_it() -> None:
    assert written("x", Mark(0, 1, "variable", "V", "trace-0")) == (
        '<button class="traced" type="button" popovertarget="trace-0">'
        '<mark class="from-variable" data-variable="V">x</mark></button>'
    )


def test_texts_and_names_are_escaped_everywhere() -> None:
    html = written("<a>'<b>\"&", Mark(4, 7, "variable", '"<n>', "trace-0"), Mark(8, 9, "parameter", "'p"))
    assert html == (
        '&lt;a&gt;&#x27;<button class="traced" type="button" popovertarget="trace-0">'
        '<mark class="from-variable" data-variable="&quot;&lt;n&gt;">&lt;b&gt;</mark></button>'
        '&quot;<mark class="from-parameter" data-parameter="&#x27;p">&amp;</mark>'
    )


def test_marks_do_not_overlap() -> None:
    html = written("abc", Mark(0, 2, "variable", "V"), Mark(1, 3, "parameter", "P"))
    assert html == '<mark class="from-variable" data-variable="V">ab</mark>c'


def test_only_a_button_without_a_text_is_named() -> None:
    assert 'popovertarget="trace-0" aria-label="White space of &lt;P&gt;"><mark' in written(
        "a ", Mark(1, 2, "parameter", "<P>", "trace-0")
    )
    assert "aria-label" not in written("a ", Mark(1, 2, "parameter", "P"))


def test_the_number_of_marks_in_a_line_is_limited() -> None:
    marks = [Mark(number, number + 1, "parameter", "P") for number in range(MOST_MARKS + 5)]
    assert written("x" * len(marks), *marks).count("<mark") == MOST_MARKS
