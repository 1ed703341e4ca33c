"""The values of Go templates."""

from __future__ import annotations

from typing import Any

from playground.cli.output.gotemplate.values import Int, decoded, type_name


def test_numbers_are_what_json_decoding_gives() -> None:
    value = decoded({"a": [1.0, -0.0, 1e18, 1e19, 1.5, True, None], "b\udc80": "x\udc80é"})
    assert repr(value) == repr({"a": [1, 0, 10**18, 1e19, 1.5, True, None], "b\ufffd": "x\ufffdé"})


def test_types_have_the_names_of_go() -> None:
    values: tuple[Any, ...] = ({}, [], "", True, 1, Int(1), 1.5)
    names = [type_name(value) for value in values]
    assert names == ["map[string]interface {}", "[]interface {}", "string", "bool", "int64", "int", "float64"]
