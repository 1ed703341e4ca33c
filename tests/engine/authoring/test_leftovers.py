"""A secret is found where a text still holds it, and not where it is replaced."""

from __future__ import annotations

import pytest

from playground.engine import Deadline, FieldPath, SourceSpan, read
from playground.engine.authoring.leftovers import searched_text
from tests.cost import steps


def line(text: str, *replaced: SourceSpan) -> int | None:
    return searched_text(read(text), Deadline()).line_of("hunter2", replaced, Deadline())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a: b\n", None),
        ("a: b # hunter2\n", 1),
        ("a: b\n---\nc:\n- [d, xhunter2x]\n", 4),
        ('a:\n  b: "hunter\\\n    2"\n', 2),
        ("a: |\n  b\n  \\x68unter2 hunter2\n", 3),
        ("a: [\nhunter2\n", 2),  # a text that cannot be read
    ],
)
def test_the_line_that_holds_a_secret_is_found(text: str, number: int | None) -> None:
    assert line(text) == number


def test_a_replaced_place_does_not_count() -> None:
    text = 'a: "\\x68unter2"\nb: hunter2\nc: x-hunter2-hunter2\n'
    (document,) = read(text).documents
    first, second = document.span(FieldPath(("a",))), document.span(FieldPath(("b",)))
    stretches = [document.text_span(FieldPath(("c",)), start, start + 7) for start in (2, 10)]
    assert line(text, first, second) == 3
    assert line(text, first, second, stretches[0]) == 3
    assert line(text, first, second, *stretches) is None
    assert line(text, second, *stretches) == 1


def test_an_alias_stands_where_its_anchor_is() -> None:
    text = 'a: &a "\\x68unter2"\nb: *a\n'
    (document,) = read(text).documents
    assert line(text) == 1
    assert line(text, document.span(FieldPath(("a",)))) is None


def test_replaced_places_cost_no_product() -> None:
    def cost(count: int) -> int:
        source = read("".join(f"k{number}: hunter2\n" for number in range(count)))
        spans = [source.documents[0].span(FieldPath((f"k{number}",))) for number in range(count)]
        searched = searched_text(source, Deadline())
        return steps(lambda: searched.line_of("hunter2", spans, Deadline()))

    assert cost(800) < 9 * cost(100)
