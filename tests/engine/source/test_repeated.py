"""Repeated keys are reported with their field, their place and that of the first one."""

from __future__ import annotations

from playground.engine.source.repeated import RepeatedKeys
from playground.engine.source.tape import PLAIN, Tape


def test_a_key_that_is_repeated_is_reported_with_its_field_and_its_first_place() -> None:
    tape = Tape()  # of `- a: 1`, `  a: 2`
    listed, mapping = tape.add(0, 13, "block"), tape.add(2, 13, "block")
    for start in (2, 9):
        tape.names[tape.add(start, start + 1, PLAIN)] = "a"
        tape.add(start + 3, start + 4, PLAIN)
    repeated = RepeatedKeys(tape, [])
    assert repeated.last == -1
    repeated.add("a", 4, [(0, [{}], listed, True), (2, {}, mapping, False)])
    (raw,) = repeated.raw_problems
    assert (raw.start, raw.end, raw.related[0][:2]) == (9, 10, (2, 3))
    assert (str(raw.field), repeated.last) == ("[0].a", 4)
