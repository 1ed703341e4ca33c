"""An Object and its remembered results."""

from __future__ import annotations

from tests.engine.environments import objects_of


def test_remembered_results_do_not_affect_equality() -> None:
    (item,) = objects_of("kind: Pod")
    same = type(item)(item.value, item.document)
    assert item.once("answer", lambda: 42) == item.once("answer", lambda: 43) == 42
    assert item == same
