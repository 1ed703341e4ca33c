"""Paths: their syntax, and where they lead."""

from __future__ import annotations

from typing import Any

import pytest

from playground.cli.testing.field_paths import Missing, PathError, follow, parsed_path
from playground.engine import FieldPath

VALUE = {
    "spec": {"ports": [{"name": "web", "port": 80}, {"name": "db", "port": 80, "on": True}], "a=b": 1},
    "data": {"1": "x", "a.b/c": "y", "]": "z", "'": "q"},
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("spec.ports[0].name", ("spec", "ports", 0, "name")),
        ("spec.ports[name=db].port", ("spec", "ports", 1, "port")),
        ("spec.ports[on=true]", ("spec", "ports", 1)),
        ("spec[ports][1]", ("spec", "ports", 1)),
        ("spec[a=b]", ("spec", "a=b")),
        ("data[1]", ("data", "1")),
        ("data.1", ("data", "1")),
        ("data[a.b/c]", ("data", "a.b/c")),
        ('data["]"]', ("data", "]")),
        ("""data["'"]""", ("data", "'")),
        ("data[']']", ("data", "]")),
    ],
)
def test_a_path_leads_to_a_field(path: str, found: tuple[Any, ...]) -> None:
    assert follow(VALUE, parsed_path(path)) == FieldPath(found)


def test_a_printed_path_leads_back() -> None:
    for path in (("data", "a.b/c"), ("data", "1"), ("spec", "ports", 1, "on")):
        assert follow(VALUE, parsed_path(str(FieldPath(path)))) == path


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("spec.port", "`spec` has no `port`. Did you mean `ports`?"),
        ("other", "It has no `other`."),
        ("spec.ports.name", "`spec.ports` is a list. Choose an item, such as `[0]` or `[name=web]`."),
        ('spec.ports["0"]', "`spec.ports` is a list. Choose an item, such as `[0]` or `[name=web]`."),
        ("spec.ports[2]", "`spec.ports` has 2 items, counted from 0."),
        ("spec.ports[999999999999]", "`spec.ports` has no item with `999999999999`."),
        ("spec.ports[name=wbe]", "`spec.ports` has no item with `name=wbe`."),
        ("data.1.x", "`data[1]` has no fields: its value is a text."),
    ],
)
def test_a_path_to_nowhere_says_why(path: str, why: str) -> None:
    missing = follow(VALUE, parsed_path(path))
    assert isinstance(missing, Missing)
    assert missing.why == why


@pytest.mark.parametrize(
    "path", ["", ".spec", "spec.", "spec..a", "spec[", "spec[]", "a]", "{.spec}", "$.spec", "a b", 'a["b]', "a[b]c"]
)
def test_a_text_that_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(PathError, match="is no path, from character"):
        parsed_path(path)


def test_a_step_to_several_items_is_refused() -> None:
    with pytest.raises(PathError, match=r"^2 items of `spec.ports` have `port=80`"):
        follow(VALUE, parsed_path("spec.ports[port=80]"))
