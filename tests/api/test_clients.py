"""Kubernetes' own clients, unchanged, work with a production-like server."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from kubernetes import client, dynamic
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic.exceptions import ConflictError, NotFoundError

from tests.api.calls import template
from tests.api.servers import Site, kubectl_command, site, tls_proxy

WRITERS = 16
TYPES = (
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/json-patch+json",
    "application/apply-patch+yaml",
)

# The server has a database of the kind that these tests run on, so they run for each kind.
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


class Cluster:
    """A new Workspace of the server, as the dynamic client sees it."""

    def __init__(self, server: Site) -> None:
        self.url = server.url
        self.namespace, self.token = server.new_workspace()
        settings = client.Configuration()
        settings.host, settings.retries = server.url, False
        settings.api_key = {"authorization": f"Bearer {self.token}"}
        self.api = client.ApiClient(settings)
        self.dynamic: Any = dynamic.DynamicClient(self.api)  # type: ignore[no-untyped-call]

    def resource(self, version: str = "template.openshift.io/v1", kind: str = "Template") -> Any:
        return self.dynamic.resources.get(api_version=version, kind=kind)


@pytest.fixture
def cluster(server: Site) -> Cluster:
    return Cluster(server)


@pytest.mark.parametrize("version", ["template.openshift.io/v1", pytest.param("v1", marks=pytest.mark.nightly)])
def test_every_verb_of_the_dynamic_client(cluster: Cluster, version: str) -> None:
    templates, namespace = cluster.resource(version), cluster.namespace
    body = template("web", apiVersion=version, objects=[{"kind": "Pod", "apiVersion": "v1", "spec": {"a": 1.5}}])
    created = templates.create(body=body, namespace=namespace)
    assert (created.metadata.name, created.metadata.namespace, created.apiVersion) == ("web", namespace, version)
    stored = templates.get(name="web", namespace=namespace)
    assert stored.to_dict()["objects"] == body["objects"]
    changed = templates.replace(body={**stored.to_dict(), "message": "two"}, namespace=namespace)
    assert changed.message == "two"
    assert [item.metadata.name for item in templates.get(namespace=namespace).items] == ["web"]
    assert [item.metadata.name for item in templates.get(namespace=namespace, label_selector="no=such").items] == []
    assert templates.delete(name="web", namespace=namespace).metadata.name == "web"
    with pytest.raises(NotFoundError) as missing:
        templates.get(name="web", namespace=namespace)
    assert json.loads(missing.value.body or "")["details"]["name"] == "web"


@pytest.mark.parametrize("kind", TYPES)
def test_every_kind_of_patch(cluster: Cluster, kind: str) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    templates.create(body=template(labels={"a": "b"}), namespace=namespace)
    patch: Any = {"message": "new", "labels": {"c": "d"}}
    if "json-patch" in kind:
        patch = [{"op": "add", "path": "/message", "value": "new"}, {"op": "add", "path": "/labels/c", "value": "d"}]
    more = {"field_manager": "tests"} if "apply" in kind else {}
    patched = templates.patch(body=patch, name="web", namespace=namespace, content_type=kind, **more)
    assert (patched.message, patched.labels.to_dict()) == ("new", {"a": "b", "c": "d"})


def test_server_side_apply_creates_and_changes(cluster: Cluster) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    for message in ("one", "two"):
        body = template(message=message)
        applied = templates.server_side_apply(body=body, name="web", namespace=namespace, field_manager="tests")
        assert applied.message == message
    assert applied.metadata.generation == 2


def test_a_conflict_is_reported_and_a_dry_run_stores_nothing(cluster: Cluster) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    templates.create(body=template(), namespace=namespace, dry_run="All")
    with pytest.raises(NotFoundError):
        templates.get(name="web", namespace=namespace)
    old = templates.create(body=template(), namespace=namespace).to_dict()
    templates.patch(body={"message": "x"}, name="web", namespace=namespace, content_type=TYPES[0])
    with pytest.raises(ConflictError) as conflict:
        templates.replace(body=old, namespace=namespace)
    assert json.loads(conflict.value.body or "")["reason"] == "Conflict"


def test_a_collection_is_deleted(cluster: Cluster) -> None:
    custom: Any = client.CustomObjectsApi(cluster.api)
    where = ("template.openshift.io", "v1", cluster.namespace, "templates")
    for name in ("a", "b"):
        custom.create_namespaced_custom_object(*where, template(name))
    page = custom.list_namespaced_custom_object(*where, limit=1)
    more = custom.list_namespaced_custom_object(*where, limit=1, _continue=page["metadata"]["continue"])
    assert [item["metadata"]["name"] for item in (*page["items"], *more["items"])] == ["a", "b"]
    custom.delete_collection_namespaced_custom_object(*where)
    assert custom.list_namespaced_custom_object(*where)["items"] == []


def test_a_watch_sees_creation_change_and_end(cluster: Cluster) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    steps: tuple[Callable[[], Any], ...] = (
        lambda: templates.create(body=template(), namespace=namespace),
        lambda: templates.patch(body={"message": "x"}, name="web", namespace=namespace, content_type=TYPES[0]),
        lambda: templates.delete(name="web", namespace=namespace),
        lambda: None,
    )
    templates.create(body=template("first"), namespace=namespace)
    events = []
    for step, event in zip(steps, templates.watch(namespace=namespace, timeout=60), strict=False):
        events.append((event["type"], event["object"].metadata.name))
        step()
    assert events == [("ADDED", "first"), ("ADDED", "web"), ("MODIFIED", "web"), ("DELETED", "web")]


def test_a_client_that_asks_for_a_table_gets_one(cluster: Cluster) -> None:
    cluster.resource().create(body=template(), namespace=cluster.namespace)
    address = f"{cluster.url}/apis/template.openshift.io/v1/namespaces/{cluster.namespace}/templates"
    headers = {"Accept": "application/json;as=Table;v=v1;g=meta.k8s.io", "Authorization": f"Bearer {cluster.token}"}
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        table = json.load(answer)
    assert table["rows"][0]["cells"] == ["web", "", "0 (all set)", 0]


def test_a_template_is_processed_by_the_dynamic_client(cluster: Cluster) -> None:
    processed = cluster.resource(kind="ProcessedTemplate")
    body = template(parameters=[{"name": "A", "value": "x"}], message="${A}")
    assert processed.create(body=body, namespace=cluster.namespace).message == "x"


def test_another_namespace_is_forbidden(cluster: Cluster, server: Site) -> None:
    stranger = Cluster(server)
    with pytest.raises(ApiException) as refusal:
        stranger.resource().get(namespace=cluster.namespace)
    assert refusal.value.status == 403


def test_of_sixteen_concurrent_writers_one_succeeds_each_round(cluster: Cluster) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    templates.create(body=template(), namespace=namespace)
    barrier = Barrier(WRITERS)

    def write(who: int) -> tuple[int, int]:
        """How often this writer won and lost: it adds its own label to what it has read."""
        won = lost = 0
        for turn in range(3):
            current = templates.get(name="web", namespace=namespace).to_dict()
            barrier.wait(60)
            body = {**current, "labels": {**(current.get("labels") or {}), f"w{who}.{turn}": "here"}}
            try:
                templates.replace(body=body, namespace=namespace)
                won += 1
            except ConflictError:
                lost += 1
            barrier.wait(60)
        return won, lost

    with ThreadPoolExecutor(WRITERS) as pool:
        results = list(pool.map(write, range(WRITERS)))
    won, lost = (sum(counts) for counts in zip(*results, strict=True))
    final = templates.get(name="web", namespace=namespace)
    assert (won, lost) == (3, 3 * (WRITERS - 1))
    assert len(final.to_dict()["labels"]) == won  # nothing that was acknowledged is lost
    assert final.metadata.generation == won + 1


def test_concurrent_patches_are_all_applied_or_conflicts(cluster: Cluster) -> None:
    templates, namespace = cluster.resource(), cluster.namespace
    templates.create(body=template(labels={}), namespace=namespace)

    def write(who: int) -> bool:
        try:
            body = {"labels": {f"w{who}": "here"}}
            templates.patch(body=body, name="web", namespace=namespace, content_type=TYPES[0])
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(WRITERS) as pool:
        applied = {f"w{who}" for who, succeeded in enumerate(pool.map(write, range(WRITERS))) if succeeded}
    assert set(templates.get(name="web", namespace=namespace).to_dict()["labels"]) == applied
    assert applied


# ------------------------------------------------------------------------------------------------------- kubectl


@pytest.fixture(scope="module")
def https_address(server: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server over https: to plain http `kubectl` sends no token."""
    with tls_proxy(server.url, tmp_path_factory.mktemp("tls")) as address:
        yield address


