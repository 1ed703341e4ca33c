"""The Template's labels on an Object."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.processing.labels import Labelling, set_labels

SET = Labelling(("z",))


@pytest.mark.parametrize(
    ("before", "after", "labelling"),
    [
        ({}, {"metadata": {"labels": {"z": "1"}}}, SET),
        ({"metadata": {"name": "a"}}, {"metadata": {"name": "a", "labels": {"z": "1"}}}, SET),
        ({"metadata": {"labels": None}}, {"metadata": {"labels": {"z": "1"}}}, SET),
        ({"metadata": {"labels": {"z": "0", "y": "2"}}}, {"metadata": {"labels": {"z": "1", "y": "2"}}}, SET),
        ({"metadata": {"labels": {"x": 5, "y": "2"}}}, {"metadata": {"labels": {"z": "1"}}},
         Labelling(("z",), ("x", "y"))),
        ({"metadata": {"labels": {"x": None}}}, {"metadata": {"labels": {"x": "", "z": "1"}}}, SET),
        ({"metadata": {"labels": {"x": None, "y": 5}}}, {"metadata": {"labels": {"z": "1"}}},
         Labelling(("z",), ("x", "y"))),
        ({"metadata": None}, {"metadata": None}, Labelling((), refused=True)),
        ({"metadata": "x"}, {"metadata": "x"}, Labelling((), refused=True)),
    ],
)  # fmt: skip
def test_labels_are_set_as_oc_does(before: dict[str, Any], after: dict[str, Any], labelling: Labelling) -> None:
    assert set_labels(before, {"z": "1"}) == labelling
    assert before == after


def test_no_labels_still_make_an_empty_map() -> None:
    value: dict[str, Any] = {}
    assert set_labels(value, {}) == Labelling(())
    assert value == {"metadata": {"labels": {}}}
