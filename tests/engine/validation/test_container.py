"""The API server's errors for a container as a whole, and where they are."""

from __future__ import annotations

from tests.engine.environments import pod, problems_of


def test_ephemeral_containers_cannot_be_created_with_the_pod() -> None:
    (problem,) = problems_of(pod(more="  ephemeralContainers: [{name: debug, image: i}]"))
    assert problem.error == "spec.ephemeralContainers: Forbidden: cannot be set on create"


def test_pod_templates_have_no_ephemeral_containers() -> None:
    text = "kind: Job\nspec: {template: {spec: {ephemeralContainers: [{name: debug, image: i}]}}}"
    (problem,) = problems_of(text)
    words = "Forbidden: ephemeral containers not allowed in pod template"
    assert problem.error == f"spec.template.spec.ephemeralContainers: {words}"


def test_messages_have_paths_in_the_object_and_problems_paths_in_the_document() -> None:
    container = "{name: a, image: i, env: [{value: x}]}"
    text = f"kind: List\nitems:\n- kind: Job\n  spec: {{template: {{spec: {{containers: [{container}]}}}}}}"
    (problem,) = problems_of(text)
    assert problem.error == "spec.template.spec.containers[0].env[0].name: Required value"
    assert str(problem.path) == "items[0].spec.template.spec.containers[0].env[0].name"
