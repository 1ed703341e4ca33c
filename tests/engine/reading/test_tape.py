"""The Tape has every node's place in the order of the text."""

from __future__ import annotations

from playground.engine.reading.tape import BLOCK, PLAIN, FirstKeys, Tape


def mapping(*names: str) -> Tape:
    tape = Tape()
    tape.add(0, 0, BLOCK)
    for index, name in enumerate(names):
        key = tape.add(index * 4, index * 4 + 1, PLAIN)
        tape.names[key] = name
        tape.add(index * 4 + 3, index * 4 + 4, PLAIN)
    tape.skips[0] = len(tape.starts)
    return tape


def test_children_are_keys_and_values_in_turn() -> None:
    tape = mapping("a", "b")
    assert tape.children(0) == [1, 2, 3, 4]
    assert tape.children(1) == []


def test_descendants_of_a_child_are_skipped() -> None:
    tape = mapping("a", "b")
    tape.skips[2] = 4  # node 3 is inside the value of `a`
    assert tape.children(0) == [1, 2, 4]


def test_a_node_has_its_place() -> None:
    assert mapping("a", "b").place(3) == (4, 5)


def test_the_first_key_of_a_name_is_found() -> None:
    tape, first = mapping("a", "b", "a", "b", "a"), FirstKeys(1)
    assert [first.find(tape, "a", 5), first.find(tape, "b", 7), first.find(tape, "a", 9)] == [1, 3, 1]


def test_a_long_key_or_scalar_is_found() -> None:
    tape = mapping("a", "b")
    tape.ends[0] = 100  # a mapping may be of any length
    assert (tape.has_longer(1), tape.has_longer(0)) == (False, True)
