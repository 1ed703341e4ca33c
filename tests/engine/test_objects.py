"""An Object remembers what was found in it."""

from __future__ import annotations

from tests.engine.environments import objects_of


def test_what_is_remembered_is_no_part_of_what_it_is() -> None:
    (item,) = objects_of("kind: Pod")
    same = type(item)(item.value, item.document)
    assert item.once("answer", lambda: 42) == item.once("answer", lambda: 43) == 42
    assert item == same
