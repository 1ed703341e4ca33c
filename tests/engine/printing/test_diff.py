"""The differences between two outputs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playground.engine.model.location import FieldPath
from playground.engine.printing.diff import DiffLine, diff_lines
from playground.engine.printing.shapes import OutputLines, output_lines
from tests.cost import growth

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}
SERVICE = {"kind": "Service", "spec": {"ports": [80]}}


def signs(before: Any, after: Any, syntax: str = "yaml") -> str:
    """The diff as text, one line each."""
    lines = diff_lines(output_lines(before, syntax=syntax), output_lines(after, syntax=syntax))
    return "\n".join(f"{line.sign}{line.text}" for line in lines)


def test_equal_outputs_have_no_difference() -> None:
    objects = [POD, SERVICE]
    assert signs(objects, objects) == "\n".join(f" {line.text}" for line in output_lines(objects))


def test_a_changed_value_is_shown_before_and_after() -> None:
    assert signs([{"a": "$(X)", "b": 1}], [{"a": "x", "b": 1}]) == "-a: $(X)\n+a: x\n b: 1"


def test_a_diff_line_knows_its_object_and_field() -> None:
    lines = diff_lines(output_lines([POD, {"a": 1}]), output_lines([POD, {"a": 2}]))
    assert lines[-2:] == (DiffLine("-", "a: 1", 1, FieldPath(("a",))), DiffLine("+", "a: 2", 1, FieldPath(("a",))))


def test_a_changed_key_replaces_its_whole_value() -> None:
    before = [{"data": {"${N}": {"a": 1, "b": 2}, "z": 1}}]
    after = [{"data": {"m": {"a": 1, "b": 2}, "z": 1}}]
    assert signs(before, after) == " data:\n-  ${N}:\n-    a: 1\n-    b: 2\n+  m:\n+    a: 1\n+    b: 2\n   z: 1"


def test_added_labels_are_the_only_difference() -> None:
    before = [{"metadata": {"name": "a"}, "spec": 1}]
    after = [{"metadata": {"name": "a", "labels": {"app": "b", "tier": "c"}}, "spec": 1}]
    assert signs(before, after) == " metadata:\n   name: a\n+  labels:\n+    app: b\n+    tier: c\n spec: 1"


def test_a_removed_namespace_is_the_only_difference() -> None:
    before = [{"metadata": {"name": "a", "namespace": "prod", "uid": "u"}, "spec": 1}]
    after = [{"metadata": {"name": "a", "uid": "u"}, "spec": 1}]
    assert signs(before, after) == " metadata:\n   name: a\n-  namespace: prod\n   uid: u\n spec: 1"


def test_the_lines_of_a_text_that_changed_are_compared_one_by_one() -> None:
    before = [{"run": "set -e\necho $(A)\n\nexit\n"}]
    after = [{"run": "set -e\necho a\nsleep 1\n\nexit\n"}]
    assert signs(before, after) == " run: |\n   set -e\n-  echo $(A)\n+  echo a\n+  sleep 1\n \n   exit"


def test_a_text_that_becomes_one_line_is_removed_and_added() -> None:
    assert signs([{"a": "x\ny\n", "b": 1}], [{"a": "x", "b": 1}]) == "-a: |\n-  x\n-  y\n+a: x\n b: 1"


def test_a_comma_alone_is_not_a_difference_in_json() -> None:
    assert signs([{"a": 1}], [{"a": 1, "b": {"c": 2}}], "json") == (' {\n   "a": 1,\n+  "b": {\n+    "c": 2\n+  }\n }')


def test_a_comma_within_a_text_is_a_difference() -> None:
    assert signs([{"a": "x,"}], [{"a": "x"}]) == '-a: "x,"\n+a: x'
    assert signs([{"a": "x,\ny,"}], [{"a": "x\ny,"}]) == " a: |-\n-  x,\n+  x\n   y,"


def test_a_moved_field_is_removed_and_added() -> None:
    before = [{"a": 1, "b": 2, "c": 3, "d": 4}]
    assert signs(before, [{"d": 4, "a": 1, "b": 2, "c": 3}]) == "+d: 4\n a: 1\n b: 2\n c: 3\n-d: 4"
    assert signs(before, [{"b": 2, "c": 3, "d": 4, "a": 1}]) == "-a: 1\n b: 2\n c: 3\n d: 4\n+a: 1"


def test_objects_missing_on_one_side_are_removed_or_added() -> None:
    assert signs([{"a": 1}], [{"a": 1}, {"a": 2}]) == " a: 1\n+---\n+a: 2"
    assert signs([{"a": 1}, {"a": 2}], [{"a": 1}]) == " a: 1\n----\n-a: 2"


@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_both_sides_can_be_reconstructed_from_any_diff(syntax: str) -> None:
    random = Random(7)
    for _ in range(500):
        before, after = ([_object(random) for _ in range(random.randint(0, 3))] for _ in range(2))
        old, new = output_lines(before, syntax=syntax), output_lines(after, syntax=syntax)
        lines = diff_lines(old, new)
        assert [line.text for line in lines if line.sign != "-"] == [line.text for line in new]
        # A line without a sign has the text of the new side, whose comma may differ.
        old_lines = [line.text.rstrip(",") for line in lines if line.sign != "+"]
        assert old_lines == [line.text.rstrip(",") for line in old]


def _object(random: Random) -> Any:
    keys = random.sample("abcdef", random.randint(0, 5))
    leaves: tuple[Any, ...] = (
        1,
        "x",
        "x\ny\n",
        "x\n\ny\nx\n",
        {},
        [],
        {"a": 1, "b": "q\nr"},
        {"b": 1},
        [1, {"a": "x"}],
        [2],
    )
    return {key: random.choice(leaves) for key in keys}


def test_a_diff_of_unlike_texts_takes_linear_time() -> None:
    def unlike(size: int) -> tuple[OutputLines, OutputLines]:
        shuffled = [f"line {n % 700}" for n in range(2 * size)]
        before = [{"text": "\n".join(shuffled), **{f"k{n}": n for n in range(size)}}]
        Random(3).shuffle(shuffled)
        after = [{"text": "\n".join(shuffled), **{f"k{n}": -n for n in reversed(range(size))}}]
        return output_lines(before), output_lines(after)

    assert growth(unlike, lambda sides: diff_lines(*sides), 1_000) < 8
