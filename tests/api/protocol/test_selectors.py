"""Selectors select what those of the real server do."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from playground.api.protocol.selectors import selector_of
from playground.api.protocol.status_errors import StatusError
from playground.web.api_limits import LONGEST_SELECTOR

LABELS = {"app": "web", "tier": "front", "empty": "", "size": "12", "in": "y", "build": "12a", "big": "9" * 20}
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
        ("size<12", False),
        ("build>1", False),
        ("big>1", False),
        ("size<13,size>1", True),
        ("size<9223372036854775807", True),
        ("app>1", False),
        ("missing<1", False),
        ("empty in ()", True),
        ("empty in (,)", True),
        ("empty in (a,,b)", True),
        ("empty in (,a)", True),
        ("empty in (a,)", True),
        ("empty in (a,b)", False),
        ("app in (a,web,)", True),
        ("app in(web)", True),
        ("missing notin ()", True),
        ("in=y", True),
        ("!\tapp", False),
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
        ("metadata.name=one,", True),
        ("metadata.name=one ", False),
        ("metadata.name!=a\\,b\\=c\\\\", True),
    ],
)
def test_fields_are_selected(selector: str, expected: bool) -> None:
    assert fits(fields=selector) is expected


@pytest.mark.parametrize("selector", ["a b", "=x", "a in b", "a in (", "a=b=c", "x" * 5000, "\0", "(" * 4000])
def test_an_invalid_selector_is_400(selector: str) -> None:
    for labels, fields in ((selector, ""), ("", selector), ("", "spec.x=y")):
        with pytest.raises(StatusError) as refusal:
            fits(labels, fields)
        assert refusal.value.code == 400


INVALID_VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
    " end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is"
    " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
BAD_BOUND = 'values[0]: Invalid value: "x."'
NO_INTEGER = "for 'Gt', 'Lt' operators, the value must be an integer"


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("a=b,", "found '', expected: identifier after ','"),
        ("a=b,=c", "found '=', expected: identifier after ','"),
        (",a", "found ',', expected: !, identifier, or 'end of string'"),
        ("a=b c", "found 'c', expected: ',' or 'end of string'"),
        ("!a=b", "found '=', expected: ',' or 'end of string'"),
        ("!=b", "found '!=', expected: !, identifier, or 'end of string'"),
        ("!!a", "unable to parse requirement: found '!', expected: identifier"),
        ("a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"),
        ("a==(", "unable to parse requirement: found '(', expected: identifier"),
        ("a in b", "unable to parse requirement: found 'b', expected: '('"),
        ("a in (=", "unable to parse requirement: found '=', expected: ',', ')' or identifier"),
        ("a in (b c)", "unable to parse requirement: found 'c', expected: ',' or ')'"),
        ("a in (b,", "unable to parse requirement: found '', expected: ',', or identifier"),
        ("a in (,,)", "unable to parse requirement: found ')', expected: ',', or identifier"),
        ("a=-b", f'unable to parse requirement: values[0][a]: Invalid value: "-b": {INVALID_VALUE}'),
        ("a>1.5", f'unable to parse requirement: values[0]: Invalid value: "1.5": {NO_INTEGER}'),
        (
            "a>9223372036854775808",
            f'unable to parse requirement: values[0]: Invalid value: "9223372036854775808": {NO_INTEGER}',
        ),
        (
            "a<-1",
            f'unable to parse requirement: values[0][a]: Invalid value: "-1": {INVALID_VALUE}',
        ),
        (
            "a>x.",
            f"unable to parse requirement: [{BAD_BOUND}: {NO_INTEGER}, values[0][a]{BAD_BOUND[9:]}: {INVALID_VALUE}]",
        ),
    ],
)
def test_a_label_selector_is_refused_in_the_words_of_the_real_server(selector: str, message: str) -> None:
    with pytest.raises(StatusError) as refusal:
        fits(selector)
    assert refusal.value.body["message"] == message


def test_the_key_of_a_label_selector_must_be_valid() -> None:
    with pytest.raises(StatusError) as refusal:
        fits("a/")
    assert refusal.value.body["message"].startswith(
        'unable to parse requirement: <nil>: Invalid value: "a/": name part must be non-empty; name part must consist'
    )


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("x", "invalid selector: 'x'; can't understand 'x'"),
        ("spec.x=1", '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"'),
        ("metadata.name=a=b", "invalid field selector: unescaped character in value: 61"),
        ("metadata.name=a\\b", "invalid field selector: invalid escape sequence: \\b"),
        ("metadata.name=a\\", "invalid field selector: invalid escape sequence: \\"),
    ],
)
def test_a_field_selector_is_refused_in_the_words_of_the_real_server(selector: str, message: str) -> None:
    with pytest.raises(StatusError) as refusal:
        fits(fields=selector)
    assert refusal.value.body["message"] == message


def test_the_longest_selector_is_read_and_one_more_character_is_refused() -> None:
    longest = "a," * (LONGEST_SELECTOR // 2 - 1) + "aa"
    assert fits(longest) is fits("a,aa")
    with pytest.raises(StatusError) as refusal:
        fits(f"{longest}a")
    assert refusal.value.code == 400
    name = "x" * (LONGEST_SELECTOR - len("metadata.name="))
    assert not fits(fields=f"metadata.name={name}")
    with pytest.raises(StatusError) as refusal:
        fits(fields=f"metadata.name={name}x")
    assert refusal.value.code == 400


def test_an_object_without_labels_has_none() -> None:
    bare = {"metadata": {"name": "one", "namespace": "ws-1", "labels": None}}
    assert selector_of(RequestFactory().get("/", {"labelSelector": "!app"})).fits(bare)
