"""The form that Parameters make."""

from __future__ import annotations

from playground.parameter_form import ParameterField, ParametersForm, field_id, fits


def test_field_id_never_holds_the_name() -> None:
    assert field_id('"><img onerror=x>').startswith("p-")
    assert len(field_id("A")) == 10


def field(**changes: object) -> ParameterField:
    return ParameterField(**({"name": "A", "label": "A", "kind": "text", "value": ""} | changes))  # type: ignore[arg-type]


def html(**changes: object) -> str:
    parameter = field(**changes)
    return str(ParametersForm([parameter]).control(parameter.name))


def test_text_is_escaped_in_its_control() -> None:
    assert '"><script>' not in html(name='N"><script>', value='v"><script>')


def test_whole_number_is_typed_as_text_and_kept_as_typed() -> None:
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


def test_optional_boolean_can_be_not_set() -> None:
    assert "not set" in html(kind="bool")
    assert "not set" not in html(kind="bool", required=True)


def test_error_is_tied_to_its_control() -> None:
    control = html(errors=("`x` is not a whole number.",), described_by=("description",))
    assert 'aria-invalid="true"' in control
    assert f'aria-describedby="{field_id("A")}-description {field_id("A")}-error"' in control


def test_browser_is_not_asked_to_require() -> None:
    control = html(required=True)
    assert " required" not in control
    assert 'aria-required="true"' in control


def test_field_that_could_not_be_sent_back_does_not_fit() -> None:
    assert fits("A", "x")
    assert not fits("N" * 254, "")
    assert not fits("A", "x" * 65_537)
    assert not fits("A", "\0")
