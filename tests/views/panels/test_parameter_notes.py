"""Notes beside a Parameter's value: white space, base64."""

from __future__ import annotations

import base64

import pytest

from playground.parameter_form import ParameterField
from playground.views.panels.parameter_notes import notes, space_warning


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (" ", "The value is 1 space, which is not empty."),
        ("  ", "The value is 2 spaces, which is not empty."),
        ("\t\n", "The value is 2 white-space characters, which is not empty."),
        ("", ""),
        (" x ", ""),
    ],
)
def test_white_space_alone_is_warned_of(value: str, words: str) -> None:
    assert space_warning(value, generates=False) == words


def test_white_space_that_stops_a_generator_says_so() -> None:
    assert space_warning("  ", generates=True).endswith("This will prevent a value from being generated.")


@pytest.mark.parametrize(("length", "shown"), [(200, "x" * 200), (201, "x" * 200 + "…")])
def test_a_long_base64_text_is_recognised_by_its_beginning(length: int, shown: str) -> None:
    field = ParameterField("A", "A", "base64", base64.b64encode(b"x" * length).decode())
    assert list(notes(field, (), generated=False)) == [f"Holds the text {shown}"]
