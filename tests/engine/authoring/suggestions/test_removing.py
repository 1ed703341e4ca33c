"""Fields and Objects are cut out of a text, and everything else stays."""

from __future__ import annotations

import pytest

from playground.engine import Deadline, FieldPath, apply_edits, read
from playground.engine.authoring.suggestions.removing import is_removable, removal_edits, with_emptied, without
from playground.engine.authoring.wrapping import Wrapping, wrap


def cut(text: str, *places: tuple[str | int, ...]) -> str:
    """The text without the fields, each given as the number of its Object and its path."""
    source = read(text)
    wrapping = wrap(source)
    assert isinstance(wrapping, Wrapping), wrapping
    numbered = [(int(number), FieldPath(path)) for number, *path in places]
    after = apply_edits(text, removal_edits(wrapping.objects, numbered, Deadline()))
    for item, document in zip(wrapping.objects, read(after).documents, strict=False):
        if not item.path and len(wrapping.objects) == len(read(after).documents):
            paths = [path for number, path in numbered if wrapping.objects[number] is item]
            assert document.value == without(item.value, paths)
    return after


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("kind: A\nx: 1 # why\ny: 2\n", ("x",), "kind: A\ny: 2\n"),
        ("kind: A\n# above\nx:\n  a: 1\n  b:\n  - 2\n# below\ny: 2\n", ("x",), "kind: A\n# above\n# below\ny: 2\n"),
        ("kind: A\nx: |\n  a\n\n  b\n\ny: 2\n", ("x",), "kind: A\n\ny: 2\n"),
        ("kind: A\ny: 2\nx:", ("x",), "kind: A\ny: 2\n"),
        ("kind: A\nl:\n- x: 1\n  w: 2\n", ("l", 0, "x"), "kind: A\nl:\n- w: 2\n"),
        ("kind: A\nl:\n- w: 2\n  x: 1\n", ("l", 0, "x"), "kind: A\nl:\n- w: 2\n"),
        ("{kind: A, x: 1, w: 2}\n", ("x",), "{kind: A, w: 2}\n"),
        ("{kind: A, w: 2, x: [1, 2]}\n", ("x",), "{kind: A, w: 2}\n"),
        ('{"kind": "A",\n "x": {"a": 1},\n "w": 2}\n', ("x",), '{"kind": "A",\n "w": 2}\n'),
    ],
)
def test_a_field_goes_with_its_line_or_its_comma(text: str, path: tuple[str | int, ...], after: str) -> None:
    assert cut(text, (0, *path)) == after


def test_neighbours_go_together() -> None:
    assert cut("{kind: A, x: 1, w: 2, z: 3}\n", (0, "x"), (0, "w")) == "{kind: A, z: 3}\n"
    assert cut("{kind: A, x: 1, w: 2}\n", (0, "x"), (0, "w")) == "{kind: A}\n"
    assert cut("kind: A\nl:\n- x: 1\n  w: 2\n  z: 3\n", (0, "l", 0, "x"), (0, "l", 0, "w")) == "kind: A\nl:\n- z: 3\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("kind: A\nx: 1\n---\nkind: B\n", "---\nkind: B\n"),
        ("# a\n{kind: A}  # b\n---\nkind: B\n", "# a\n  # b\n---\nkind: B\n"),
        ("kind: List\nitems:\n- kind: A\n  x: 1\n- kind: B\n", "kind: List\nitems:\n- kind: B\n"),
        ("kind: List\nitems:\n-\n  kind: A\n- kind: B\n", "kind: List\nitems:\n- kind: B\n"),
        ("kind: List\nitems:\n- &a kind: A\n- kind: B\n", "kind: List\nitems:\n- kind: B\n"),
        ('{"kind": "List", "items": [{"kind": "A"}, {"kind": "B"}]}', '{"kind": "List", "items": [{"kind": "B"}]}'),
    ],
)
def test_an_object_goes_from_its_list_or_its_document(text: str, after: str) -> None:
    assert cut(text, (0,)) == after


def test_a_mapping_that_would_be_empty_goes_as_a_whole() -> None:
    value = {"metadata": {"annotations": {"a": 1, "b": 2}, "name": "x"}}
    paths = [FieldPath(("metadata", "annotations", key)) for key in "ab"]
    assert with_emptied(value, paths) == {FieldPath(("metadata", "annotations"))}
    assert with_emptied(value, [*paths, FieldPath(("metadata", "name"))]) == {FieldPath(("metadata",))}
    assert with_emptied(value, paths[:1]) == {paths[0]}
    assert with_emptied(value, [FieldPath(("metadata",)), *paths]) == {FieldPath(("metadata",))}


def test_a_field_of_an_alias_or_of_a_merge_cannot_be_removed() -> None:
    text = "kind: A\nm: &m {x: 1}\nk: *m\no:\n  <<: *m\n  w: 1\n"
    wrapping = wrap(read(text))
    assert isinstance(wrapping, Wrapping)
    (item,) = wrapping.objects
    removable = {
        path: is_removable(item, FieldPath(path)) for path in (("m", "x"), ("k", "x"), ("o", "x"), ("o", "w"), ("k",))
    }
    assert removable == {("m", "x"): True, ("k", "x"): False, ("o", "x"): False, ("o", "w"): True, ("k",): True}
