"""Repeated keys are reported with their field, their place and that of the first one."""

from __future__ import annotations

from playground.engine.source.levels import Levels
from playground.engine.source.repeated import RepeatedKeys
from playground.engine.source.tape import PLAIN, Tape


def test_a_key_that_is_repeated_is_reported_with_its_field_and_its_first_place() -> None:
    levels = Levels(Tape())
    repeated = RepeatedKeys(levels, [])
    levels.open("", 0, 0, is_list=True)  # `- a: 1`, `  a: 2`
    levels.open("", 2, 2, is_list=False)
    for start in (2, 9):
        levels.tape.names[levels.tape.add(start, start + 1, PLAIN)] = "a"
        levels.tape.add(start + 3, start + 4, PLAIN)
    assert repeated.last == -1
    repeated.add("a", 4)
    (raw,) = repeated.raw_problems
    assert (raw.start, raw.end, raw.related[0][:2]) == (9, 10, (2, 3))
    assert (str(raw.field), repeated.last) == ("[0].a", 4)
