"""The form fields of Parameters."""

from __future__ import annotations

from django.template.loader import render_to_string

from playground.parameter_form import ParameterField, field_id, fits


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
