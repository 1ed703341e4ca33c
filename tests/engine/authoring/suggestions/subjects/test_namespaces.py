"""The rule `namespace`: the namespace leaves the Objects, and becomes a Parameter where it names one."""

from __future__ import annotations

from tests.engine.authoring.suggestions.texts import (
    body,
    container,
    documents,
    parameters,
    suggestions,
    template,
    workload,
)

BINDING = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: web, namespace: prod}
roleRef: {kind: Role, name: web, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: ServiceAccount, name: web, namespace: prod}
- {kind: ServiceAccount, name: prometheus, namespace: monitoring}
"""
ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: web\n  namespace: prod\n"


def pod(url: str) -> str:
    return workload("Deployment", "web", container("web", "a", env=[("URL", url)]))


def test_the_namespace_leaves_the_objects_and_stays_in_subjects_and_hosts() -> None:
    text = documents(BINDING, ACCOUNT, pod("http://db.prod.svc:80/prod"))
    new = template(text)
    assert new.dropped == {"NAMESPACE": "prod"}
    assert "- name: NAMESPACE\n  displayName: Namespace\n" in new.text
    assert "  required: true\n" in new.text
    assert 'metadata: {name: "${NAME}"}' in new.text
    assert 'name: "${NAME}", namespace: "${NAMESPACE}"}' in new.text
    assert "name: prometheus, namespace: monitoring}" in new.text
    assert "value: http://db.${NAMESPACE}.svc:80/prod\n" in new.text
    assert "  metadata:\n    name: ${NAME}\n- " in new.text


def test_several_namespaces_stay_and_get_a_note() -> None:
    listed = suggestions(documents(ACCOUNT, BINDING.replace("namespace: prod}\nroleRef", "namespace: dev}\nroleRef")))
    assert "namespace" not in {item.rule for item in listed.items}
    assert [(str(note.span), "2 namespaces (`dev`, `prod`)" in note.message) for note in listed.notes] == [
        ("9:34", True)
    ]


def test_without_a_namespace_subjects_of_the_text_get_one() -> None:
    text = documents(BINDING, ACCOUNT).replace("metadata: {name: web, namespace: prod}", "metadata: {name: web}")
    text = text.replace("  namespace: prod\n", "")
    assert parameters(text)["NAMESPACE"] is None
    assert "NAMESPACE" not in parameters(pod("http://db.prod.svc/"))


def test_longer_words_are_other_namespaces() -> None:
    text = documents(ACCOUNT, pod("http://a.prod.svcs/ http://b.preprod.svc/ http://prod.svc/"))
    assert "NAMESPACE" not in parameters(text)
    assert "value: http://a.prod.svcs/" in body(text)


def test_the_service_of_a_webhook_follows() -> None:
    hook = (
        "kind: ValidatingWebhookConfiguration\nmetadata: {name: web}\nwebhooks:\n- clientConfig: {service: {name: web, "
    )
    text = f"kind: Service\nmetadata: {{name: web, namespace: shop}}\n---\n{hook}namespace: shop}}}}\n"
    assert 'namespace: "${NAMESPACE}"' in body(text)
    assert "namespace: other}" in body(text.replace("web, namespace: shop}}", "web, namespace: other}}"))
