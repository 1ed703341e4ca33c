"""Hard-coded namespaces."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.processing.namespaces import without_namespace


@pytest.mark.parametrize(
    ("metadata", "left"),
    [
        ({"namespace": "x", "name": "a"}, {"name": "a"}),
        ({"namespace": "$(NS)"}, {}),
        ({"namespace": "${{NS}}"}, {}),
        ({"namespace": "${NS}"}, {"namespace": "${NS}"}),
        ({"namespace": "a-${NS}"}, {"namespace": "a-${NS}"}),
        ({"namespace": ""}, {"namespace": ""}),
        ({"namespace": None}, {"namespace": ""}),
        ({"namespace": 5}, {"namespace": ""}),
        ({"namespace": {"a": "b"}}, {"namespace": ""}),
        ({"name": "a"}, {"name": "a"}),
        (None, None),
    ],
)
def test_hard_coded_namespaces_are_removed(metadata: Any, left: Any) -> None:
    before = {"metadata": metadata, "namespace": "kept"}
    after, path = without_namespace(before)
    assert after == {"metadata": left, "namespace": "kept"}
    assert (path is None) == (metadata == left)


def test_a_namespace_at_the_top_counts_only_without_metadata() -> None:
    after, path = without_namespace({"namespace": "x"})
    assert (after, str(path)) == ({"namespace": ""}, "namespace")
    assert without_namespace({"namespace": "${NS}"}) == ({"namespace": "${NS}"}, None)


def test_the_given_object_is_not_modified() -> None:
    value = {"metadata": {"namespace": "x"}}
    without_namespace(value)
    assert value == {"metadata": {"namespace": "x"}}
