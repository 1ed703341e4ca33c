"""Mappings and lists open and close as lines are indented."""

from __future__ import annotations

from playground.engine.source.levels import Levels
from playground.engine.source.tape import PLAIN, Tape


def levels() -> Levels:
    """``a:`` and below it the item ``- b: 1`` in a list at the same column."""
    made = Levels(Tape())
    made.open("", 0, 0, is_list=False)
    made.tape.add(0, 1, PLAIN)
    made.open("a", 0, 3, is_list=True)
    made.open("", 2, 5, is_list=False)
    made.container["b"] = 1
    made.tape.add(5, 6, PLAIN)
    made.tape.add(8, 9, PLAIN)
    return made


def root(made: Levels) -> object:
    assert made.close(-1, 9, is_list=False)
    return made.container[""]


def test_a_new_collection_is_inside_the_open_one() -> None:
    made = levels()
    assert (made.column, made.is_list, made.container) == (2, False, {"b": 1})
    assert root(made) == {"a": [{"b": 1}]}
    assert (made.tape.ends, made.tape.skips) == ([9, 1, 9, 9, 6, 9], [6, 2, 6, 6, 5, 6])


def test_a_line_closes_deeper_collections() -> None:
    made = levels()
    assert made.close(0, 9, is_list=True)
    assert (made.column, made.is_list, made.container) == (0, True, [{"b": 1}])


def test_a_key_at_the_column_of_a_list_closes_it() -> None:
    made = levels()
    assert made.close(0, 9, is_list=False)
    assert (made.is_list, made.container) == (False, {"a": [{"b": 1}]})


def test_a_line_that_fits_no_level_is_reported() -> None:
    assert not levels().close(1, 9, is_list=False)
    assert not levels().close(2, 9, is_list=True)


def test_a_missing_value_is_placed_behind_the_colon() -> None:
    made = levels()
    made.leave_empty("c", 12)
    assert made.container == {"b": 1, "c": None}
    assert made.tape.place(6) == (12, 12)


def test_an_entry_can_be_removed_again() -> None:
    made = levels()
    made.take_back("b", 4)
    assert (made.column, made.container, len(made.tape.starts)) == (2, {}, 4)


def test_the_first_entry_of_an_item_is_removed_with_the_item() -> None:
    made = levels()
    made.take_back("b", 3)
    assert (made.column, made.is_list, made.container, made.tape.mappings) == (0, True, [], {0})
