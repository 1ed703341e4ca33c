"""A client learns who its token is and what it may do, in JSON or protobuf."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from playground.api.protocol.protobuf import MEDIA_TYPE, field
from tests.api.calls import Api, template

USER = "/apis/user.openshift.io/v1/users"
PROJECTS = "/apis/project.openshift.io/v1/projects"
REVIEW = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
ACCESS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
RULES = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews"
# What `kubectl` 1.36 and `oc` accept from a typed client.
TYPED = "application/vnd.kubernetes.protobuf,application/json"


def envelope(kind: str, group: str, content: bytes = b"") -> bytes:
    """An object as client-go encodes it (apimachinery ``runtime/serializer/protobuf``)."""
    return b"k8s\0" + field(1, field(1, f"{group}/v1") + field(2, kind)) + field(2, content)


def may(api: Api, **attributes: str) -> bool:
    spec = {"nonResourceAttributes" if "path" in attributes else "resourceAttributes": attributes}
    answer = api.call("POST", ACCESS, {"kind": "SelfSubjectAccessReview", "spec": spec}, 201)
    assert answer["spec"] == spec
    return bool(answer["status"]["allowed"])


def test_a_token_is_a_user_with_one_project(api: Api) -> None:
    name = api.workspace.name
    for user in ("~", name):
        assert api.call("GET", f"{USER}/{user}")["metadata"] == {"name": name}
    assert [item["metadata"]["name"] for item in api.call("GET", PROJECTS)["items"]] == [name]
    project = api.call("GET", f"{PROJECTS}/{name}")
    assert (project["kind"], project["status"]) == ("Project", {"phase": "Active"})
    for address, where in (
        (f"{USER}/other", "at the cluster scope"),
        (f"{PROJECTS}/other", 'in the namespace "other"'),
    ):
        refused = api.call("GET", address, status=403)
        assert refused["reason"] == "Forbidden"
        assert refused["message"].endswith(where)


@pytest.mark.parametrize("media", ["application/json", MEDIA_TYPE])
def test_a_token_may_ask_who_it_is(api: Api, media: str) -> None:
    body: Any = {"kind": "SelfSubjectReview", "apiVersion": "authentication.k8s.io/v1"}
    if media == MEDIA_TYPE:
        body = envelope("SelfSubjectReview", "authentication.k8s.io", field(1, b"") + field(2, b""))
    review = api.call("POST", REVIEW, body, 201, media, Accept=TYPED)
    assert review["status"]["userInfo"] == {"username": api.workspace.name, "groups": ["system:authenticated"]}


@pytest.mark.django_db
@pytest.mark.parametrize("address", [f"{USER}/~", PROJECTS, REVIEW, ACCESS, RULES])
def test_without_a_token_nothing_is_told(address: str) -> None:
    method = "POST" if address in (REVIEW, ACCESS, RULES) else "GET"
    answer = Client().generic(method, address, "{}", content_type="application/json")
    assert (answer.status_code, json.loads(answer.content)["reason"]) == (401, "Unauthorized")


def test_what_is_allowed_is_what_a_request_would_be_allowed(api: Api) -> None:
    own, group = api.workspace.name, "template.openshift.io"
    api.create(template())
    for namespace, verb, allowed in ((own, "list", True), ("", "list", True), ("other", "list", False)):
        assert may(api, namespace=namespace, verb=verb, group=group, resource="templates") is allowed
    for verb in ("get", "create", "update", "patch", "delete", "deletecollection", "watch"):
        assert may(api, namespace=own, verb=verb, group=group, version="v1", resource="templates")
    assert may(api, namespace=own, verb="create", resource="coretemplates")
    assert may(api, verb="get", resource="namespaces", name=own)


def test_what_does_not_exist_is_not_allowed(api: Api) -> None:
    own, group = api.workspace.name, "template.openshift.io"
    for attributes in (
        {"group": "", "resource": "pods", "verb": "create"},
        {"group": "", "resource": "templates", "verb": "list"},
        {"group": group, "resource": "templates", "verb": "*"},
        {"group": group, "resource": "templates", "verb": "list", "version": "v2"},
        {"group": group, "resource": "templates", "verb": "get", "subresource": "status"},
        {"group": group, "resource": "processedtemplates", "verb": "list"},
        {"group": "*", "resource": "*", "verb": "*"},
        {"resource": "namespaces", "verb": "get", "name": "other"},
        {},
    ):
        assert not may(api, namespace=own, **attributes)


@pytest.mark.parametrize(
    ("path", "verb", "allowed"),
    [("/", "get", True), ("/apis/x", "get", True), ("/healthz", "post", False), ("/metrics", "get", False)],
)
def test_what_everybody_may_read_is_allowed(api: Api, path: str, verb: str, allowed: bool) -> None:
    assert may(api, path=path, verb=verb) is allowed


def test_a_question_in_protobuf_gets_the_same_answer(api: Api) -> None:
    resource = (
        field(1, api.workspace.name) + field(2, "list") + field(3, "template.openshift.io") + field(5, "templates")
    )
    body = envelope("SelfSubjectAccessReview", "authorization.k8s.io", field(1, b"") + field(2, field(1, resource)))
    review = api.call("POST", ACCESS, body, 201, MEDIA_TYPE, Accept=TYPED)
    assert review["status"] == {"allowed": True}
    attributes = {"namespace": api.workspace.name, "verb": "list", "group": "template.openshift.io"}
    assert review["spec"] == {"resourceAttributes": attributes | {"resource": "templates"}}
    path = envelope(
        "SelfSubjectAccessReview", "authorization.k8s.io", field(2, field(2, field(1, "/") + field(2, "get")))
    )
    assert api.call("POST", ACCESS, path, 201, MEDIA_TYPE)["status"] == {"allowed": True}


@pytest.mark.parametrize("in_protobuf", [False, True])
def test_all_that_is_allowed_is_listed(api: Api, in_protobuf: bool) -> None:
    body: Any = {"spec": {"namespace": api.workspace.name}}
    if in_protobuf:
        body = envelope("SelfSubjectRulesReview", "authorization.k8s.io", field(2, field(1, api.workspace.name)))
    review = api.call("POST", RULES, body, 201, MEDIA_TYPE if in_protobuf else "application/json")
    rules = {(*rule["apiGroups"], *rule["resources"]): rule for rule in review["status"]["resourceRules"]}
    assert "deletecollection" in rules["template.openshift.io", "templates"]["verbs"]
    assert rules["", "namespaces"]["resourceNames"] == [api.workspace.name]
    elsewhere = api.call("POST", RULES, {"spec": {"namespace": "other"}}, 201)["status"]["resourceRules"]
    assert ["templates"] not in [rule["resources"] for rule in elsewhere]


@pytest.mark.parametrize(
    ("spec", "field_name"),
    [({}, "resourceAttributes"), ({"resourceAttributes": {}, "nonResourceAttributes": {}}, "nonResourceAttributes")],
)
def test_a_question_is_about_one_thing(api: Api, spec: Any, field_name: str) -> None:
    status = api.call("POST", ACCESS, {"spec": spec}, 422)
    assert status["details"]["causes"][0]["field"] == f"spec.{field_name}"
    assert status["message"].startswith('SelfSubjectAccessReview.authorization.k8s.io "" is invalid: spec.')


@pytest.mark.parametrize(
    "body",
    [b"", b"k8s\0\x0a", b"nonsense", b"k8s\0\x0a\x7f", b"k8s\0" + b"\xff" * 20, b"k8s\0\x0b", envelope("Pod", "v1")],
)
def test_what_is_no_question_is_refused(api: Api, body: bytes) -> None:
    assert api.call("POST", ACCESS, body or b"{", 400, MEDIA_TYPE)["reason"] == "BadRequest"


@pytest.mark.django_db(transaction=True)
def test_a_question_counts_as_a_preview(api: Api, settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 1
    for address, status in ((ACCESS, 422), (RULES, 429), (REVIEW, 429)):
        assert api.call("POST", address, {}, status)["code"] == status


def test_a_question_of_another_kind_is_refused(api: Api) -> None:
    assert "SelfSubjectReview" in api.call("POST", REVIEW, {"kind": "Pod"}, 400)["message"]
    assert api.call("POST", REVIEW, "x", 415, "text/plain")["code"] == 415
    assert api.call("POST", REVIEW, {}, 406, Accept=MEDIA_TYPE)["code"] == 406


def test_a_namespace_may_be_a_row_of_a_table(api: Api) -> None:
    accept = "application/json;as=Table;v=v1;g=meta.k8s.io"
    for address in ("/api/v1/namespaces", f"/api/v1/namespaces/{api.workspace.name}", PROJECTS):
        table = api.call("GET", address, Accept=accept)
        assert [column["name"] for column in table["columnDefinitions"]] == ["Name", "Status", "Age"]
        (row,) = table["rows"]
        assert row["cells"][:2] == [api.workspace.name, "Active"]
        assert row["cells"][2].endswith("s")
        assert row["object"]["kind"] == "PartialObjectMetadata"
