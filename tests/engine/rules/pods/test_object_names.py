"""Names of other objects that miss by a letter."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits
from tests.engine.rules.finding import find_diagnostics


def objects(kind: str, name: str, spec: str) -> str:
    return f"apiVersion: v1\nkind: {kind}\nmetadata: {{name: {name}}}\n---\n{spec}"


def pod(spec: str) -> str:
    return (
        f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{containers: [{{name: c, image: a/b}}], {spec}}}\n"
    )


def other(kind: str, fields: str) -> str:
    return f"apiVersion: x/v1\nkind: {kind}\nmetadata: {{name: o}}\n{fields}\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("ServiceAccount", pod("serviceAccountName: %s")),
        ("Secret", pod("imagePullSecrets: [{name: x}, {name: %s}]")),
        ("PersistentVolumeClaim", pod("volumes: [{name: v, persistentVolumeClaim: {claimName: %s}}]")),
        ("ConfigMap", pod("volumes: [{name: v, configMap: {name: %s}}]")),
        ("Secret", pod("volumes: [{name: v, projected: {sources: [{secret: {name: %s}}]}}]")),
        ("Service", other("Route", "spec: {to: {kind: Service, name: %s}}")),
        ("Service", other("Ingress", "spec: {defaultBackend: {service: {name: %s, port: {number: 80}}}}")),
        ("Service", other("StatefulSet", "spec: {serviceName: %s}")),
        ("Deployment", other("HorizontalPodAutoscaler", "spec: {scaleTargetRef: {kind: Deployment, name: %s}}")),
        ("Role", other("RoleBinding", "roleRef: {kind: Role, name: %s}")),
    ],
)
def test_the_name_is_mended_by_that_of_the_object(kind: str, text: str) -> None:
    wrong = objects(kind, "my-web", text % "myweb")
    [diagnostic] = find_diagnostics(wrong, "POD620")
    assert diagnostic.message == f"The text has no {kind} `myweb`, but one that is called `my-web`."
    assert diagnostic.fix
    assert apply_edits(wrong, diagnostic.fix.edits) == objects(kind, "my-web", text % "my-web")
    assert not find_diagnostics(objects(kind, "my-web", text % "my-web"), "POD620")
    assert not find_diagnostics(objects(kind, "my-web", text % "elsewhere"), "POD620")
    assert not find_diagnostics(objects("Lease", "my-web", text % "myweb"), "POD620")


@pytest.mark.parametrize(
    ("key", "kind", "reference"),
    [
        ("configMaps", "ConfigMap", pod("volumes: [{name: v, configMap: {name: myweb}}]")),
        ("services", "Service", other("Route", "spec: {to: {kind: Service, name: myweb}}")),
    ],
)
def test_an_object_of_the_given_cluster_is_not_called_missing(key: str, kind: str, reference: str) -> None:
    text = objects(kind, "my-web", reference)
    assert find_diagnostics(text, "POD620")
    assert not find_diagnostics(text, "POD620", cluster={key: [{"metadata": {"name": "myweb"}}]})


def test_of_a_name_made_by_a_parameter_only_the_place_is_known() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: myweb}]\nobjects:\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: my-web}, spec: {ports: [{port: 80}]}}\n"
        "- {apiVersion: route.openshift.io/v1, kind: Route, metadata: {name: r},\n"
        "   spec: {to: {kind: Service, name: '${A}'}}}\n"
    )
    [diagnostic] = find_diagnostics(text, "POD620")
    assert (str(diagnostic.span.start), diagnostic.fix) == ("7:37", None)


def test_a_role_that_every_cluster_has_is_not_called_missing() -> None:
    binding = other("RoleBinding", "roleRef: {kind: ClusterRole, name: admin}\nsubjects: []")
    assert not find_diagnostics(objects("ClusterRole", "admins", binding), "POD620")