@pytest.fixture
def kubectl(cluster: Cluster, https_address: str, tmp_path: Path) -> Callable[..., str]:
    """Runs `kubectl` with a kubeconfig as the page gives one; its output."""
    command = kubectl_command(tmp_path, https_address, cluster.namespace, cluster.token)

    def run(*arguments: str, body: Any = None, fails: bool = False, ends: int = 0, editor: str = "") -> str:
        process = subprocess.run(
            [*command, *arguments],
            input=body if isinstance(body, str) else json.dumps(body) if body else "",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "EDITOR": editor},
        )
        assert process.returncode == 1 if fails else process.returncode == ends, process.stderr
        return process.stderr if fails else process.stdout

    return run


def test_kubectl_creates_gets_patches_and_deletes(kubectl: Callable[..., str]) -> None:
    body = template(parameters=[{"name": "A"}], objects=[{"kind": "Pod", "apiVersion": "v1"}])
    assert "created" in kubectl("create", "-f", "-", body=body)
    table = kubectl("get", "templates").split()
    assert table[:4] == ["NAME", "DESCRIPTION", "PARAMETERS", "OBJECTS"]
    assert table[4:] == ["web", "1", "(1", "blank)", "1"]
    assert "AlreadyExists" in kubectl("create", "-f", "-", body=body, fails=True)
    assert "configured" in kubectl("apply", "-f", "-", body=body | {"message": "x"})
    assert "unchanged" in kubectl("apply", "-f", "-", body=body | {"message": "x"})
    assert kubectl("get", "template", "web", "-o", "jsonpath={.message}") == "x"
    assert "labeled" in kubectl("label", "template", "web", "app=a")
    assert kubectl("get", "templates", "-l", "app=a", "-o", "name").strip() == "template.template.openshift.io/web"
    assert "patched" in kubectl("patch", "template", "web", "--type=merge", "-p", '{"message": "y"}')
    assert "serverside-applied" in kubectl("apply", "--server-side", "--force-conflicts", "-f", "-", body=body)
    assert "deleted" in kubectl("delete", "template", "web")
    assert "NotFound" in kubectl("get", "template", "web", fails=True)


