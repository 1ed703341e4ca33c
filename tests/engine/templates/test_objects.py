"""OpenShift's kinds and their groups."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.model.location import ROOT
from playground.engine.reading import read
from playground.engine.templates.objects import (
    GROUPS,
    Labelling,
    kind_of_object,
    object_problem,
    regrouped,
    set_labels,
    with_typed_items,
    without_namespace,
)
from playground.engine.templates.substitution import Dialect


@pytest.mark.parametrize(
    ("version", "kind", "printed"),
    [
        ("v1", "Route", ("route.openshift.io/v1", "Route")),
        ("v1", "RouteList", ("route.openshift.io/v1", "RouteList")),
        ("v1", "ProjectRequest", ("project.openshift.io/v1", "ProjectRequest")),
        ("v1", "ProjectRequestList", ("v1", "ProjectRequestList")),
        ("v1", "ConfigMap", ("v1", "ConfigMap")),
        ("apps/v1", "DeploymentConfig", ("apps/v1", "DeploymentConfig")),
        (None, "ConfigMap", ("", "ConfigMap")),
        (None, "Route", ("route.openshift.io/", "Route")),
        ("v1", 3, ("v1", "")),
        ("/v1", "ConfigMap", ("v1", "ConfigMap")),
        ("a/b/c", "ConfigMap", ("", "")),
    ],
)
def test_version_and_kind_are_printed_as_oc_does(version: object, kind: object, printed: tuple[str, str]) -> None:
    assert regrouped({"apiVersion": version, "kind": kind}) == printed


def test_an_object_with_an_invalid_version_has_no_kind() -> None:
    assert kind_of_object({"apiVersion": "a/b/c", "kind": "ConfigMap"}) == ""


def test_every_kind_is_in_one_group() -> None:
    assert len(GROUPS) == 77
    assert all(group.endswith(".openshift.io") for group in GROUPS.values())


SET = Labelling(("z",))


@pytest.mark.parametrize(
    ("before", "after", "labelling"),
    [
        ({}, {"metadata": {"labels": {"z": "1"}}}, SET),
        ({"metadata": {"name": "a"}}, {"metadata": {"name": "a", "labels": {"z": "1"}}}, SET),
        ({"metadata": {"labels": None}}, {"metadata": {"labels": {"z": "1"}}}, SET),
        ({"metadata": {"labels": {"z": "0", "y": "2"}}}, {"metadata": {"labels": {"z": "1", "y": "2"}}}, SET),
        ({"metadata": {"labels": {"x": 5, "y": "2"}}}, {"metadata": {"labels": {"z": "1"}}},
         Labelling(("z",), ("x", "y"))),
        ({"metadata": {"labels": {"x": None}}}, {"metadata": {"labels": {"x": "", "z": "1"}}}, SET),
        ({"metadata": {"labels": {"x": None, "y": 5}}}, {"metadata": {"labels": {"z": "1"}}},
         Labelling(("z",), ("x", "y"))),
        ({"metadata": None}, {"metadata": None}, Labelling((), refused=True)),
        ({"metadata": "x"}, {"metadata": "x"}, Labelling((), refused=True)),
    ],
)  # fmt: skip
def test_labels_are_set_as_oc_does(before: dict[str, Any], after: dict[str, Any], labelling: Labelling) -> None:
    assert set_labels(before, {"z": "1"}) == labelling
    assert before == after


def test_no_labels_still_make_an_empty_map() -> None:
    value: dict[str, Any] = {}
    assert set_labels(value, {}) == Labelling(())
    assert value == {"metadata": {"labels": {}}}


@pytest.mark.parametrize(
    ("metadata", "metadata_after"),
    [
        ({"namespace": "x", "name": "a"}, {"name": "a"}),
        ({"namespace": "$(NS)"}, {}),
        ({"namespace": "${{NS}}"}, {}),
        ({"namespace": "${NS}"}, {"namespace": "${NS}"}),
        ({"namespace": "a-${NS}"}, {"namespace": "a-${NS}"}),
        ({"namespace": ""}, {"namespace": ""}),
        ({"namespace": None}, {"namespace": ""}),
        ({"namespace": 5}, {"namespace": ""}),
        ({"namespace": {"a": "b"}}, {"namespace": ""}),
        ({"name": "a"}, {"name": "a"}),
        (None, None),
    ],
)
def test_hard_coded_namespaces_are_removed(metadata: Any, metadata_after: Any) -> None:
    before = {"metadata": metadata, "namespace": "kept"}
    after, path = without_namespace(before)
    assert after == {"metadata": metadata_after, "namespace": "kept"}
    assert (path is None) == (metadata == metadata_after)


def test_a_namespace_at_the_top_counts_only_without_metadata() -> None:
    after, path = without_namespace({"namespace": "x"})
    assert (after, str(path)) == ({"namespace": ""}, "namespace")
    assert without_namespace({"namespace": "${NS}"}) == ({"namespace": "${NS}"}, None)


def test_the_given_object_is_not_modified() -> None:
    value = {"metadata": {"namespace": "x"}}
    without_namespace(value)
    assert value == {"metadata": {"namespace": "x"}}


GO = "unable to handle object: json: cannot unmarshal"


def error(text: str, dialect: Dialect = Dialect.OPENSHIFT) -> tuple[str, str, str] | None:
    document = read(text).documents[0]
    problem = object_problem(document, ROOT, 3, document.value, dialect)
    return None if problem is None else (problem.pattern, str(problem.path), problem.error)


@pytest.mark.parametrize(
    "text", ["kind: A", "{apiVersion: v1, kind: A, items: []}", "{kind: A, items: [null, {}]}", "null"]
)
def test_these_objects_are_decoded(text: str) -> None:
    assert error(text) is None


@pytest.mark.parametrize(
    ("text", "pattern", "path", "message"),
    [
        ("x", "object-not-a-mapping", "", f'"x": {GO} string into Go value of type unstructured.detector'),
        ("5", "object-not-a-mapping", "", f"5: {GO} number into Go value of type unstructured.detector"),
        ("{a: <}", "object-kind-missing", "",
         "{\"a\":\"\\u003c\"}: unable to handle object: Object 'Kind' is missing in '{\"a\":\"\\u003c\"}'"),
        ('{"a": "<"}', "object-kind-missing", "",
         "{\"a\":\"\\u003c\"}: unable to handle object: Object 'Kind' is missing in '{\"a\": \"<\"}'"),
        ("{kind: A, items: 5}", "items-not-a-list", "items",
         f'{{"items":5,"kind":"A"}}: {GO} number into Go struct field decodeList.items of type []json.RawMessage'),
        ("{kind: A, items: [x]}", "object-not-a-mapping", "items[0]",
         f'{{"items":["x"],"kind":"A"}}: {GO} string into Go value of type map[string]interface {{}}'),
    ],
)  # fmt: skip
def test_fields_that_oc_cannot_decode_are_refused_in_its_words(
    text: str, pattern: str, path: str, message: str
) -> None:
    assert error(text) == (pattern, path, f"item[3].objects: Invalid value: {message}")


def test_items_have_no_meaning_in_the_proposal() -> None:
    assert error("{kind: A, items: 5}", Dialect.PROPOSAL) is None


@pytest.mark.parametrize(
    ("item", "completed"),
    [
        ({"kind": "B", "apiVersion": "v2"}, {"kind": "B", "apiVersion": "v2"}),
        ({"kind": "B"}, {"kind": "B"}),
        ({"apiVersion": "v2"}, {"apiVersion": "v2"}),
        ({"kind": "", "apiVersion": None}, {"kind": "A", "apiVersion": "v1"}),
        ({"kind": 5, "a": "b"}, {"kind": "A", "apiVersion": "v1", "a": "b"}),
        (None, {"kind": "A", "apiVersion": "v1"}),
        ("x", "x"),
    ],
)
def test_an_item_that_has_neither_gets_kind_and_version(item: Any, completed: Any) -> None:
    assert with_typed_items({"kind": "AList", "apiVersion": "v1", "items": [item]})["items"] == [completed]


def test_items_that_are_null_are_an_empty_list() -> None:
    assert with_typed_items({"kind": "AList", "items": None})["items"] == []
    assert with_typed_items({"kind": "AList", "items": 5})["items"] == 5
