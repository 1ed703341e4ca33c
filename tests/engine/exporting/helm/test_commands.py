"""The commands for a chart: a shell gives Helm and kubectl exactly the names of the objects, and Helm obeys."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from playground.engine import install_line, ownership_lines
from playground.engine.exporting.helm.commands import NeededValue, RunningObject
from tests.engine.exporting.helm.program import HELMS, HelmError, chart_of, helm
from tests.engine.exporting.texts import write

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: web}
objects:
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}
- {apiVersion: v1, kind: Route, metadata: {name: web, namespace: '${NS}'}}
- {apiVersion: v1, kind: Secret, metadata: {name: 's-${GENERATED}'}}
- {apiVersion: v1, kind: Service, metadata: {name: '${NEEDED}'}}
- {apiVersion: v1, kind: Service, metadata: {}}
- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: one}}]}
parameters:
- {name: NS, value: prod}
- {name: NEEDED, required: true}
- {name: GENERATED, generate: expression, from: "[a-z]{4}"}
"""


def test_objects_have_the_names_that_kubectl_knows() -> None:
    assert chart_of(TEMPLATE).objects == (
        RunningObject("deployment.apps/web", ""),
        RunningObject("route.route.openshift.io/web", "prod"),
        RunningObject("configmap/one", ""),
    )


def test_an_object_that_no_cluster_has_is_left_out() -> None:
    hostile = [("--all", "a"), ("P;x", "a"), ("P$", "a"), *(("Pod", name) for name in ("-a", "a/b", "a=b", "a b", "*"))]
    objects = [{"apiVersion": "v1", "kind": kind, "metadata": {"name": name}} for kind, name in hostile]
    template = {"apiVersion": "template.openshift.io/v1", "kind": "Template", "objects": objects}
    assert chart_of(json.dumps(template)).objects == ()


def test_names_stay_whole_in_a_shell() -> None:
    names = ["it's", "a;b", "a`b`", "a*", "aü", 'a"b', "a\\b"]
    objects = [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}} for name in names]
    chart = chart_of(json.dumps({"apiVersion": "template.openshift.io/v1", "kind": "Template", "objects": objects}))
    label, _ = ownership_lines("web", chart.objects)
    assert shlex.split(label) == [
        *("kubectl", "-n", "NAMESPACE", "label", "--overwrite"),
        *(f"pod/{name}" for name in names),
        "app.kubernetes.io/managed-by=Helm",
    ]
    assert shlex.split(install_line("web", "it's", (), ["a b.yaml"])) == [
        *("helm", "upgrade", "--install", "web", "it's", "-f", "a b.yaml"),
    ]


def test_each_namespace_and_each_fifty_objects_have_their_own_commands() -> None:
    objects = [RunningObject(f"pod/{number}", "") for number in range(51)] + [RunningObject("pod/x", "prod")]
    lines = list(ownership_lines("web", objects))
    assert len(lines) == 6
    assert [line.count("pod/") for line in lines] == [50, 50, 1, 1, 1, 1]
    assert [line.split(" ", 4)[2] for line in lines] == ["NAMESPACE"] * 4 + ["prod"] * 2
    assert all("release-namespace=NAMESPACE" in line for line in lines[1::2])


def test_a_needed_value_is_given_by_its_file_or_by_its_option() -> None:
    needed = [NeededValue("a", False, True), NeededValue("b", True, False), NeededValue("c", False, False)]
    line = "helm upgrade --install web chart"
    assert (
        install_line("web", "chart", needed, ["g.yaml"]) == f"{line} -f g.yaml --set-json b=VALUE --set-string c=VALUE"
    )
    assert install_line("web", "chart", needed[:1], []) == f"{line} --set-string a=VALUE"


@pytest.mark.parametrize("program", HELMS, ids=lambda path: path.name)
def test_helm_takes_running_objects_over(program: Path, cluster: Callable[..., Path], tmp_path: Path) -> None:
    secret = "- {apiVersion: v1, kind: Secret, metadata: {name: shop}}\n"
    chart = chart_of(f"apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n{secret}")
    write(chart.files, tmp_path / "chart")
    options = ("--dry-run=server", "--disable-openapi-validation", "-n", "prod", "--kubeconfig")
    _, *install = shlex.split(install_line("web", str(tmp_path / "chart"), chart.needed, []))
    with pytest.raises(HelmError, match=r'Secret "shop" in namespace "prod" exists and cannot be imported'):
        helm(program, tmp_path, *install, *options, cluster("shop"))
    assert "kind: Secret" in helm(program, tmp_path, *install, *options, cluster("shop"), "--take-ownership")
    label, annotate = (line.replace("NAMESPACE", "prod") for line in ownership_lines("web", chart.objects))
    metadata = {
        key: dict(word.split("=") for word in shlex.split(line) if "=" in word)
        for key, line in (("labels", label), ("annotations", annotate))
    }
    prepared = cluster("shop", metadata=metadata)
    assert "kind: Secret" in helm(program, tmp_path, *install, *options, prepared)
