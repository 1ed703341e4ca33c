"""Selectors select what those of the real server do."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from playground.api.selectors import selector_of
from playground.api.status import StatusError
from playground.api_limits import LONGEST_SELECTOR

LABELS = {"app": "web", "tier": "front", "empty": "", "size": "12"}
OBJECT = {"metadata": {"name": "one", "namespace": "ws-1", "labels": LABELS}}


def fits(labels: str = "", fields: str = "") -> bool:
    return selector_of(RequestFactory().get("/", {"labelSelector": labels, "fieldSelector": fields})).fits(OBJECT)


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("", True),
        ("app=web", True),
        ("app==web", True),
        ("app = web , tier = front", True),
        ("app=db", False),
        ("app!=db", True),
        ("app!=web", False),
        ("missing!=web", True),
        ("missing=", False),
        ("empty=", True),
        ("app in (db, web)", True),
        ("app in (db),tier", False),
        ("app notin (db)", True),
        ("missing notin (a)", True),
        ("app notin (db,web)", False),
        ("tier", True),
        ("!tier", False),
        ("!missing", True),
        ("app.kubernetes.io/name", False),
        ("size>11", True),
        ("size > 12", False),
        ("size<13,size>-1", True),
        ("app>1", False),
        ("missing<1", False),
    ],
)
def test_labels_are_selected(selector: str, expected: bool) -> None:
    assert fits(selector) is expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("metadata.name=one", True),
        ("metadata.name==one", True),
        ("metadata.name!=one", False),
        ("metadata.name=two", False),
        ("metadata.namespace=ws-1,metadata.name!=two", True),
    ],
)
def test_fields_are_selected(selector: str, expected: bool) -> None:
    assert fits(fields=selector) is expected


@pytest.mark.parametrize("selector", ["a b", "=x", "a in b", "a in (", "a>b", "a=b=c", "x" * 5000, "\0", "(" * 4000])
def test_an_invalid_selector_is_400(selector: str) -> None:
    for labels, fields in ((selector, ""), ("", selector), ("", "spec.x=y")):
        with pytest.raises(StatusError) as refusal:
            fits(labels, fields)
        assert refusal.value.code == 400


def test_the_longest_selector_is_read_and_one_more_character_is_refused() -> None:
    longest = "a," * (LONGEST_SELECTOR // 2 - 1) + "aa"
    assert fits(longest) is fits("a,aa")
    with pytest.raises(StatusError) as refusal:
        fits(f"{longest}a")
    assert refusal.value.code == 400


def test_an_object_without_labels_has_none() -> None:
    bare = {"metadata": {"name": "one", "namespace": "ws-1", "labels": None}}
    assert selector_of(RequestFactory().get("/", {"labelSelector": "!app"})).fits(bare)
