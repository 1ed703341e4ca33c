"""The two tables of Kubernetes' fields agree."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.fields import TYPES
from playground.engine.kubernetes.go_types import NAMED, STRUCTS


@pytest.mark.parametrize("go_type", STRUCTS)
def test_every_field_that_is_decoded_is_known_and_of_the_same_type(go_type: str) -> None:
    known = TYPES[go_type.removeprefix("v1.")]
    assert STRUCTS[go_type].keys() <= known.keys()
    looked_into = {field: inner for field, inner in known.items() if inner and field in STRUCTS[go_type]}
    assert looked_into == {field: STRUCTS[go_type][field].replace("v1.", "") for field in looked_into}


def test_every_type_that_is_named_is_described() -> None:
    named = {inner.removeprefix("map[string]").removeprefix("[]") for one in STRUCTS.values() for inner in one.values()}
    simple = {"string", "bool", "int32", "uint8", "[]uint8", "resource.Quantity"}
    assert named - STRUCTS.keys() - NAMED.keys() <= simple
