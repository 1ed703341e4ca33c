"""A token opens exactly one namespace; invalid requests and options are refused and never cause a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from playground.storage.models import Share
from tests.api.calls import Api, template

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer ", "Bearer x", "Basic abc", "Bearer ä", "x" * 5000]
)
def test_without_the_token_access_is_refused(api: Api, authorization: str | None) -> None:
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = Client().get(api.address(), headers=headers)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert json.loads(answer.content)["reason"] == "Unauthorized"


def test_a_token_is_a_bearers(api: Api) -> None:
    for scheme, status in (("bearer", 200), ("Basic", 401), ("Token", 401)):
        assert Client().get(api.address(), headers={"Authorization": f"{scheme} {api.token}"}).status_code == status


def test_another_namespace_is_403_whether_it_exists_or_not(api: Api, stranger: Api) -> None:
    api.create(template())
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        body = template() if method in ("PUT", "PATCH") else None
        media = "application/merge-patch+json" if method == "PATCH" else "application/json"
        answers = [
            json.dumps(stranger.call(method, api.address(name, namespace=namespace), body, 403, media)).replace(
                name, "-"
            )
            for name, namespace in (("web", ""), ("nope", ""), ("web", "ws-nowhere"))
        ]
        assert len({answer.replace(api.workspace.name, "*").replace("ws-nowhere", "*") for answer in answers}) == 1
    stranger.call("POST", api.address(), template(), 403)
    stranger.call("GET", api.address(), None, 403)
    assert Share.objects.count() == 1


def test_cookies_are_neither_read_nor_set(api: Api) -> None:
    api.create(template())
    client = Client()
    for name in (settings.CSRF_COOKIE_NAME, "workspace", "__Host-workspace", "__Host-owner", "Authorization"):
        client.cookies[name] = api.token
    for method, address in (("GET", api.address()), ("DELETE", api.address("web"))):
        answer = client.generic(method, address)
        assert answer.status_code == 401
        assert not answer.cookies
    assert Share.objects.filter(deleted=None).count() == 1


def test_a_page_of_another_site_writes_nothing_and_reads_no_answer(api: Api) -> None:
    for site in ("cross-site", "same-site"):
        api.call("POST", api.address(), template(), 403, Sec_Fetch_Site=site)
    api.call("POST", api.address(), template(), 201, Sec_Fetch_Site="none")
    api.get()
    assert not [name for name in api.headers if name.startswith("Access-Control-")]
    assert api.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert api.headers["Cache-Control"] == "no-store"


def test_all_namespaces_means_the_tokens_own(api: Api, stranger: Api) -> None:
    stranger.create(template("theirs"))
    api.create(template("mine"))
    for path in ("/api/v1/templates", "/apis/template.openshift.io/v1/templates"):
        assert [item["metadata"]["name"] for item in api.call("GET", path)["items"]] == ["mine"]


@pytest.mark.parametrize(
    ("accept", "status", "kind"),
    [
        ("*/*", 200, "TemplateList"),
        (f"{TABLE},application/json", 200, "Table"),
        (f"{TABLE.replace('v1', 'v1beta1')}", 200, "Table"),
        (f"{TABLE.replace('v=v1', 'v=v9')},application/json", 200, "TemplateList"),
        (f"application/json,{TABLE}", 200, "TemplateList"),
        ("application/json;as=Unknown;v=v1", 406, "Status"),
        ("text/html", 406, "Status"),
        (";;;,,", 406, "Status"),
    ],
)
def test_the_preferred_accepted_type_is_returned(api: Api, accept: str, status: int, kind: str) -> None:
    assert api.get(status=status, Accept=accept)["kind"] == kind


@pytest.mark.parametrize("query", ["limit=-1", "limit=x", "limit=١", "limit=" + "9" * 30, "watch=1&resourceVersion=x"])
def test_invalid_numbers_are_400(api: Api, query: str) -> None:
    assert "as a number" in api.call("GET", f"{api.address()}?{query}", None, 400)["message"]


@pytest.mark.parametrize(
    "body", ["7", "[]", "{", '{"dryRun": "All", "preconditions": 3}', '{"preconditions": {"uid": 3}}']
)
def test_unsupported_options_are_refused_or_ignored(api: Api, body: str) -> None:
    api.create(template())
    status = 200 if "All" in body else 409 if "uid" in body else 400
    assert api.call("DELETE", api.address("web"), body, status)


def test_plain_http_is_refused_and_not_redirected_where_https_is_asked_for(api: Api, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert (
        api.get(status=403)["message"] == "the API answers only over https; a token sent over http is no longer secret"
    )
    answer = api.client.get(api.address(), secure=True, headers={"Authorization": f"Bearer {api.token}"})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["%00", "a%0Ab", "..", "%ED%A0%80", "a" * 254, "ä", "{{7*7}}", "'; DROP"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_invalid_names_are_not_found(api: Api, name: str, method: str) -> None:
    answer = api.client.generic(method, f"{api.address()}/{name}", headers={"Authorization": f"Bearer {api.token}"})
    assert answer.status_code in (400, 404)
    assert json.loads(answer.content)["kind"] == "Status"


BODIES = (
    '{"a": NaN}',
    '{"a": -Infinity}',
    "{'a': 1}",
    '{"a": 1,}',
    '{"a": 01}',
    '{"a": 1} x',
    "kind: Template",
    '{"a": ' + "9" * 5_000 + "}",
    "[" * 201 + "]" * 201,
    "[" * 100_000,
    '{"a":' * 5_000,
    '{"a": "\\x"}',
)


@pytest.mark.parametrize("body", BODIES, ids=[body[:14] for body in BODIES])
def test_invalid_json_is_400_everywhere(api: Api, body: str) -> None:
    api.create(template("there"))
    status = api.create(body, 400)
    assert (status["reason"], status["code"]) == ("BadRequest", 400)
    assert "cannot be read: " in status["message"]
    assert len(status["message"]) < 300
    api.call("POST", api.address().replace("/templates", "/processedtemplates"), body, 400)
    api.call("POST", "/api/evaluate", body, 400)
    api.put("there", body, 400)
    api.patch("there", body, status=400)
    api.delete("there", body, 400)
    assert Share.objects.filter(deleted=None).count() == 1


def test_depth_and_digits_at_the_limit_are_accepted(api: Api) -> None:
    value = template("deep")
    value["metadata"]["annotations"] = {"n": "1"}
    body = json.dumps(value)
    deepest = "[" * 198 + "]" * 198  # inside of the Template and its list of objects
    api.call("POST", "/api/evaluate", json.dumps({"text": "kind: Pod", "values": {"A": "9" * 5000}}))
    api.create(body.replace('"objects": []', f'"objects": [{deepest}]'))
    refused = api.create(body.replace('"objects": []', f'"objects": [[{deepest}]]'), 400)
    assert "nested more than 200 deep" in refused["message"]


@pytest.mark.parametrize("media", ["application/json", "application/yaml"])
def test_duplicate_keys_cause_a_warning_or_in_our_own_api_a_refusal(api: Api, media: str) -> None:
    status = api.call("POST", "/api/evaluate", '{"text": "a", "text": "b"}', 400, media)
    assert "cannot be read" in status["message"]
    body = json.dumps(template())[:-1] + ', "message": "one", "message": "two"}'
    api.call("POST", api.address(), body, 201, media)
    assert 'duplicate field \\"message\\"' in api.headers["Warning"]
    strict = api.call("POST", api.address() + "?fieldValidation=Strict", body, 400, media)
    assert "strict decoding error" in strict["message"]


def test_the_form_that_a_client_prefers_is_sent(api: Api) -> None:
    table = "application/json;as=Table;v=v1;g=meta.k8s.io"
    for accept, kind in (
        (f"application/json;q=0.5, {table};q=0.9", "Table"),
        (f"application/json, {table};q=0.9", "TemplateList"),
        (f"*/*, {table}", "Table"),
        (f"{table};q=no, */*;q=0.1", "TemplateList"),
    ):
        assert api.get(Accept=accept)["kind"] == kind


DRY = 'dryRun: Unsupported value: ["Some"]: supported values: "All"'
VALIDATION = 'fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"'


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("dryRun=Some", DRY),
        ("dryRun=", DRY.replace("Some", "")),
        ("fieldValidation=strict", VALIDATION),
        ("fieldManager=" + "x" * 129, "fieldManager: Too long: may not be more than 128 bytes"),
        ("fieldManager=a%07", 'fieldManager: Invalid value: "a\\a": invalid character U+0007 (at position 1)'),
        ("dryRun=Some&fieldValidation=strict", f"[{DRY}, {VALIDATION}]"),
    ],
)
def test_invalid_options_are_refused(api: Api, query: str, message: str) -> None:
    status = api.create(template(), 422, f"?{query}")
    assert status["message"] == f'CreateOptions.meta.k8s.io "" is invalid: {message}'
    assert (status["details"]["group"], status["details"]["kind"]) == ("meta.k8s.io", "CreateOptions")
    created = api.create(template())
    status = api.put("web", created, 422, f"?{query}")
    assert status["message"] == f'UpdateOptions.meta.k8s.io "" is invalid: {message}'
    status = api.patch("web", {}, status=422, query=f"?{query}")
    assert status["message"] == f'PatchOptions.meta.k8s.io "" is invalid: {message}'
    address = api.address().removesuffix("templates") + "processedtemplates"
    status = api.call("POST", f"{address}?{query}", template(), 422)
    assert status["message"] == f'CreateOptions.meta.k8s.io "" is invalid: {message}'


def test_options_of_other_verbs_are_not_looked_at(api: Api) -> None:
    created = api.create(template(), query="?force=true")
    api.put("web", created, query="?force=true")
    api.delete("web", query=f"?force=true&fieldValidation=strict&fieldManager={'x' * 129}")


def test_a_manager_has_up_to_128_bytes(api: Api) -> None:
    api.create(template(), query=f"?fieldManager={'é' * 64}")
    api.create(template("other"), 422, f"?fieldManager={'é' * 65}")


def test_only_an_apply_may_be_forced_and_it_needs_a_manager(api: Api) -> None:
    api.create(template())
    status = api.patch("web", {}, status=422, query="?force=true")
    assert status["details"]["causes"] == [
        {
            "reason": "FieldValueForbidden",
            "message": "Forbidden: may not be specified for non-apply patch",
            "field": "force",
        }
    ]
    status = api.patch("web", template(), "apply-patch+yaml", 422)
    message = "fieldManager: Required value: is required for apply patch"
    assert status["message"] == f'PatchOptions.meta.k8s.io "" is invalid: {message}'
    api.patch("web", template(), "apply-patch+yaml", query="?fieldManager=a&force=true")


POLICY = 'propagationPolicy: Unsupported value: "Now": supported values: "Foreground", "Background", "Orphan", "nil"'


@pytest.mark.parametrize(
    ("body", "query", "message"),
    [
        ({"dryRun": ["Some"]}, "", DRY),
        (None, "?dryRun=Some", DRY),
        ({"propagationPolicy": "Now"}, "", POLICY),
        (None, "?propagationPolicy=Now", POLICY),
        (
            {"propagationPolicy": "Orphan", "orphanDependents": False},
            "",
            'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
        ),
    ],
)
def test_invalid_options_delete_nothing(api: Api, body: Any, query: str, message: str) -> None:
    api.create(template())
    for name in ("web", ""):
        status = api.delete(name, body, 422, query)
        assert status["message"] == f'DeleteOptions.meta.k8s.io "" is invalid: {message}'
    assert Share.objects.get().withdrawn is None


def test_a_stranger_learns_nothing_of_options(api: Api, stranger: Api) -> None:
    stranger.call("DELETE", api.address("web"), {"dryRun": ["Some"]}, 403)
    stranger.call("POST", api.address() + "?dryRun=Some", template(), 403)
