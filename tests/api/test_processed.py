"""Anyone can have a Template processed, in either spelling and dialect."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from playground.api.protocol.groups import CORE, OPENSHIFT, Group
from playground.engine import Severity, evaluate
from playground.storage.models import Share
from tests.api.calls import Api

SPELLINGS = ("processedtemplates", "processedTemplates")
POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${NAME}"}, "spec": {"n": "${{N}}", "m": "$(NAME)"}}


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 0


def template(group: Group = OPENSHIFT, **more: Any) -> dict[str, Any]:
    value = {"kind": "Template", "apiVersion": group.api_version, "metadata": {"name": "t"}, "objects": [POD]}
    return value | {"parameters": [{"name": "NAME", "value": "web"}, {"name": "N", "value": "3"}]} | more


def post(value: Any, group: Group = OPENSHIFT, status: int = 201, spelling: str = SPELLINGS[0], query: str = "") -> Any:
    body = value if isinstance(value, str) else json.dumps(value)
    address = f"/{group.path}/namespaces/default/{spelling}{query}"
    answer = Client(enforce_csrf_checks=True).post(address, body, content_type="application/json")
    processed = json.loads(answer.content)
    assert answer.status_code == status, processed
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    return processed | {"headers": dict(answer.headers)}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_openshift_substitutes_its_references_and_leaves_the_others(spelling: str) -> None:
    (pod,) = post(template(), spelling=spelling)["objects"]
    assert pod["metadata"]["name"] == "web"
    assert pod["spec"] == {"n": 3, "m": "$(NAME)"}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_proposal_substitutes_by_its_own_rules(spelling: str) -> None:
    (pod,) = post(template(CORE), CORE, spelling=spelling)["objects"]
    assert pod["spec"]["m"] == "web"


def test_generated_values_are_returned_with_their_parameters() -> None:
    processed = post(template(parameters=[{"name": "P", "generate": "expression", "from": "[a-z]{8}"}], message="${P}"))
    (parameter,) = processed["parameters"]
    assert len(parameter["value"]) == 8
    assert processed["message"] == parameter["value"]
    assert parameter["from"] == "[a-z]{8}"


def test_labels_are_substituted_and_set() -> None:
    processed = post({"labels": {"app": "${NAME}"}, **template()})
    assert list(processed)[:3] == ["kind", "apiVersion", "labels"]
    assert processed["labels"] == {"app": "web"}
    assert processed["objects"][0]["metadata"]["labels"] == {"app": "web"}


def test_what_is_empty_is_left_out_as_the_real_server_does() -> None:
    empty = {"value": "", "description": "", "required": False}
    parameters = [{"name": "NAME", "value": "", "generate": "expression"}, {"name": "N", **empty}]
    processed = post(template(metadata={"name": "", "labels": {}}, labels={}, message="${NAME}", parameters=parameters))
    assert processed["metadata"] == {"creationTimestamp": None}
    assert not {"labels", "message"} & set(processed)
    assert processed["parameters"] == [{"name": "NAME", "generate": "expression"}, {"name": "N"}]
    assert processed["objects"][0]["metadata"] == {"name": "", "labels": {}}


@pytest.mark.parametrize(("objects", "answered"), [(None, None), ([], [])])
def test_no_objects_and_objects_that_are_not_there_are_told_apart(objects: object, answered: object) -> None:
    processed = post(template(objects=objects, parameters=[]))
    assert processed["objects"] == answered
    assert "parameters" not in processed


def test_server_fields_of_a_stored_object_may_be_sent() -> None:
    metadata = {"name": "t", "namespace": "default", "uid": "x", "resourceVersion": "7", "creationTimestamp": None}
    processed = post(template(metadata=metadata))
    assert processed["metadata"]["uid"] == "x"


def test_causes_are_those_of_the_real_server() -> None:
    parameters = [{"name": "A", "required": True}, {"name": "B", "generate": "bogus"}]
    status = post(template(parameters=parameters), status=422)
    assert status["reason"] == "Invalid"
    assert status["message"].startswith(
        'Template.template.openshift.io "t" is invalid: [template.parameters[0]: Required'
    )
    assert [cause["field"] for cause in status["details"]["causes"]] == [
        "template.parameters[0]",
        "template.parameters[1]",
    ]
    assert [cause["reason"] for cause in status["details"]["causes"]] == ["FieldValueRequired", "FieldValueInvalid"]


@pytest.mark.parametrize(
    ("value", "group", "message"),
    [
        (template(parameters=[{"name": "A!"}]), OPENSHIFT, 'parameters[0].name: Invalid value: "A!"'),
        (template(objects=[{"kind": ""}]), OPENSHIFT, "item[0].objects: Invalid value"),
        (template(CORE, parameters=[{"name": "N", "type": "int", "value": "x"}]), CORE, "parameter N is no int"),
    ],
)
def test_refusals_say_why(value: Any, group: Group, message: str) -> None:
    assert message in post(value, group, 422)["message"]


@pytest.mark.parametrize("value", ["", "{", "[]", '{"kind": "Pod"}', '{"kind": "List", "items": []}'])
def test_a_body_that_is_not_a_template_is_400(value: str) -> None:
    post(value, status=400)


def test_diagnostics_come_as_warnings_but_hints_do_not() -> None:
    value = template(objects=[{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${UNKNWON} \\ é"}}])
    severities = {diagnostic.severity for diagnostic in evaluate(json.dumps(value)).diagnostics}
    assert Severity.HINT in severities
    warnings = post(value)["headers"]["Warning"]
    assert warnings.startswith('299 - "REF4')
    assert "UNKNWON" in warnings
    assert warnings.count("299 - ") == 1


def test_the_number_of_warnings_is_limited() -> None:
    objects = [
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"${{MISSING{number}}}"}} for number in range(900)
    ]
    warnings = post(template(objects=objects))["headers"]["Warning"]
    assert len(warnings) <= 4096
    assert warnings.endswith('more"')


def test_field_validation_is_done_on_request() -> None:
    post(template(bogus=1), status=400, query="?fieldValidation=Strict")
    assert 'unknown field \\"bogus\\"' in post(template(bogus=1), query="?fieldValidation=Warn")["headers"]["Warning"]
    processed = post(template(bogus=1, objects=[]))
    assert "bogus" not in processed
    assert "Warning" not in processed["headers"]


def test_browsers_may_send_requests_from_any_origin() -> None:
    address = "/api/v1/namespaces/x/processedtemplates"
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = Client().options(address, headers=headers)
    assert (answer.status_code, answer["Access-Control-Allow-Methods"]) == (204, "POST")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" not in answer["Access-Control-Allow-Headers"]


def test_an_answer_in_protobuf_only_is_406() -> None:
    address = f"/{CORE.path}/namespaces/x/processedtemplates"
    accepted = {"Accept": "application/vnd.kubernetes.protobuf"}
    answer = Client().post(address, json.dumps(template(CORE)), content_type="application/json", headers=accepted)
    assert answer.status_code == 406


def test_a_wrong_token_does_not_matter() -> None:
    answer = Client().post(
        "/api/v1/namespaces/x/processedtemplates",
        json.dumps(template(CORE)),
        content_type="application/json",
        headers={"Authorization": "Bearer nonsense", "Sec-Fetch-Site": "cross-site"},
    )
    assert answer.status_code == 201


@pytest.mark.django_db(transaction=True)
def test_too_many_requests_get_retry_after(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 1
    post(template())
    status = post(template(), status=429)
    assert (status["reason"], status["headers"]["Retry-After"]) == ("TooManyRequests", "60")


def test_a_refused_object_of_a_yaml_body_is_quoted_with_sorted_keys() -> None:
    body = "objects: [{b: {d: 1, c: 2}, a: x}]"
    for media, quoted in (("json", '{"b":{"d":1,"c":2},"a":"x"}'), ("yaml", '{"a":"x","b":{"c":2,"d":1}}')):
        text = body if media == "yaml" else '{"objects": [{"b": {"d": 1, "c": 2}, "a": "x"}]}'
        address = f"/{OPENSHIFT.path}/namespaces/default/processedtemplates"
        answer = Client().post(address, text, content_type=f"application/{media}")
        assert f"Object 'Kind' is missing in '{quoted}'" in answer.json()["message"]


def test_a_refused_object_is_quoted_unchanged() -> None:
    status = post(template(objects=[{"z": "<", "a": [1, {}]}]), status=422)
    text = '{"z":"\\u003c","a":[1,{}]}'
    message = f"Invalid value: {text}: unable to handle object: Object 'Kind' is missing in '{text}'"
    assert status["details"]["causes"] == [
        {"reason": "FieldValueInvalid", "message": message, "field": "item[0].objects"}
    ]


def test_aliases_are_written_out_and_may_be_too_long_then() -> None:
    aliases = "".join(f"    b{number}: *a\n" for number in range(6))
    objects = f"- kind: ConfigMap\n  apiVersion: v1\n  data:\n    a: &a {'x' * 200_000}\n{aliases}"
    body = f"kind: Template\napiVersion: {OPENSHIFT.api_version}\nobjects:\n{objects}"
    address = f"/{OPENSHIFT.path}/namespaces/default/processedtemplates"
    answer = Client().post(address, body, content_type="application/yaml")
    assert answer.status_code == 413
    size = "The text is 1,400,174 bytes long; the limit is 1,048,576."
    assert answer.json()["message"] == f"the Template as JSON, without YAML aliases, is too large: {size}"


def as_oc_sends(item: dict[str, Any]) -> dict[str, Any]:
    """``item`` after `oc` has decoded and encoded it: Parameters of template.openshift.io/v1 have no `type`.

    oc ``pkg/cli/process/process.go`` and openshift/api ``template/v1/types.go``.
    """
    parameters = [{key: field for key, field in parameter.items() if key != "type"} for parameter in item["parameters"]]
    return item | {
        "parameters": parameters,
        "metadata": item["metadata"] | {"creationTimestamp": "2026-11-23T12:00:00Z"},
    }


@pytest.mark.django_db
def test_oc_gets_a_stored_template_processed_as_the_version_that_was_stored(api: Api) -> None:
    parameters = [{"name": "NAME", "value": "web"}, {"name": "N", "value": "3", "type": "int"}]
    objects = [POD | {"spec": {"n": "$(N)", "m": "$(NAME)", "o": "${NAME}"}}]
    results = {CORE: {"n": 3, "m": "web", "o": "web"}, OPENSHIFT: {"n": "$(N)", "m": "$(NAME)", "o": "web"}}
    for group, spec in results.items():
        stored_template = template(group, metadata={"name": "web"}, parameters=parameters, objects=objects)
        api.call("POST", api.address(group=group), stored_template, 201)
        stored, core = api.get("web"), api.call("GET", api.address("web", CORE))
        for body, answering in ((stored, OPENSHIFT), (as_oc_sends(stored), OPENSHIFT), (core, CORE)):
            address = f"/{answering.path}/namespaces/{api.workspace.name}/processedtemplates"
            answer = api.call("POST", address, body, 201)
            assert (answer["apiVersion"], answer["objects"][0]["spec"]) == (answering.api_version, spec)
        api.delete("web")


@pytest.mark.django_db
def test_a_copy_through_the_other_version_stays_what_it_was(api: Api) -> None:
    parameters = [{"name": "N", "value": "3", "type": "int"}]
    api.call("POST", api.address(group=CORE), template(CORE, parameters=parameters), 201)
    item = api.call("GET", api.address("t"))
    del item["metadata"]["resourceVersion"]
    api.create(as_oc_sends(item) | {"metadata": item["metadata"] | {"name": "copy"}})
    text = Share.objects.get(object_name="copy").latest.text
    assert "apiVersion: v1\n" in text
    assert "type: int" in text
    assert "playground/" not in text


@pytest.mark.parametrize(
    "annotation", ["", "[", "[" * 100_000, "7", '{"apiVersion": 1}', '{"apiVersion": "v1", "types": 1}']
)
def test_an_annotation_that_was_changed_by_hand_harms_nothing(annotation: str) -> None:
    metadata = {"name": "t", "annotations": {"playground/stored-as": annotation}}
    assert post(template(metadata=metadata))["objects"][0]["metadata"]["name"] == "web"


def test_a_long_type_in_the_annotation_is_not_copied_to_each_parameter() -> None:
    stored_as = json.dumps({"apiVersion": "v1", "types": {"A": "x" * 30_000, "B": "string"}})
    metadata = {"name": "t", "annotations": {"playground/stored-as": stored_as}}
    answer = post(template(metadata=metadata, parameters=[{"name": "A"}] * 300 + [{"name": "B"}]))
    assert [parameter.get("type") for parameter in answer["parameters"]] == [None] * 300 + ["string"]
