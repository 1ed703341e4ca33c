"""What differs between the Objects of several value sets."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine import Deadline, Inputs, OutOfTimeError, evaluate
from playground.engine.printing.comparison import MISSING, Difference, compare

TEXT = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: t}
objects:
- {kind: ConfigMap, apiVersion: v1, metadata: {name: "${NAME}-config"}, data: {url: "http://${HOST}", same: x}}
- {kind: Service, apiVersion: v1, metadata: {name: web}, spec: {ports: "${{PORTS}}"}}
parameters:
- {name: NAME, value: web}
- {name: HOST, value: localhost}
- {name: PORTS, value: '[{"port": 80}]'}
"""


def differences(*sets: dict[str, str], deadline: Deadline | None = None) -> list[Difference]:
    source = evaluate(TEXT).source
    objects = [evaluate(source, Inputs(values=values)).objects for values in sets]
    return list(compare(objects, deadline or Deadline()))


def rows(*sets: dict[str, str]) -> list[tuple[str, str, tuple[Any, ...]]]:
    return [(item.name, str(item.path), item.values) for item in differences(*sets)]


def test_equal_sets_have_no_difference() -> None:
    assert differences({}, {"HOST": "localhost"}, {}) == []


def test_an_object_is_the_same_under_another_name() -> None:
    assert rows({}, {"NAME": "shop"}) == [("ConfigMap/web-config", "metadata.name", ("web-config", "shop-config"))]


def test_each_set_has_its_value() -> None:
    assert rows({}, {"HOST": "a"}, {}) == [
        ("ConfigMap/web-config", "data.url", ("http://localhost", "http://a", "http://localhost"))
    ]


def test_elements_of_lists_are_compared_by_index_and_a_missing_part_is_one_difference() -> None:
    assert rows({}, {"PORTS": '[{"port": "80"}, {"port": 81}]'}) == [
        ("Service/web", "spec.ports[0].port", (80, "80")),
        ("Service/web", "spec.ports[1]", (MISSING, {"port": 81})),
    ]
    assert rows({}, {"PORTS": "80"}) == [("Service/web", "spec.ports", ([{"port": 80}], 80))]


def test_an_object_that_only_one_set_has_is_one_difference() -> None:
    objects = evaluate(TEXT).objects
    (difference,) = compare([objects[1:], objects], Deadline())
    assert (difference.name, str(difference.path)) == ("ConfigMap/web-config", "")
    assert difference.values == (MISSING, objects[0].value)


def test_a_comparison_ends_at_its_deadline() -> None:
    ticks = iter([0.0, 0.5, 2.0])
    ports = str(list(range(3_000)))
    with pytest.raises(OutOfTimeError):
        differences({}, {"PORTS": ports}, {"PORTS": ports}, deadline=Deadline(1.0, ticks.__next__))
