"""Where each kind has its pod."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.kubernetes.pods import POD_KINDS, field_at, items_of, name_of, pod_places, pods_of, text
from tests.engine.environments import objects_of

_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "items", "spec", "template", "x"]), inner, max_size=3)
    ),
)


@pytest.mark.parametrize("kind", POD_KINDS)
def test_every_kind_with_a_pod_has_its_path(kind: str) -> None:
    (place,) = pod_places({"kind": kind})
    value: Any = {"containers": []}
    holder: dict[str, Any] = {}
    for part in reversed(place.spec_path):
        value = {str(part): value}
    holder.update(value, kind=kind)
    assert pod_places(holder)[0].spec == {"containers": []}


def test_the_items_of_a_list_are_pods_in_their_order() -> None:
    value = {
        "kind": "List",
        "items": [{"kind": "Pod"}, "x", {"kind": "List", "items": [{"kind": "Job"}]}, {"kind": "Pod"}],
    }
    assert [str(place.spec_path) for place in pod_places(value)] == [
        "items[0].spec",
        "items[2].items[0].spec.template.spec",
        "items[3].spec",
    ]


def test_the_metadata_of_a_pod_template_is_the_pods() -> None:
    value = {"kind": "Job", "metadata": {"name": "job"}, "spec": {"template": {"metadata": {"name": "pod"}}}}
    assert pod_places(value)[0].metadata == {"name": "pod"}


def test_other_kinds_hold_no_pod() -> None:
    assert pod_places({"kind": "Service", "spec": {"template": {"spec": {}}}}) == ()
    assert pod_places({"kind": ["Pod"]}) == ()


def test_the_text_of_another_type_is_its_json() -> None:
    assert [text(value) for value in ("a", 8080, True, None, [1])] == ["a", "8080", "true", "", ""]


@pytest.mark.parametrize(
    "value", [None, [], {}, {"metadata": []}, {"metadata": {"name": 1}}, {"metadata": {"name": ""}}]
)
def test_a_name_that_is_not_text_is_empty(value: Any) -> None:
    assert name_of(value) == ""
    assert name_of({"metadata": {"name": "web"}}) == "web"


@given(_PLAIN)
def test_objects_of_any_shape_are_searched(value: Any) -> None:
    for place in pod_places(value):
        spec = field_at(value, place.spec_path)
        assert place.spec == (spec if isinstance(spec, dict) else {})


def test_the_pods_of_an_object_are_found_once() -> None:
    (item,) = objects_of("{kind: List, items: [{kind: Pod, spec: {}}, {kind: Service}, {kind: CronJob}]}")
    assert [str(place.spec_path) for place in pods_of(item)] == [
        "items[0].spec",
        "items[2].spec.jobTemplate.spec.template.spec",
    ]
    assert pods_of(item) is pods_of(item)


def holding(*items: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "items": list(items)}


def test_nested_lists_are_flattened_in_order() -> None:
    value = holding("a", holding(holding("b"), "c"), holding(), "d")
    assert [(str(path), item) for path, item in items_of(value)] == [
        ("items[0]", "a"),
        ("items[1].items[0].items[0]", "b"),
        ("items[1].items[1]", "c"),
        ("items[3]", "d"),
    ]


@pytest.mark.parametrize("value", [None, 1, "List", [], {}, {"kind": "Pod", "items": [1]}, {"kind": ["List"]}])
def test_an_object_that_is_no_list_is_its_only_item(value: Any) -> None:
    assert list(items_of(value)) == [((), value)]


@pytest.mark.parametrize("items", [None, "x", {}, 3])
def test_a_list_without_items_is_an_ordinary_object(items: Any) -> None:
    value = {"kind": "List", "items": items}
    assert list(items_of(value)) == [((), value)]


def test_lists_may_be_nested_to_any_depth() -> None:
    value: Any = "x"
    for _ in range(3_000):
        value = holding(value)
    ((path, item),) = items_of(value)
    assert (len(path), item) == (6_000, "x")


def test_items_are_flattened_lazily() -> None:
    assert list(islice(items_of(holding(*range(10))), 1)) == [(("items", 0), 0)]
