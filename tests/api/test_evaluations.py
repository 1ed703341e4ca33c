"""Editors and CI get everything that the page knows of a text."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from playground.api import evaluations
from playground.api.evaluations import evaluation_json
from playground.engine import KUBERNETES_VERSIONS, Limits, diagnostic_json, evaluate

KNOWN_FIELDS = "; the known fields are assumed, cluster, dialect, expressions, kubernetes, labels, pinned, text, values"
TEMPLATE = """apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters:
- name: NAME
objects:
- apiVersion: v1
  kind: Pod
  metadata: {name: "${NAME}-${TYPO}"}
  spec:
    containers:
    - name: c
      env:
      - {name: A, value: "$(B)"}
      - {name: B, value: b}
"""


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 0


def post(body: Any, status: int = 200) -> Any:
    answer = Client(enforce_csrf_checks=True).post("/api/evaluate", json.dumps(body), content_type="application/json")
    evaluation = json.loads(answer.content)
    assert answer.status_code == status, evaluation
    return evaluation


def test_a_comment_ignores_as_on_the_command_line() -> None:
    line = '      - {name: A, value: "$(B)"}'
    evaluations = [
        post({"text": text}) for text in (TEMPLATE, TEMPLATE.replace(line, f"{line} # playground: ignore ENV"))
    ]
    codes = [{diagnostic["code"] for diagnostic in evaluation["diagnostics"]} for evaluation in evaluations]
    assert codes[0] - codes[1] == {"ENV502"}
    assert evaluations[0]["counts"]["warning"] == evaluations[1]["counts"]["warning"] + 1


def test_an_evaluation_contains_everything_known_of_a_text() -> None:
    evaluation = post({"text": TEMPLATE, "values": {"NAME": "web"}, "dialect": "openshift", "kubernetes": "1.33"})
    assert (evaluation["readable"], evaluation["dialect"]) == (True, "openshift")
    assert evaluation["documents"][0]["span"]["start"] == {"line": 1, "column": 1}
    assert evaluation["template"]["parameters"] == [{"name": "NAME", "value": "web", "origin": "given"}]
    assert evaluation["objects"][0]["metadata"]["name"] == "web-${TYPO}"
    (container,) = evaluation["environments"]["containers"]
    assert container["env"][:2] == [{"name": "A", "value": "$(B)"}, {"name": "B", "value": "b"}]
    codes = {diagnostic["code"]: diagnostic for diagnostic in evaluation["diagnostics"]}
    assert codes["ENV502"]["span"]["start"]["line"] == 14
    assert codes["ENV502"]["fix"]["edits"][0]["span"]["start"] == {"line": 14, "column": 1}
    assert evaluation["counts"]["error"] == sum(
        diagnostic["severity"] == "error" for diagnostic in evaluation["diagnostics"]
    )
    assert "web-${TYPO}" in evaluation["output"]


@pytest.mark.parametrize("name", ["web", None])
def test_a_template_is_shown_with_what_it_becomes(name: str | None) -> None:
    objects: list[Any] = [{"apiVersion": "v1", "kind": "A"}, {"apiVersion": "v1", "kind": "B"}]
    value: dict[str, Any] = {
        "kind": "Template",
        "metadata": {"name": "t"},
        "message": "for ${NAME}",
        "objects": objects,
    }
    value |= {"apiVersion": "template.openshift.io/v1", "parameters": [{"name": "NAME", "required": True}]}
    text = json.dumps(value)
    evaluation = post({"text": text, "values": {"NAME": name} if name else {}})
    span = {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": len(text) + 1}}
    assert evaluation["documents"] == [{"syntax": "json", "span": span, "value": value}]
    message = "Required value: template.parameters[0]: parameter NAME is required and must be specified"
    assert evaluation["template"] == {
        "name": "t",
        "message": f"for {name or '${NAME}'}",
        "parameters": [{"name": "NAME", "value": name, "origin": "given" if name else "missing"}],
        "refusal": None if name else f'The Template "t" is invalid: template.parameters[0]: {message}',
    }
    assert (evaluation["objects"], evaluation["expanded"]) == (objects, objects)
    assert evaluation["output"] == "apiVersion: v1\nkind: A\n---\napiVersion: v1\nkind: B"


def test_the_diagnostics_are_those_of_the_command_line() -> None:
    evaluation = evaluate(TEMPLATE)
    assert evaluation_json(evaluation)["diagnostics"] == [
        diagnostic_json(diagnostic) for diagnostic in evaluation.diagnostics
    ]


@pytest.mark.parametrize("text", ["", "{", "a: [", "\ud800", "- &a [*a]", "kind: Pod", "---\n---\n"])
def test_any_text_gets_an_answer(text: str) -> None:
    evaluation = post({"text": text})
    assert evaluation["template"] is None


def test_assumed_facts_and_labels_are_used() -> None:
    evaluation = post({"text": TEMPLATE, "assumed": {"X": "1"}, "labels": {"a": "b"}, "cluster": {}, "pinned": {}})
    assert evaluation["objects"][0]["metadata"]["labels"] == {"a": "b"}


def test_a_pinned_value_is_not_generated_anew() -> None:
    text = "{kind: Template, parameters: [{name: P, generate: expression, from: '[a-z]{9}'}], objects: []}"
    (parameter,) = post({"text": text, "pinned": {"P": "kept"}})["template"]["parameters"]
    assert parameter == {"name": "P", "value": "kept", "origin": "generated"}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([], "the body of the request must be an object whose `text` is a string"),
        ({}, "the body of the request must be an object whose `text` is a string"),
        ({"text": "", "generated": {}}, "unknown field 'generated'" + KNOWN_FIELDS),
        ({"text": 7}, "the body of the request must be an object whose `text` is a string"),
        ({"text": "", "values": []}, "`values` must be an object that maps names to strings"),
        ({"text": "", "values": {"A": 1}}, "`values` must be an object that maps names to strings"),
        ({"text": "", "dialect": "french"}, "`dialect` must be one of auto, openshift, proposal"),
        ({"text": "", "dialect": ["auto"]}, "`dialect` must be one of auto, openshift, proposal"),
        ({"text": "", "kubernetes": "1.2"}, f"`kubernetes` must be one of {', '.join(map(str, KUBERNETES_VERSIONS))}"),
        ({"text": "", "kubernetes": {}}, f"`kubernetes` must be one of {', '.join(map(str, KUBERNETES_VERSIONS))}"),
        ({"text": "", "cluster": "x"}, "`cluster` must be an object"),
        ({"text": "", "random": 4}, "unknown field 'random'" + KNOWN_FIELDS),
        ({"text": "", "limits": {}}, "unknown field 'limits'" + KNOWN_FIELDS),
    ],
)
def test_an_invalid_request_is_400(body: Any, message: str) -> None:
    status = post(body, 400)
    assert (status["kind"], status["message"]) == ("Status", message)


@pytest.mark.django_db(transaction=True)
def test_evaluations_are_counted_as_previews(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 1
    post({"text": ""})
    assert post({"text": ""}, 429)["reason"] == "TooManyRequests"


def test_a_text_may_be_as_long_as_any_value_of_a_body() -> None:
    longest = "#" * Limits().scalar_characters
    assert post({"text": longest})["readable"]
    assert "262,144" in post({"text": f"{longest}#"}, 400)["message"]


def test_what_containers_receive_is_counted_in_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    env = "[{name: A, value: wxyz}, {name: B, value: $(A)}]"
    text = f"{{apiVersion: v1, kind: Pod, spec: {{containers: [{{name: c, env: {env}}}]}}}}"
    received = [variable.value or "" for container in evaluate(text).containers for variable in container.variables]
    assert received.count("wxyz") == 2
    for limit, status in ((len("".join(received)) - 1, 413), (len("".join(received)), 200)):
        monkeypatch.setattr(evaluations, "MOST_RECEIVED", limit)
        post({"text": text}, status)


def test_many_variables_with_one_large_text_are_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    large = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata: {{k: {'x' * 200_000}}}\n---\n"
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n"
    text = large + pod + "".join(map("  - {{name: a{}, envFrom: [configMapRef: {{name: m}}]}}\n".format, range(42)))
    assert "the limit is 8,388,608" in post({"text": text}, 413)["message"]
    monkeypatch.setattr(evaluations, "MOST_RECEIVED", sys.maxsize)
    assert len(post({"text": text})["environments"]["containers"]) == 42
