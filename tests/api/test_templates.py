"""Each verb on `/templates` answers as the real server does, status and words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from playground.api import verbs
from playground.api.protocol.groups import CORE
from playground.storage.models import Share
from tests.api.calls import Api, template

GONE = 'templates.template.openshift.io "web" not found'
MODIFIED = (
    'Operation cannot be fulfilled on templates.template.openshift.io "web": the object has been modified;'
    " please apply your changes to the latest version and try again"
)


def before(monkeypatch: pytest.MonkeyPatch, write: str, action: Callable[[], Any]) -> None:
    """Let ``action`` happen between what a verb reads and what it writes by the function ``write``."""
    original = getattr(verbs, write)

    def late(*arguments: Any) -> Any:
        with monkeypatch.context() as patches:
            patches.setattr(verbs, write, original)
            action()
        return original(*arguments)

    monkeypatch.setattr(verbs, write, late)


def test_what_is_created_is_an_object_and_a_share(api: Api) -> None:
    created = api.create(template(parameters=[{"name": "A"}]))
    metadata = created["metadata"]
    assert (created["kind"], created["apiVersion"]) == ("Template", "template.openshift.io/v1")
    assert (metadata["name"], metadata["namespace"]) == ("web", api.workspace.name)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", metadata["creationTimestamp"])
    assert len(metadata["uid"]) == 36
    assert int(metadata["resourceVersion"]) > 0
    share = Share.objects.get()
    assert metadata["annotations"]["playground/share"] == f"http://testserver/s/{share.slug}"
    assert api.get("web") == created
    assert "name: web" in share.latest.text
    assert metadata["uid"] not in share.latest.text
    page = api.client.get(f"/s/{share.slug}").content.decode()
    assert "kind: Template" in page


def test_the_same_object_is_read_in_both_group_versions(api: Api) -> None:
    api.create(template())
    core_object = api.call("GET", api.address("web", CORE))
    assert (core_object["apiVersion"], core_object["metadata"]["name"]) == ("v1", "web")
    core_object["message"] = "changed there"
    api.call("PUT", api.address("web", CORE), core_object)
    assert api.get("web")["message"] == "changed there"
    assert "template.openshift.io/v1" in Share.objects.get().latest.text


def test_the_proposal_keeps_the_types_of_its_parameters(api: Api) -> None:
    typed: dict[str, Any] = {"apiVersion": "v1", "kind": "Template", "metadata": {"name": "typed"}, "objects": []}
    typed["parameters"] = [{"name": "N", "type": "int", "value": "3"}]
    api.call("POST", api.address("", CORE), typed, 201)
    stored = api.get("typed")
    api.put("typed", stored, query="?fieldValidation=Strict")
    assert api.get("typed")["parameters"] == typed["parameters"]
    openshift = api.create(template("untyped", parameters=[{"name": "N", "type": "int"}]))
    assert openshift["parameters"] == [{"name": "N"}]
    assert api.headers["Warning"] == '299 - "unknown field \\"parameters[0].type\\""'


def test_a_name_that_is_taken_is_409(api: Api) -> None:
    api.create(template())
    status = api.create(template(), 409)
    assert status == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": 'templates.template.openshift.io "web" already exists',
        "reason": "AlreadyExists",
        "details": {"name": "web", "group": "template.openshift.io", "kind": "templates"},
        "code": 409,
    }


def test_generate_name_generates_a_name(api: Api) -> None:
    value = template()
    value["metadata"] = {"generateName": "x" * 70}
    first, second = api.create(value), api.create(value)
    names = {created["metadata"]["name"] for created in (first, second)}
    assert len(names) == 2
    assert all(re.fullmatch(r"x{58}[bcdfghjklmnpqrstvwxz2456789]{5}", name) for name in names)
    assert "generateName" not in api.get(names.pop())["metadata"]


def test_parameter_names_are_validated_only_on_creation(api: Api) -> None:
    created = api.create(template())
    changed = template(parameters=[{"name": "A!"}], metadata=created["metadata"])
    assert api.put("web", changed)["parameters"] == [{"name": "A!"}]
    assert api.patch("web", {"parameters": [{"name": ""}]})["parameters"] == [{"name": ""}]
    labelled = {**changed["metadata"], "resourceVersion": api.get("web")["metadata"]["resourceVersion"]}
    status = api.put("web", template(metadata={**labelled, "labels": {"a b": ""}}), 422)
    assert status["details"]["causes"][0]["field"] == "metadata.labels"


@pytest.mark.parametrize(
    ("value", "field", "message"),
    [
        (template(""), "metadata.name", "Required value: name or generateName is required"),
        (template("Web"), "metadata.name", 'Invalid value: "Web": a lowercase RFC 1123 subdomain'),
        (template(parameters=[{"name": "A!"}]), "parameters[0].name", 'Invalid value: "A!": does not match ^'),
        (template(parameters=[{}]), "parameters[0].name", "Required value"),
        (
            template(metadata={"name": "web", "labels": {"a b": ""}}),
            "metadata.labels",
            'Invalid value: "a b": name part',
        ),
        (
            template(metadata={"name": "web", "labels": {"a": "b c"}}),
            "metadata.labels",
            'Invalid value: "b c": a valid',
        ),
        (template(metadata={"name": "web", "annotations": {"/": ""}}), "metadata.annotations", 'Invalid value: "/"'),
    ],
)
def test_an_invalid_object_is_422_with_its_causes(api: Api, value: Any, field: str, message: str) -> None:
    status = api.create(value, 422)
    assert status["reason"] == "Invalid"
    assert status["details"]["causes"][0]["field"] == field
    assert status["details"]["causes"][0]["message"].startswith(message)
    assert f"{field}: {message}" in status["message"]
    assert Share.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "must be exactly one object"),
        ("{", "cannot be read: line 1, column 2: "),
        ("[]", "must be exactly one object"),
        ("7", "must be exactly one object"),
        (
            "kind: Template\n",
            "line 1, column 1: Expecting value; send JSON, or YAML with Content-Type: application/yaml",
        ),
        (
            template(kind="Pod"),
            'Pod in version "v1" cannot be handled as a Template: no kind "Pod" is registered for version "template.',
        ),
        (
            template(apiVersion="a/v2"),
            'in version "v2" cannot be handled as a Template: no kind "Template" is registered',
        ),
        (
            template(apiVersion="v1"),
            "the API version in the data (v1) does not match the expected API version (template.openshift.io/v1)",
        ),
        (template(parameters=7), "cannot be handled as a Template: json: cannot unmarshal number into Go struct field"),
        (template(metadata={"name": "web", "namespace": "x"}), "the namespace of the provided object does not match"),
        (
            template(metadata={"name": "web", "resourceVersion": "1"}),
            "resourceVersion should not be set on objects to be",
        ),
        ("kind: Template\0", "NUL"),
        (b"\xff\xfe", "must be UTF-8"),
        ("[" * 5000, "cannot be read"),
    ],
)
def test_a_body_that_is_no_template_is_refused(api: Api, body: Any, message: str) -> None:
    status = api.create(body, 400)
    assert message in status["message"]
    assert Share.objects.count() == 0


def test_a_body_may_be_yaml(api: Api) -> None:
    text = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: web\nobjects: []\n"
    assert api.call("POST", api.address(), text, 201, "application/yaml")["metadata"]["name"] == "web"


@pytest.mark.parametrize(
    "media", ["application/vnd.kubernetes.protobuf", "text/plain", "application/x-www-form-urlencoded"]
)
def test_other_bodies_are_415_and_never_500(api: Api, media: str) -> None:
    api.call("POST", api.address(), "k8s\x00binary" if "protobuf" in media else "a=b", 415, media)


def test_an_answer_in_protobuf_only_is_406(api: Api) -> None:
    api.get(status=406, Accept="application/vnd.kubernetes.protobuf")
    api.get(Accept="application/vnd.kubernetes.protobuf, */*")


@pytest.mark.parametrize(
    ("validation", "status", "warned"),
    [("Strict", 400, False), ("Warn", 201, True), ("Ignore", 201, False), ("", 201, True)],
)
def test_unknown_and_repeated_fields_are_refused_reported_or_dropped(
    api: Api, validation: str, status: int, warned: bool
) -> None:
    text = (
        '{"kind":"Template","apiVersion":"template.openshift.io/v1","metadata":{"name":"a"},"metadata":{"name":"web"},'
    )
    text += '"bogus":1,"parameters":[{"name":"A","vale":"x"}],"objects":[]}'
    answer = api.create(text, status, f"?fieldValidation={validation}")
    strict = (
        'Template in version "v1" cannot be handled as a Template: strict decoding error:'
        ' unknown field "bogus", unknown field "parameters[0].vale", duplicate field "metadata"'
    )
    if status == 400:
        assert answer["message"] == strict
    else:
        assert "bogus" not in answer
        assert answer["parameters"] == [{"name": "A"}]
    assert ("Warning" in api.headers) is warned


def test_an_update_needs_the_current_resource_version(api: Api) -> None:
    created = api.create(template())
    status = api.put("web", template(), 422)
    assert status["message"].endswith("metadata.resourceVersion: Invalid value: 0x0: must be specified for an update")
    changed = api.put("web", created | {"message": "first"})
    assert int(changed["metadata"]["resourceVersion"]) > int(created["metadata"]["resourceVersion"])
    assert changed["metadata"]["uid"] == created["metadata"]["uid"]
    assert changed["metadata"]["generation"] == 2
    assert api.put("web", created | {"message": "second"}, 409)["message"] == MODIFIED
    assert api.get("web")["message"] == "first"


def test_an_object_is_changed_so_many_times(api: Api, settings: Settings) -> None:
    settings.REVISIONS = 2
    created = api.create(template())
    changed = api.put("web", created | {"message": "first"})
    status = api.put("web", changed | {"message": "second"}, 403)
    assert (
        status["message"] == 'exceeded quota: "web" has the maximum number of revisions; delete it and create it again'
    )
    assert api.get("web")["message"] == "first"


def test_an_update_without_a_change_makes_no_version(api: Api) -> None:
    created = api.create(template())
    assert api.put("web", created) == created


def test_an_update_creates_nothing_and_renames_nothing(api: Api) -> None:
    created = api.create(template())
    assert api.put("other", created, 404)["reason"] == "NotFound"
    created["metadata"]["name"] = "other"
    assert "does not match the name on the URL (web)" in api.put("web", created, 400)["message"]


def test_another_object_of_the_same_name_is_not_updated(api: Api) -> None:
    created = api.create(template())
    api.delete("web")
    api.create(template())
    assert "Precondition failed: UID in precondition" in api.put("web", created, 409)["message"]


@pytest.mark.parametrize(
    ("kind", "patch"),
    [
        ("merge-patch+json", {"message": "new", "labels": None}),
        ("strategic-merge-patch+json", {"message": "new", "labels": None, "$setElementOrder/parameters": []}),
        ("json-patch+json", [{"op": "add", "path": "/message", "value": "new"}, {"op": "remove", "path": "/labels"}]),
        ("apply-patch+yaml", "message: new\nlabels: null\n"),
    ],
)
def test_an_object_is_patched_in_four_ways(api: Api, kind: str, patch: Any) -> None:
    api.create(template(labels={"a": "b"}, message="old"))
    patched = api.patch("web", patch, kind, query="?fieldManager=me")
    assert (patched["message"], patched.get("labels"), patched["metadata"]["generation"]) == ("new", None, 2)


def test_applying_creates_a_missing_object(api: Api) -> None:
    applied = api.patch("web", template(), "apply-patch+yaml", 201, "?fieldManager=me")
    assert applied["metadata"]["name"] == "web"
    assert "fieldManager: Required value" in api.patch("web", template(), "apply-patch+yaml", 422)["message"]


@pytest.mark.parametrize(("changes_of_others", "status"), [(4, 200), (5, 409)])
def test_a_patch_is_applied_again_to_what_others_have_changed(
    api: Api, monkeypatch: pytest.MonkeyPatch, changes_of_others: int, status: int
) -> None:
    api.create(template())
    pending = [{"metadata": {"labels": {f"other-{number}": "x"}}} for number in range(changes_of_others)]
    before(monkeypatch, "revise", lambda: api.patch("web", pending.pop() if pending else {}))
    answer = api.patch("web", {"message": "mine"}, status=status)
    assert pending == []
    if status == 200:
        assert (answer["message"], len(answer["metadata"]["labels"])) == ("mine", changes_of_others)
    else:
        assert answer["message"] == MODIFIED


@pytest.mark.parametrize("field", ["resourceVersion", "uid"])
def test_a_patch_that_says_what_it_changes_is_applied_once(
    api: Api, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    created = api.create(template())
    pending = [{"message": "other"}]
    before(monkeypatch, "revise", lambda: api.patch("web", pending.pop() if pending else {}))
    change = {"message": "mine", "metadata": {field: created["metadata"][field]}}
    assert api.patch("web", change, status=409)["message"] == MODIFIED
    assert api.get("web")["message"] == "other"


def test_what_is_deleted_meanwhile_is_not_found(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    created = api.create(template())
    with monkeypatch.context() as patches:
        before(patches, "revise", lambda: api.delete("web"))
        assert api.put("web", created | {"message": "x"}, 404)["message"] == GONE
    api.create(template())
    before(monkeypatch, "delete", lambda: api.delete("web"))
    assert api.delete("web", status=404)["message"] == GONE


def test_other_patches_are_refused(api: Api) -> None:
    created = api.create(template())
    api.patch("web", {}, "json", 415)
    api.patch("web", [], "merge-patch+json", 400)
    assert api.patch("nope", {}, status=404)["details"]["name"] == "nope"
    another = str(int(created["metadata"]["resourceVersion"]) + 1)
    assert api.patch("web", {"metadata": {"resourceVersion": another}}, status=409)["message"] == MODIFIED
    status = api.patch("web", {"metadata": {"name": "other"}}, status=400)
    assert status["message"] == "the name of the object (other) does not match the name on the URL (web)"
    status = api.patch("web", {"metadata": {"namespace": "other"}}, status=400)
    assert status["message"].startswith("the namespace of the object (other) does not match the namespace on the URL (")
    status = api.patch("web", {"metadata": None}, status=400)
    message = "the name of the object (web based on URL) was undeterminable: name must be provided"
    assert status["message"] == message
    api.patch("web", {"metadata": {"labels": {"-": ""}}}, status=422)


def test_a_patch_that_makes_no_template_is_invalid_and_quotes_what_it_made(api: Api) -> None:
    api.create(template())
    for query, change, message in (
        ("", {"parameters": 7}, "json: cannot unmarshal number into Go struct field Template.parameters"),
        ("?fieldValidation=Strict", {"bogus": 7}, 'strict decoding error: unknown field "bogus"'),
    ):
        status = api.patch("web", change, status=422, query=query)
        (cause,) = status["details"]["causes"]
        assert (cause["field"], status["message"]) == ("patch", f' "" is invalid: patch: {cause["message"]}')
        assert cause["message"].startswith('Invalid value: "{\\"apiVersion\\":\\"template.openshift.io/v1\\",')
        assert message in cause["message"]


def test_apply_creates_no_object_of_another_name(api: Api) -> None:
    api.patch("web", template("other"), "apply-patch+yaml", 400, "?fieldManager=a")
    assert Share.objects.count() == 0


def test_what_a_collection_held_is_listed_with_the_version_at_which_it_did(api: Api) -> None:
    version = api.create(template())["metadata"]["resourceVersion"]
    assert api.delete()["metadata"] == {"resourceVersion": version}


def test_a_deleted_object_is_gone_from_api_and_page(api: Api) -> None:
    created = api.create(template())
    slug = Share.objects.get().slug
    deleted = api.delete("web", {"propagationPolicy": "Background"})
    assert deleted["metadata"]["uid"] == created["metadata"]["uid"]
    assert api.get("web", 404)["message"] == GONE
    assert api.delete("web", status=404)["message"] == GONE
    assert api.client.get(f"/s/{slug}").status_code == 410


def test_deletion_honours_preconditions(api: Api) -> None:
    metadata = api.create(template())["metadata"]
    for precondition in ({"uid": "x"}, {"resourceVersion": "0"}):
        status = api.delete("web", {"preconditions": precondition}, 409)
        assert status["details"]["kind"] == "Template"
        assert status["message"].startswith(
            'Operation cannot be fulfilled on Template.template.openshift.io "web": the '
        )
        assert " in the precondition (" in status["message"]
    api.delete("web", {"preconditions": {"uid": metadata["uid"], "resourceVersion": metadata["resourceVersion"]}})


def test_what_is_changed_meanwhile_is_deleted_unless_a_version_is_given(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = api.create(template())["metadata"]["resourceVersion"]
    messages = iter(("first", "second"))
    before(monkeypatch, "delete", lambda: api.patch("web", {"message": next(messages)}))
    assert api.delete("web", {"preconditions": {"resourceVersion": version}}, 409)["message"] == MODIFIED
    assert api.get("web")["message"] == "first"
    assert api.delete("web")["message"] == "second"
    api.get("web", 404)


def test_a_collection_is_deleted_though_others_delete_some_of_it(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b", "c"):
        api.create(template(name))
    remaining = ["a"]
    before(monkeypatch, "delete", lambda: remaining and api.delete(remaining.pop()))
    assert [item["metadata"]["name"] for item in api.delete()["items"]] == ["b", "c"]
    assert api.get()["items"] == []


def test_a_collection_is_deleted_by_selector(api: Api) -> None:
    for name in ("a", "b", "c"):
        api.create(template(name, metadata={"name": name, "labels": {"keep": "yes" if name == "b" else "no"}}))
    answer = api.delete(query="?labelSelector=keep!=yes")
    assert [item["metadata"]["name"] for item in answer["items"]] == ["a", "c"]
    assert [item["metadata"]["name"] for item in api.get()["items"]] == ["b"]


def test_a_dry_run_has_no_link(api: Api) -> None:
    dry = api.create(template(), query="?dryRun=All")
    assert "playground/share" not in dry["metadata"]["annotations"]
    assert "playground/share" in api.create(template())["metadata"]["annotations"]


def test_a_dry_run_stores_nothing(api: Api) -> None:
    dry = api.create(template(), query="?dryRun=All")
    assert dry["metadata"]["name"] == "web"
    assert "resourceVersion" not in dry["metadata"]
    assert Share.objects.count() == 0
    created = api.create(template())
    assert api.create(template(), 409, "?dryRun=All")["reason"] == "AlreadyExists"
    assert api.put("web", created | {"message": "x"}, query="?dryRun=All")["message"] == "x"
    assert api.patch("web", {"message": "y"}, query="?dryRun=All")["message"] == "y"
    assert api.delete("web", {"dryRun": ["All"]}) == created
    assert api.delete(query="?dryRun=All")["items"] == [created]
    assert api.get("web") == created


def test_other_methods_are_405(api: Api) -> None:
    for method in ("PUT", "PATCH", "OPTIONS"):
        assert api.call(method, api.address(), None, 405)["reason"] == "MethodNotAllowed"
    assert api.headers["Allow"] == "DELETE, GET, POST"
    api.call("POST", api.address("web"), template(), 405)


def test_annotations_of_the_playground_are_not_stored(api: Api) -> None:
    created = api.create(template(metadata={"name": "web", "annotations": {"playground/share": "x", "a": "b"}}))
    assert created["metadata"]["annotations"]["a"] == "b"
    text = Share.objects.get().latest.text
    assert "playground/" not in text
    assert "a: b" in text


def test_two_documents_of_yaml_are_not_one_object(api: Api) -> None:
    text = "kind: Template\n---\nkind: Template\n"
    assert "must be exactly one object" in api.call("POST", api.address(), text, 400, "application/yaml")["message"]