def test_kubectl_applies_lists_waits_diffs_and_edits(kubectl: Callable[..., str], tmp_path: Path) -> None:
    templates = {"apiVersion": "v1", "kind": "List", "items": [template("a", message="x"), template("b")]}
    assert kubectl("apply", "-f", "-", body=templates).count("created") == 2
    assert kubectl("apply", "-f", "-", body=templates).count("unchanged") == 2
    assert "condition met" in kubectl("wait", "--for=jsonpath={.message}=x", "--timeout=9s", "template/a")
    assert "+message: new" in kubectl("diff", "-f", "-", body=template("a", message="new"), ends=1)
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i s/message:.x/message:edited/ $1\nsed -i s/:edited/:\\ edited/ $1\n")
    editor.chmod(0o755)
    assert "edited" in kubectl("edit", "template", "a", editor=str(editor))
    for manager in ("one", "two"):
        kubectl("apply", "--server-side", f"--field-manager={manager}", "-f", "-", body=template("a", message=manager))
    assert kubectl("get", "template", "a", "-o", "jsonpath={.message}") == "two"
    assert kubectl("delete", "templates", "--all").count("deleted") == 2


def test_kubectl_gets_warnings_about_unknown_fields(kubectl: Callable[..., str]) -> None:
    refusal = kubectl("create", "-f", "-", body=template(bogus=1), fails=True)
    assert 'strict decoding error: unknown field "bogus"' in refusal


