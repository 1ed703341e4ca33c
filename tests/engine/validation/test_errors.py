"""Field errors in the API server's words."""

from __future__ import annotations

from playground.engine.model.location import ROOT
from playground.engine.validation.errors import FieldError, all_invalid, invalid, required, unsupported

_PATH = ROOT / "spec" / "containers" / 0


def test_messages_are_worded_as_field_errors_are() -> None:
    assert required(_PATH / "name").message == "spec.containers[0].name: Required value"
    assert invalid("a\tb", "no") == 'Invalid value: "a\\tb": no'
    assert unsupported("x", ("b", "a")) == 'Unsupported value: "x": supported values: "b", "a"'


def test_the_path_that_is_shown_may_be_another_than_the_place() -> None:
    assert FieldError(_PATH, "Forbidden", "p", printed=ROOT / "spec").message == "spec: Forbidden"


def test_each_error_of_a_value_is_a_field_error() -> None:
    problems = list(all_invalid(_PATH, "v", ["one", "two"], "p"))
    assert [error.body for error in problems] == ['Invalid value: "v": one', 'Invalid value: "v": two']
