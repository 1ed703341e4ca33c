"""The names of new Parameters."""

from __future__ import annotations

from playground.engine.editing.parameter_names import free_name


def test_a_taken_name_gets_a_number() -> None:
    assert free_name("A", ["A", "A_2"]) == "A_3"