def test_kubectl_explains_the_kinds(kubectl: Callable[..., str]) -> None:
    assert "generate\t<string>" in kubectl("explain", "template.parameters")
    assert "templates" in kubectl("api-resources")
    assert "type\t<string>" in kubectl("explain", "coretemplate.parameters")
    assert "phase\t<string>" in kubectl("explain", "ns.status")
    older = kubectl("explain", "template", "--output=plaintext-openapiv2")
    assert "parameters\t<[]Object>" in older
    assert "The objects that the Template creates." in older


def test_kubectl_gets_what_oc_can_process_unless_it_asks_for_the_other_version(kubectl: Callable[..., str]) -> None:
    parameters = [{"name": "N", "value": "3", "type": "int"}]
    for name, version in (("old", "template.openshift.io/v1"), ("new", "v1")):
        kubectl(
            "create",
            "-f",
            "-",
            body=template(name, apiVersion=version, parameters=parameters if version == "v1" else []),
        )
        assert kubectl("get", "template", name, "-o", "jsonpath={.apiVersion}") == "template.openshift.io/v1"
        assert kubectl("get", "coretemplates", name, "-o", "jsonpath={.apiVersion}") == "v1"
    annotation = kubectl("get", "template", "new", "-o", "jsonpath={.metadata.annotations.playground/stored-as}")
    assert json.loads(annotation) == {"apiVersion": "v1", "types": {"N": "int"}}
    assert kubectl("get", "coretemplates", "-o", "name").split() == ["template/new", "template/old"]


def test_kubectl_says_who_the_token_is_and_what_it_may_do(kubectl: Callable[..., str], cluster: Cluster) -> None:
    assert f"Username    {cluster.namespace}\n" in kubectl("auth", "whoami")
    assert kubectl("auth", "can-i", "create", "templates").strip() == "yes"
    assert kubectl("auth", "can-i", "get", "/healthz").strip() == "yes"
    assert kubectl("auth", "can-i", "create", "templates", "-n", "other", ends=1).strip() == "no"
    assert "templates.template.openshift.io" in kubectl("auth", "can-i", "--list")
    assert kubectl("get", "ns").split()[:5] == ["NAME", "STATUS", "AGE", cluster.namespace, "Active"]
    assert kubectl("get", "--raw", "/healthz") == "ok\n"


def test_the_python_client_knows_its_user_and_project(cluster: Cluster) -> None:
    me: Any = client.AuthenticationV1Api(cluster.api).create_self_subject_review(client.V1SelfSubjectReview())
    assert me.status.user_info.username == cluster.namespace
    attributes = client.V1ResourceAttributes(resource="templates", group="template.openshift.io", verb="list")
    review = client.V1SelfSubjectAccessReview(spec=client.V1SelfSubjectAccessReviewSpec(resource_attributes=attributes))
    answer: Any = client.AuthorizationV1Api(cluster.api).create_self_subject_access_review(review)
    assert answer.status.allowed
    projects = cluster.resource("project.openshift.io/v1", "Project")
    assert [item.metadata.name for item in projects.get().items] == [cluster.namespace]
