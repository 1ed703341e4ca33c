"""Each note has its field, and their number is limited."""

from __future__ import annotations

from playground.engine.reading.errors import values as value_problems
from playground.engine.reading.notes import AROUND, ITEM, KEY, Frame, Notes


def test_the_field_is_the_path_through_the_open_collections() -> None:
    notes = Notes("", [AROUND, Frame({}, 0, 1, "a"), Frame(["x"], 2, ITEM), Frame({}, 4, KEY, "old")])
    assert notes.path() == ("a", 1)
    notes.frames[-1].key_node = 5
    assert notes.path() == ("a", 1, "old")


def test_of_many_raw_problems_the_first_and_a_refusal_are_kept() -> None:
    notes = Notes("", [AROUND, Frame({}, 0, 1, "a")])
    for number in range(value_problems.MOST + 5):
        notes.add(value_problems.odd_key, number, number + 1, "y", "true")
    assert [raw.start for raw in notes.raw_problems] == list(range(value_problems.MOST))
    for _ in range(2):
        notes.add(value_problems.merge_not_a_mapping, 7, 8)
    assert len(notes.raw_problems) == value_problems.MOST + 1
    assert (notes.raw_problems[-1].refused, notes.raw_problems[-1].field) == (True, ("a",))


def test_a_message_may_be_missing() -> None:
    notes = Notes("")
    notes.add(value_problems.unusual_number, 0, 3, "1.5", 1.5)
    assert notes.raw_problems == []
