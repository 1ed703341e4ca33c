"""Objects as `oc` first decodes them."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.location import ROOT
from playground.engine.processing.decoding import decoded, object_problem
from playground.engine.reading import read
from playground.engine.substitution import Dialect

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
    ("text", "pattern", "path", "words"),
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
def test_what_oc_cannot_decode_is_refused_in_its_words(text: str, pattern: str, path: str, words: str) -> None:
    assert error(text) == (pattern, path, f"item[3].objects: Invalid value: {words}")


def test_items_have_no_meaning_in_the_proposal() -> None:
    assert error("{kind: A, items: 5}", Dialect.PROPOSAL) is None


@pytest.mark.parametrize(
    ("item", "made"),
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
def test_an_item_that_has_neither_gets_kind_and_version(item: Any, made: Any) -> None:
    assert decoded({"kind": "AList", "apiVersion": "v1", "items": [item]})["items"] == [made]


def test_items_that_are_null_are_an_empty_list() -> None:
    assert decoded({"kind": "AList", "items": None})["items"] == []
    assert decoded({"kind": "AList", "items": 5})["items"] == 5
