"""A Template is offered only with both of its proofs."""

from __future__ import annotations

from dataclasses import replace

from playground.engine import Deadline, Inputs, NewTemplate, NoTemplate, Suggestions, evaluate, suggest, template_of
from tests.engine.authoring.suggestions.texts import (
    container,
    documents,
    refusal,
    service,
    suggestions,
    template,
    workload,
)

# An argument refers to the variable that Kubernetes derives from the name of the Service. The server wrote much.
WRITTEN = "".join(f"  {key}: x\n" for key in ("uid", "resourceVersion", "generation", "selfLink", "creationTimestamp"))
DERIVED = documents(
    service("web").replace("  name: web\n", f"  name: web\n{WRITTEN}  managedFields: []\n") + "status: {}\n",
    workload("Deployment", "web", container("web", "a:1") + "        args: [$(WEB_SERVICE_HOST)]\n"),
)


def test_another_name_may_raise_no_new_issue() -> None:
    answer = refusal(DERIVED)
    assert "With another name, here `zq7`, the Template has a new issue" in answer.refusal.reason
    assert "WEB_SERVICE_HOST" in answer.refusal.reason
    assert str(answer.refusal.span) == "31:16"
    assert answer.suspect == "NAME"
    assert answer.refusal.hint == "Leave out the parameter `NAME`, and it is right."
    assert template(DERIVED, without=["NAME"]).renamed == ""


def test_an_issue_that_another_name_ends_is_no_reason() -> None:
    long = "a" * 64
    new = template(workload("Deployment", "web", container("web", "a")) + f"---\n{service(long)}", without=["NAME"])
    assert new.renamed == ""
    assert template(service(long)).renamed == "NAME"


def test_the_kubernetes_version_and_the_labels_of_the_evaluation_count() -> None:
    evaluation = evaluate(DERIVED, Inputs(labels={"team": "a"}, kubernetes="1.30", values={"NAME": "ignored"}))
    listed = suggest(evaluation, Deadline())
    assert isinstance(listed, Suggestions)
    assert isinstance(template_of(listed, listed.defaults - {"NAME"}, Deadline()), NewTemplate)


def test_other_objects_are_refused_with_the_place_and_the_suggestion() -> None:
    listed = suggestions(documents(service("web"), workload("Deployment", "web", container("web", "a"), replicas=2)))
    wrong = [replace(item, form="${}") if item.key == "REPLICAS" else item for item in listed.items]
    answer = template_of(replace(listed, items=tuple(wrong)), listed.defaults, Deadline())
    assert isinstance(answer, NoTemplate)
    assert (
        answer.refusal.reason
        == "With this Template, `spec.replicas` of Deployment/web would have another value than now."
    )
    assert answer.suspect == "REPLICAS"
    assert str(answer.refusal.span) == "15:13"
