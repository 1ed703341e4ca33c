"""Keys that are not strings, repeated keys, and merges."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.reading.document import Frame, Notes
from playground.engine.reading.tape import BLOCK, PLAIN, Tape
from playground.engine.reading.yaml import Entries


def entries(container: dict[str, Any], chunk: str = "") -> tuple[Entries, Frame]:
    """A mapping with some entries, whose next key is a ``<<`` or the first one again."""
    tape = Tape()
    tape.add(0, 0, BLOCK)
    for name in (*container, next(iter(container), "<<")):
        key = tape.add(len(tape.starts), len(tape.starts) + 1, PLAIN)
        tape.names[key] = name
        tape.add(key, key, PLAIN)
    frame = Frame(container, 0, key, tape.names[key])
    return Entries(tape, Notes(chunk, [frame])), frame


def patterns(made: Entries) -> list[str]:
    return [raw.pattern for raw in made.notes.raw_problems]


@pytest.mark.parametrize(
    ("text", "value", "name", "found"),
    [
        ("a", "a", "a", []),
        ("y", True, "true", ["odd-key"]),
        ("1", 1, "1", []),
        ("~", None, "~", ["unsupported-key"]),
        (None, "aliased", "aliased", []),
        (None, 1, "1", []),
        (None, [1], "{", ["unsupported-key"]),
        (None, {"{a}": None}, "{", ["unquoted-braces"]),
    ],
)
def test_a_key_gets_the_name_that_json_has_for_it(text: str | None, value: Any, name: str, found: list[str]) -> None:
    made, _ = entries({}, "{{{{")
    assert (made.key(text, value, 1), patterns(made)) == (name, found)


def test_a_merge_replaces_what_is_above_it() -> None:
    made, frame = entries({"a": 1, "b": 2})
    made.merge([{"a": 3, "c": 4}, {"a": 5}], 5, frame)
    assert (frame.container, patterns(made)) == ({"a": 3, "b": 2, "c": 4}, ["merge-override"])


def test_a_key_of_its_own_replaces_one_that_a_merge_put_there() -> None:
    made, frame = entries({})
    made.merge({"<<": 3}, 2, frame)
    made.repeated(frame)
    assert patterns(made) == []
    made.repeated(frame)
    assert patterns(made) == ["duplicate-key"]


@pytest.mark.parametrize("value", [1, None, [1], "a"])
def test_only_mappings_can_be_merged(value: object) -> None:
    made, frame = entries({})
    made.merge(value, 2, frame)
    assert patterns(made) == ["merge-not-a-mapping"]


def test_an_alias_of_a_list_can_not_be_merged() -> None:
    made, frame = entries({})
    made.tape.targets[2] = 0
    made.merge([{"a": 1}], 2, frame)
    assert (frame.container, patterns(made)) == ({}, ["merge-not-a-mapping"])


def test_a_key_that_is_repeated_is_reported_with_its_first_place() -> None:
    made, frame = entries({"a": 1, "b": 2})
    made.repeated(frame)
    (raw,) = made.notes.raw_problems
    assert (raw.pattern, raw.start, raw.related[0][:2]) == ("duplicate-key", 5, (1, 2))
