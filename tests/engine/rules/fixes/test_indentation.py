"""Fields that are indented too little are indented, whole lines at a time."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate, read_plain
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics
from tests.engine.rules.fixing import mend_container

LIMITED = {"requests": {"cpu": "50m"}, "limits": {"cpu": 1}}
FROM_SECRET = [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]


@pytest.mark.parametrize(
    ("fields", "field", "meant"),
    [
        ("resources:\nrequests:\n  cpu: 50m\n# at most\nlimits: {cpu: 1}", "resources", LIMITED),
        ("requests: {cpu: 50m}\nlimits: {cpu: 1}", "resources", LIMITED),
        ("livenessProbe:\ntcpSocket: {port: 80}", "livenessProbe", {"tcpSocket": {"port": 80}}),
        ("envFrom:\n- secretRef:\n  name: s", "envFrom", [{"secretRef": {"name": "s"}}]),
        ("env:\n- name: A\n  valueFrom:\n    secretKeyRef:\n    name: s\n    key: k", "env", FROM_SECRET),
        ("env:\n- name: A\n  valueFrom:\n  secretKeyRef: {name: s, key: k}", "env", FROM_SECRET),
        ("env:\n- name: A\n  secretKeyRef:\n    name: s\n    key: k", "env", FROM_SECRET),
        ("env:\n- {name: A, secretKeyRef: {name: s, key: k}}", "env", FROM_SECRET),
        ("env:\n- name: A\n  valueFrom: {secretKeyRef: {secretName: s, key: k}}", "env", FROM_SECRET),
        ("env:\n- name: A\nvalue: b", "env", [{"name": "A", "value": "b"}]),
        ("env:\n- key: A\n  value: b", "env", [{"name": "A", "value": "b"}]),
        ("volumeMounts: [{name: v, path: /x}]", "volumeMounts", [{"name": "v", "mountPath": "/x"}]),
    ],
)
def test_a_field_is_moved_below_its_intended_parent(fields: str, field: str, meant: object) -> None:
    assert mend_container(pod(fields), "POD609")[field] == meant


def test_fields_that_lost_all_their_indentation_are_indented() -> None:
    text = "apiVersion: v1\nkind: Service\nmetadata:\nname: web\nlabels: {a: b}\nspec:\nports:\n- port: 80\n"
    diagnostics = find_diagnostics(text, "POD609")
    assert [diagnostic.hint for diagnostic in diagnostics] == [
        "`name` belongs to `metadata`: indent `name` further.",
        "`labels` belongs to `metadata`: indent `labels` further.",
        "`ports` belongs to `spec`: indent `ports` further.",
    ]
    assert diagnostics[0].fix == diagnostics[1].fix
    assert diagnostics[0].fix is not None
    assert diagnostics[2].fix is not None
    after = apply_edits(text, (*diagnostics[0].fix.edits, *diagnostics[2].fix.edits))
    assert read_plain(after) == {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web", "labels": {"a": "b"}},
        "spec": {"ports": [{"port": 80}]},
    }
    assert evaluate(after).diagnostics == ()


@pytest.mark.parametrize(
    "fields",
    [
        "resources: null\nrequests: {cpu: 1}",
        "requests: {cpu: 1}\nresources:",  # below it, but not behind it
        "httpGet: {path: /, port: 80}",  # of which probe
        "env:\n  - name: A\nvalue: b",  # in another column
        "env:\n- {name: A}\nvalue: b",  # braces end before it
    ],
)
def test_fields_that_do_not_fill_whole_lines_have_no_fix(fields: str) -> None:
    diagnostic = find_diagnostic(pod(fields), "POD609")
    assert diagnostic.fix is None


def test_a_field_is_moved_only_if_it_directly_follows_its_parent() -> None:
    text = "apiVersion: v1\nkind: Service\nmetadata:\napiVersion: v1\nname: web\nspec: {ports: [{port: 80}]}\n"
    diagnostic = find_diagnostic(text, "POD609")
    assert diagnostic.fix is None
