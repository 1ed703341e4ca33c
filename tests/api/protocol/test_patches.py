"""Patches follow RFC 7396, RFC 6902 and Kubernetes; hostile ones terminate."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from playground.api.protocol.patches import APPLY, JSON_PATCH, MERGE, STRATEGIC, patched
from playground.api.protocol.status_errors import StatusError
from playground.web.api_limits import DEEPEST, MOST_COPIED, MOST_OPERATIONS
from tests.cost import growth

OBJECT: dict[str, Any] = {
    "a": {"b": 1, "c": [1, 2, 3]},
    "metadata": {"finalizers": ["x", "y"]},
    "~/": "odd",
    "on": True,
}


@pytest.mark.parametrize(
    ("value", "patch", "expected"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
@pytest.mark.parametrize("kind", [MERGE, STRATEGIC, APPLY])
def test_the_examples_of_rfc_7396_hold(value: Any, patch: Any, expected: Any, kind: str) -> None:
    before = copy.deepcopy(value)
    assert patched(value, patch, kind) == expected
    assert value == before


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ({"a": {"$patch": "replace", "d": 1}}, {"a": {"d": 1}}),
        ({"a": {"$patch": "delete"}}, {"a": {}}),
        ({"a": {"$retainKeys": ["b"], "d": 1}}, {"a": {"b": 1, "d": 1}}),
        ({"a": {"$setElementOrder/c": [3, 2, 1]}}, {"a": OBJECT["a"]}),
        ({"a": {"$deleteFromPrimitiveList/c": [2]}}, {"a": {"b": 1, "c": [1, 3]}}),
        ({"a": {"$deleteFromPrimitiveList/c": 2}}, {}),
        ({"a": {"$deleteFromPrimitiveList/new": [2]}}, {}),
        ({"metadata": {"finalizers": ["z", "x"]}}, {"metadata": {"finalizers": ["x", "y", "z"]}}),
        ({"metadata": {"finalizers": "z"}}, {"metadata": {"finalizers": "z"}}),
        ({"finalizers": ["z"]}, {"finalizers": ["z"]}),
    ],
)
def test_directives_of_strategic_patches_are_applied(patch: Any, expected: Any) -> None:
    assert patched(OBJECT, patch, STRATEGIC) == {**OBJECT, **expected}


@pytest.mark.parametrize(
    "change", [{"$patch": "delete"}, {"$retainKeys": ["b"]}, {"$deleteFromPrimitiveList/c": [2]}, {"finalizers": ["z"]}]
)
def test_in_a_merge_patch_directives_are_fields_and_lists_are_replaced(change: Any) -> None:
    value = {"b": 1, "c": [1, 2, 3], "finalizers": ["x"]}
    assert patched(value, change, MERGE) == {**value, **change}


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"op": "add", "path": "/new", "value": 1}, {"new": 1}),
        ({"op": "add", "path": "/a/c/1", "value": 9}, {"a": {"b": 1, "c": [1, 9, 2, 3]}}),
        ({"op": "add", "path": "/a/c/3", "value": 9}, {"a": {"b": 1, "c": [1, 2, 3, 9]}}),
        ({"op": "add", "path": "/a/c/-", "value": 9}, {"a": {"b": 1, "c": [1, 2, 3, 9]}}),
        ({"op": "remove", "path": "/a/c/0"}, {"a": {"b": 1, "c": [2, 3]}}),
        ({"op": "replace", "path": "/a/b", "value": None}, {"a": {"b": None, "c": [1, 2, 3]}}),
        ({"op": "move", "from": "/a/b", "path": "/new"}, {"a": {"c": [1, 2, 3]}, "new": 1}),
        ({"op": "move", "from": "/a/b", "path": "/a/b"}, {}),
        ({"op": "copy", "from": "/a", "path": "/a/d"}, {"a": {**OBJECT["a"], "d": OBJECT["a"]}}),
        ({"op": "test", "path": "/~0~1", "value": "odd"}, {}),
        ({"op": "test", "path": "/a", "value": {"c": [1, 2, 3], "b": 1}}, {}),
    ],
)
def test_operations_of_rfc_6902_are_applied(operation: Any, expected: Any) -> None:
    before = copy.deepcopy(OBJECT)
    assert patched(OBJECT, [operation], JSON_PATCH) == {**OBJECT, **expected}
    assert before == OBJECT


@pytest.mark.parametrize(
    ("patch", "code"),
    [
        ({}, 400),
        ([7], 400),
        ([{"op": "test", "path": "/on", "value": True}, 7], 400),
        ([{}], 400),
        ([{"op": "dance", "path": "/new", "from": "/a"}], 400),
        ([{"op": "add", "path": "a", "value": 1}], 400),
        ([{"op": "add", "path": "/a"}], 422),
        ([{"op": "add", "path": "/x/y", "value": 1}], 422),
        ([{"op": "add", "path": "/a/c/4", "value": 1}], 422),
        ([{"op": "add", "path": "/a/c/01", "value": 1}], 422),
        ([{"op": "add", "path": "/on/x", "value": 1}], 422),
        ([{"op": "remove", "path": "/a/c/-"}], 422),
        ([{"op": "remove", "path": "/a/c/3"}], 422),
        ([{"op": "remove", "path": "/a/c/b"}], 422),
        ([{"op": "remove", "path": "/a/c/\u0661"}], 422),
        ([{"op": "remove", "path": f"/a/c/{'9' * 5000}"}], 422),
        ([{"op": "remove", "path": "/~0~1/odd"}], 422),
        ([{"op": "remove", "path": "/nope"}], 422),
        ([{"op": "replace", "path": "/nope", "value": 1}], 422),
        ([{"op": "test", "path": "/on", "value": 1}], 422),
        ([{"op": "test", "path": "/a", "value": {"b": True, "c": [1, 2, 3]}}], 422),
        ([{"op": "test", "path": "/a", "value": {"b": 1, "c": [1, 2]}}], 422),
        ([{"op": "test", "path": "/a", "value": {"b": 1}}], 422),
        ([{"op": "test", "path": "/a", "value": 1}], 422),
        ([{"op": "test", "path": "/a/b", "value": {"b": 1}}], 422),
        ([{"op": "test", "path": "/a/c", "value": 1}], 422),
        ([{"op": "test", "path": "/a/c/0", "value": [1]}], 422),
        ([{"op": "test", "path": "/a/c", "value": [True, 2, 3]}], 422),
        ([{"op": "move", "from": "/a", "path": "/a/b"}], 422),
        (
            [
                {"op": "replace", "path": "/a/c", "value": [{}, {}]},
                {"op": "move", "from": "/a/c/0", "path": "/a/c/0/x"},
            ],
            422,
        ),
        ([{"op": "replace", "path": "", "value": 3}], 422),
    ],
)
def test_operations_that_cannot_be_applied_are_refused(patch: Any, code: int) -> None:
    with pytest.raises(StatusError) as refusal:
        patched(OBJECT, patch, JSON_PATCH)
    assert refusal.value.code == code


OF_FIVE = {"a": [1, 2, 3, 4]}  # values, with the list


@pytest.mark.parametrize(
    ("patch", "value"),
    [
        (lambda extra: [{"op": "test", "path": "/a/0", "value": 1}] * (MOST_OPERATIONS + extra), OF_FIVE),
        (
            lambda extra: [{"op": "copy", "from": "/a", "path": "/b"}],
            lambda extra: {"a": [1] * (MOST_COPIED - 1 + extra)},
        ),
        (
            lambda _: [{"op": "copy", "from": "/a", "path": "/b"}],
            lambda extra: {"a": {"k" * 5: ["x" * (10 * MOST_COPIED - 35 + 10 * extra)]}},
        ),
        (lambda extra: [{"op": "add", "path": "/b", "value": nested(DEEPEST - 1 + extra)}], OF_FIVE),
    ],
    ids=["operations", "copied", "copied text", "depth"],
)
def test_each_limit_of_a_json_patch_allows_its_number_and_no_more(patch: Any, value: Any) -> None:
    def code(extra: int) -> int:
        try:
            patched(value(extra) if callable(value) else value, patch(extra), JSON_PATCH)
        except StatusError as refusal:
            return refusal.code
        return 200

    assert (code(0), code(1)) == (200, 413)


def nested(levels: int) -> Any:
    """Lists inside one another."""
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    return value


def test_copies_are_counted_together() -> None:
    with pytest.raises(StatusError, match="413"):
        patched(OBJECT, [{"op": "copy", "from": "", "path": f"/a/{n}"} for n in range(40)], JSON_PATCH)


def test_a_text_that_is_copied_again_and_again_makes_no_object_of_gigabytes() -> None:
    object_with = {"text": "x" * 200_000, "list": []}  # the text, 300 times, 300 times: 18 GB once it is written
    doubling = [{"op": "copy", "from": "/text", "path": "/list/-"}] * 300
    doubling += [{"op": "copy", "from": "/list", "path": f"/{n}"} for n in range(300)]
    with pytest.raises(StatusError, match="413"):
        patched(object_with, doubling, JSON_PATCH)
    assert patched(object_with, doubling[:4], JSON_PATCH)["list"] == [object_with["text"]] * 4


def test_a_merge_patch_must_be_an_object() -> None:
    for kind in (MERGE, STRATEGIC, APPLY):
        with pytest.raises(StatusError):
            patched(OBJECT, [], kind)


def test_the_whole_object_cannot_be_removed() -> None:
    with pytest.raises(StatusError) as refused:
        patched({"a": 1}, [{"op": "remove", "path": ""}], JSON_PATCH)
    assert refused.value.code == 422
    assert patched({"a": 1}, [{"op": "remove", "path": ""}, {"op": "add", "path": "", "value": {}}], JSON_PATCH) == {}


@pytest.mark.parametrize(
    "patch",
    [
        lambda items: {"labels": {"$retainKeys": items}},
        lambda items: {"$deleteFromPrimitiveList/finalizers": items},
        lambda items: {"finalizers": items},
    ],
)
def test_long_lists_in_a_strategic_patch_take_linear_time(patch: Callable[[list[str]], Any]) -> None:
    def both(count: int) -> tuple[dict[str, Any], Any]:
        items = [f"a{number}" for number in range(count)]
        return {"labels": dict.fromkeys(items, "x"), "finalizers": items}, patch([f"b{word}" for word in items])

    assert growth(both, lambda pair: patched(*pair, STRATEGIC), 500) < 8


def test_a_strategic_patch_keeps_what_is_no_text_or_number() -> None:
    value = {"finalizers": ["a", {"b": 1}, ["c"]]}
    assert patched(value, {"$deleteFromPrimitiveList/finalizers": ["a", {"b": 1}]}, STRATEGIC) == {
        "finalizers": [{"b": 1}, ["c"]]
    }
