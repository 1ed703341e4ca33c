"""Entries are cut out of a text with their lines or their comma, and nothing else goes."""

from __future__ import annotations

import pytest

from playground.engine import Edit, FieldPath, apply_edits, read
from playground.engine.editing.entries import entry_at, is_own, lines_of, spans_to_remove
from playground.engine.kubernetes.pods import field_at


def without(text: str, *path: str | int) -> str:
    """The text without one entry; "" if it cannot be cut out."""
    document, place = read(text).documents[0], FieldPath(path)
    siblings = field_at(document.value, place.parent)
    keys = siblings if isinstance(siblings, dict) else range(len(siblings))
    own = [key for key in keys if isinstance(key, int) or is_own(document, place.parent / key)]
    entries = [entry_at(document, place.parent / key) for key in own]
    index = own.index(place[-1])
    previous, following = entries[index - 1] if index else None, next(iter(entries[index + 1 :]), None)
    spans = spans_to_remove(document, place.parent, [entries[index]], previous, following)
    return apply_edits(text, [Edit(span, "") for span in spans]) if spans else ""


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("a: 1 # one\nb: 2\n", ("a",), "b: 2\n"),
        ("a: |\n  x\n\nb: 2\n", ("a",), "\nb: 2\n"),
        ("- a: 1 # one\n  b: 2\n", (0, "a"), "- b: 2\n"),
        ("- - a: 1\n    b: 2\n", (0, 0, "a"), "- - b: 2\n"),
        ("l:\n- 1\n-\n  a: 2\n- 3\n", ("l", 1), "l:\n- 1\n- 3\n"),
        ("l: [1, 2, 3]\n", ("l", 2), "l: [1, 2]\n"),
        ("{a: 1, b: 2, # two\n c: 3}\n", ("b",), "{a: 1, # two\n c: 3}\n"),
        ("{a: 1, # one\n b: 2, # two\n c: 3}\n", ("b",), "{a: 1, # one\n c: 3}\n"),
        ("{a: {b: 1 # one\n }}\n", ("a", "b"), "{a: { # one\n }}\n"),
    ],
)
def test_an_entry_goes_with_its_lines_or_its_comma(text: str, path: tuple[str | int, ...], after: str) -> None:
    assert without(text, *path) == after


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("m: &m {x: 1}\nl:\n- a: 1\n  <<: *m\n  b: 2\n", ("l", 0, "a")),
        ("m: &m {x: 1}\nl: {a: 1, <<: *m, b: 2}\n", ("l", "a")),
        ("m: &m {x: 1}\nl: {<<: *m, a: 1}\n", ("l", "a")),
        ("l:\n- a: 1\n", ("l", 0, "a")),
        ("l: {a: 1, # one\n }\n", ("l", "a")),
        ("l:\n  ? a\n  : 1\n  b: 2\n", ("l", "a")),
    ],
)
def test_an_entry_stays_if_more_would_go_or_the_text_could_not_be_read(text: str, path: tuple[str | int, ...]) -> None:
    assert without(text, *path) == ""


def test_lines_are_those_of_one_entry_alone() -> None:
    (document,) = read("a:\n  b: 1\nc: {d: 2}\ne:\n- f: 3\n").documents
    lines = {path: lines_of(document, entry_at(document, FieldPath(path))) for path in (("a",), ("c", "d"), ("e", 0))}
    starts = {path: (span.start.line, span.end.line) if span else None for path, span in lines.items()}
    assert starts == {("a",): (1, 3), ("c", "d"): None, ("e", 0): (5, 6)}


def test_a_merged_field_is_not_its_mappings_own() -> None:
    (document,) = read("m: &m {x: 1}\n<<: *m\nk: *m\n").documents
    own = [path for path in (("m",), ("m", "x"), ("x",), ("k",), ("k", "x")) if is_own(document, FieldPath(path))]
    assert own == [("m",), ("m", "x"), ("k",)]
