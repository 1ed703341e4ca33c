"""The place of each field's key and value."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest

from playground.engine.model.location import ROOT, FieldPath, Position
from playground.engine.reading import Document, read
from playground.engine.reading.document import DOCUMENT_FRAME, ITEM, KEY, Frame, Notes
from playground.engine.reading.errors import value_messages
from tests.cost import growth, steps

TEXT = """\
# a comment
apiVersion: v1
metadata:
  name: &n "web"   # its name
  labels: {app: web, "tier": 'front'}

spec:
  args:
  - -c
  - !!str |
    echo $(A)

    echo b


  - *n
  empty:
"""


def read_document(text: str) -> Document:
    [document] = read(text).documents
    return document


@pytest.fixture
def document() -> Document:
    return read_document(TEXT)


@pytest.mark.parametrize(
    ("path", "place", "text"),
    [
        (("apiVersion",), "2:13", "v1"),
        (("metadata", "name"), "4:12", '"web"'),
        (("metadata", "labels"), "5:11", "{app: web, \"tier\": 'front'}"),
        (("metadata", "labels", "tier"), "5:30", "'front'"),
        (("spec", "args", 0), "9:5", "-c"),
        (("spec", "args", 1), "10:11", "|\n    echo $(A)\n\n    echo b"),
        (("spec", "args", 2), "16:5", "*n"),
        (("spec", "empty"), "17:9", ""),
        (("metadata",), "4:3", 'name: &n "web"   # its name\n  labels: {app: web, "tier": \'front\'}'),
    ],
)
def test_spans_of_values_exclude_anchors_tags_and_blank_lines(
    document: Document, path: FieldPath, place: str, text: str
) -> None:
    span = document.span(path)
    assert str(span) == place
    assert document.source.slice(span) == text
    assert document.raw(path) == text
    assert document.source.span(*document.offsets(path)) == span


def test_keys_are_found(document: Document) -> None:
    assert str(document.key_span(("spec", "args"))) == "8:3"
    assert document.source.slice(document.key_span(("metadata", "labels", "tier"))) == '"tier"'


def test_a_list_item_has_no_key_so_its_value_is_the_place(document: Document) -> None:
    assert document.key_span(("spec", "args", 0)) == document.span(("spec", "args", 0))


def test_a_path_that_does_not_exist_is_found_at_its_nearest_ancestor(document: Document) -> None:
    assert document.span(("metadata", "labels", "no", 3)) == document.span(("metadata", "labels"))
    assert document.key_span(("metadata", "nothing")) == document.span(("metadata",))
    assert document.text_span(("metadata", "nothing"), 0, 1) == document.span(("metadata",))
    assert document.key_text_span(("metadata", "nothing"), 0, 1) == document.span(("metadata",))
    assert (document.style(("nothing",)), document.raw(("nothing",))) == ("", "")


def test_the_root_is_the_whole_document(document: Document) -> None:
    assert str(document.span(())) == "2:1"
    assert document.span(()).end == Position(17, 9)


@pytest.mark.parametrize(
    ("path", "style"),
    [
        ((), "block"),
        (("apiVersion",), "plain"),
        (("metadata", "name"), "double"),
        (("metadata", "labels"), "flow"),
        (("metadata", "labels", "tier"), "single"),
        (("spec", "args"), "block"),
        (("spec", "args", 1), "literal"),
        (("spec", "args", 2), ""),
    ],
)
def test_each_style_has_its_name(document: Document, path: FieldPath, style: str) -> None:
    assert document.style(path) == style


def test_folded_text_has_its_style() -> None:
    assert read_document("a: >\n  b\n").style(("a",)) == "folded"


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ((2, 3), "apiVersion"),
        ((2, 14), "apiVersion"),
        ((4, 13), "metadata.name"),
        ((5, 23), "metadata.labels.tier"),
        ((5, 32), "metadata.labels.tier"),
        ((9, 6), "spec.args[0]"),
        ((11, 9), "spec.args[1]"),
        ((8, 4), "spec.args"),
        ((1, 1), ""),
    ],
)
def test_a_position_gives_the_deepest_field(document: Document, place: tuple[int, int], path: str) -> None:
    assert str(document.path_at(Position(*place))) == path


@pytest.mark.parametrize("text", ["{}", "a: &a\n{}  b"])
def test_many_comments_take_no_more_memory_than_a_few_copies(text: str) -> None:
    text = text.format("#\n" * 50_000)
    tracemalloc.start()
    try:
        for document in read(text).documents:
            document.span(("a",))
        assert tracemalloc.get_traced_memory()[1] < 40 * len(text)  # bytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("text", ["a:\n" + "- b: 1\n" * 1000, "a:\n" + "".join(f"  k{n}: 1\n" for n in range(1000))])
def test_many_positions_in_a_long_list_or_mapping_are_each_found_at_once(text: str) -> None:
    document = read_document(text)
    places = [Position(line, 3) for line in range(2, 1002, 5)]
    assert steps(lambda: [document.path_at(place) for place in places]) < 150 * len(places)


def test_the_text_of_an_alias_is_found_at_its_anchor(document: Document) -> None:
    assert str(document.text_span(("spec", "args", 2), 1, 2)) == "4:14"


def test_fields_that_an_alias_brings_along_are_found_at_the_anchor() -> None:
    document = read_document("a: &x\n  b: 1\nc: *x\n")
    assert str(document.span(("c",))) == "3:4"
    assert str(document.span(("c", "b"))) == "2:6"


def test_merged_fields_are_found_where_they_are_written() -> None:
    document = read_document("a: &x {k: 1, m: 2}\nb: &y {k: 3}\nc:\n  <<: [*x, *y]\n  m: 4\n")
    assert document.value["c"] == {"k": 1, "m": 4}
    assert str(document.span(("c", "k"))) == "1:11"
    assert str(document.span(("c", "m"))) == "5:6"


def test_of_a_repeated_key_the_last_is_found() -> None:
    assert str(read_document("a: 1\na: 2\n").span(("a",))) == "2:4"


def test_renamed_keys_are_found_by_their_names() -> None:
    document = read_document("y: 1\n")
    assert str(document.key_span(("true",))) == "1:1"
    assert document.key_text_span(("true",), 0, 2) == document.key_span(("true",))


def test_a_second_document_counts_from_the_whole_text() -> None:
    source = read("\ufeffa: 1\r\n---\r\nb:\r\n- é: x\r\n")
    assert str(source.documents[0].span(("a",))) == "1:5"
    assert str(source.documents[1].span(("b", 0, "é"))) == "4:6"


@pytest.mark.parametrize(
    ("text", "contained"), [("b: a$$", True), ('b: "\\x24\\x24"', True), ("b: a$", False), ("b: $$$", True)]
)
def test_only_the_source_of_the_document_itself_is_searched(text: str, contained: bool) -> None:
    documents = read(f"a: $\n---\n{text}\n---\nc: $\n").documents
    assert [document.may_hold("$$") for document in documents] == [False, contained, False]


def test_json_is_found_too() -> None:
    document = read_document('{\n  "a": [1, {"b": "x"}]\n}\n')
    assert document.syntax == "json"
    assert str(document.span(("a", 1, "b"))) == "2:18"
    assert document.source.slice(document.key_span(("a", 1, "b"))) == '"b"'
    assert document.style(("a",)) == "flow"
    assert str(document.path_at(Position(2, 19))) == "a[1].b"


def paths_of(value: object, above: FieldPath = ROOT) -> Iterator[FieldPath]:
    """Every field below a value."""
    parts: list[str | int] = []
    if isinstance(value, dict):
        parts = list(value)
    if isinstance(value, list):
        parts = list(range(len(value)))
    for part in parts:
        yield above / part
        yield from paths_of(value[part], above / part)  # type: ignore[index]


@pytest.mark.parametrize("text", [TEXT.replace("*n", "!!str n"), '{"a": [{"b": 1}, [], {"b": null}], "a b": "x"}'])
def test_looking_up_many_places_equals_looking_up_each(text: str) -> None:
    document = read_document(text)
    offsets = document.offsets_below(ROOT, 99)
    assert offsets == {path: document.offsets(path) for path in (ROOT, *paths_of(document.value))}
    inner = FieldPath(("spec",)) if "spec" in document.value else FieldPath(("a",))
    below = {inner.join(path): place for path, place in document.offsets_below(inner, 99).items()}
    assert below == {path: place for path, place in offsets.items() if path[:1] == inner}
    assert below


def test_of_two_equal_keys_the_last_counts() -> None:
    document = read_document("a: {x: 1}\nb: 2\na: {y: 3}\n")
    offsets = document.offsets_below(ROOT, 9)
    assert [offsets[path] == document.offsets(path) for path in paths_of(document.value)] == [True, True, True]


@pytest.mark.parametrize(
    ("text", "path", "most"),
    [
        (TEXT, (), 99),  # an alias
        ("a: &x {b: 1}\nc:\n  <<: {d: 2}\n", (), 99),
        ("a: [1, 2, 3]\n", ("b",), 99),
        ("a: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", (), 1),
    ],
)
def test_places_that_need_single_lookups_are_left_out(text: str, path: tuple[str | int, ...], most: int) -> None:
    assert read_document(text).offsets_below(path, most) == {}


def test_the_field_is_the_path_through_the_open_collections() -> None:
    notes = Notes("", [DOCUMENT_FRAME, Frame({}, 0, 1, "a"), Frame(["x"], 2, ITEM), Frame({}, 4, KEY, "old")])
    assert notes.path() == ("a", 1)
    notes.frames[-1].key_node = 5
    assert notes.path() == ("a", 1, "old")


def test_of_many_raw_problems_the_first_and_a_refusal_are_kept() -> None:
    notes = Notes("", [DOCUMENT_FRAME, Frame({}, 0, 1, "a")])
    for number in range(value_messages.MOST_PROBLEMS + 5):
        notes.add(value_messages.odd_key, number, number + 1, "y", "true")
    assert [raw.start for raw in notes.raw_problems] == list(range(value_messages.MOST_PROBLEMS))
    for _ in range(2):
        notes.add(value_messages.merge_not_a_mapping, 7, 8)
    assert len(notes.raw_problems) == value_messages.MOST_PROBLEMS + 1
    assert (notes.raw_problems[-1].refused, notes.raw_problems[-1].field) == (True, ("a",))


def test_a_message_may_be_missing() -> None:
    notes = Notes("")
    notes.add(value_messages.inexact_number, 0, 3, "1.5", 1.5)
    assert notes.raw_problems == []


def test_many_spaces_after_an_anchor_take_time_in_proportion() -> None:
    def raw(text: str) -> str:
        (document,) = read(text).documents
        return document.raw(ROOT / "a")

    assert raw("a: &b # why\n  c") == "c"
    assert growth(lambda size: f"a: &b{' ' * size}c", raw, 4_000) < 8
