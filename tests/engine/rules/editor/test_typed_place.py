"""The field at the caret is found where the reader finds it, also after its key has been half deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.engine import Deadline, Limits, Position, SourceText, read, typed_places
from tests.half_typed import EXAMPLES, JSON, half_typed


def places(text: str, mark: str = "|") -> list[tuple[bool, str]]:
    """Whether a key, and the path, of each place at the ``mark``, which is left out."""
    position = read(text).text.position(text.index(mark))
    found_places = typed_places(text.replace(mark, "", 1), position, Limits(), Deadline())
    return [(place.is_key, str(place.path)) for place in found_places]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_each_key_of_an_example_is_found_whole_and_half_typed(file: Path) -> None:
    check_all_keys(file.read_text())


def test_each_key_of_json_is_found_whole_and_half_typed() -> None:
    check_all_keys(JSON)


def check_all_keys(text: str) -> None:
    """Each key is found: as it is, and as the last thing of its line after all but its beginning is deleted."""
    for source, caret, path in half_typed(text):
        position = SourceText(source).position(caret)
        keys = [place for place in typed_places(source, position, Limits(), Deadline()) if place.is_key]
        assert [place.path for place in keys] == [path[:-1]], (source[:caret][-60:], path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind: |", [(False, "kind")]),
        ("kind:|", [(False, "kind")]),
        ("kind: P|", [(False, "kind")]),
        ('kind: "P|', [(False, "kind")]),
        ("kind: 'P|'", [(False, "kind")]),
        ("a:\n  b: 1\n  |", [(True, "a")]),
        ("a:\n- |", [(True, "a[0]"), (False, "a[0]")]),
        ("a:\n- b|\n- c", [(True, "a[0]"), (False, "a[0]")]),
        ("a: [b, c|", [(True, "a[1]"), (False, "a[1]")]),
        ("a: {b: 1, c|}", [(True, "a")]),
        ('{"a": {"b": 1, "|', [(True, "a")]),
        ('{"a": "|"}', [(False, "a")]),
        ("a: 1\r\nb|\r\n", [(True, "")]),
        ("# a|", []),
        ("a: |\n  te|xt\n", []),
        ("a: some te~xt", []),
        ("a: [\nb: {\n" * 4 + "|", []),
    ],
)
def test_what_is_typed_is_a_key_or_a_value(text: str, found: list[tuple[bool, str]]) -> None:
    mark = "~" if "~" in text else "|"
    if text == "a: |\n  te|xt\n":
        text, mark = "a: |\n  te~xt\n", "~"
    assert places(text, mark) == found


def test_a_place_behind_the_text_is_nothing() -> None:
    assert list(typed_places("a: 1", Position(9, 1), Limits(), Deadline())) == []


def test_the_word_and_what_is_around_it_are_known() -> None:
    (place,) = typed_places('{"a": {"b": 1, "name": 2}}', Position(1, 19), Limits(), Deadline())
    assert (place.start, place.rest, place.quote) == (Position(1, 17), '": 2}}', '"')
