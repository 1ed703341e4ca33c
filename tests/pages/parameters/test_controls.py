"""A control of the form and what is said beside it."""

from __future__ import annotations

import base64

import pytest
from django.template.loader import render_to_string

from playground.pages.parameters.controls import ParameterField, field_id, fits, notes, space_warning


@pytest.mark.parametrize(
    ("value", "warning"),
    [
        (" ", "The value is 1 space, which is not empty."),
        ("  ", "The value is 2 spaces, which is not empty."),
        ("\t\n", "The value is 2 white-space characters, which is not empty."),
        ("", ""),
        (" x ", ""),
    ],
)
def test_white_space_alone_is_warned_of(value: str, warning: str) -> None:
    assert space_warning(value, generates=False) == warning


def test_white_space_that_stops_a_generator_says_so() -> None:
    assert space_warning("  ", generates=True).endswith("This will prevent a value from being generated.")


@pytest.mark.parametrize(("length", "recognised"), [(200, "x" * 200), (201, "x" * 200 + "…")])
def test_a_long_base64_text_is_recognised_by_its_beginning(length: int, recognised: str) -> None:
    field = ParameterField("A", "A", "base64", base64.b64encode(b"x" * length).decode())
    assert list(notes(field, (), generated=False)) == [f"Holds the text {recognised}"]


def test_field_id_never_holds_the_name() -> None:
    assert field_id('"><img onerror=x>').startswith("p-")
    assert len(field_id("A")) == 10


def field(**changes: object) -> ParameterField:
    return ParameterField(**({"name": "A", "label": "A", "kind": "text", "value": ""} | changes))  # type: ignore[arg-type]


def html(**changes: object) -> str:
    return render_to_string("parameters/_control.html", {"field": field(**changes)})


def test_text_is_escaped_in_its_control() -> None:
    assert '"><script>' not in html(name='N"><script>', value='v"><script>')


def test_a_whole_number_is_kept_as_typed() -> None:
    control = html(kind="int", value="3abc")
    assert 'type="text"' in control
    assert 'inputmode="numeric"' in control
    assert 'value="3abc"' in control


def test_several_lines_get_a_text_area() -> None:
    assert html(kind="lines", value="a\nb").startswith("<textarea")


def test_secret_is_masked_and_keeps_its_value() -> None:
    control = html(secret=True, value="s3cret")
    assert 'type="text"' in control
    assert "data-secret" in control
    assert 'value="s3cret"' in control


def test_an_empty_line_at_the_beginning_stays() -> None:
    assert html(kind="lines", value="\n<b>").endswith(">\n\n&lt;b&gt;</textarea>")


def test_the_value_of_a_boolean_is_checked() -> None:
    assert [
        value for value in ("true", "false", "", "yes") if html(kind="bool", value=value).count(" checked") == 1
    ] == [
        "true",
        "false",
        "",
    ]


def test_an_optional_boolean_can_be_unset() -> None:
    assert "not set" in html(kind="bool")
    assert "not set" not in html(kind="bool", required=True)


def test_error_is_tied_to_its_control() -> None:
    control = html(errors=("`x` is not a whole number.",), described_by=("description",))
    assert 'aria-invalid="true"' in control
    assert f'aria-describedby="{field_id("A")}-description {field_id("A")}-error"' in control


def test_required_is_not_enforced_by_the_browser() -> None:
    control = html(required=True)
    assert " required" not in control
    assert 'aria-required="true"' in control


def test_a_field_that_could_not_be_submitted_again_does_not_fit() -> None:
    assert fits("A", "x")
    assert not fits("N" * 254, "")
    assert not fits("A", "x" * 65_537)
    assert not fits("A", "\0")
