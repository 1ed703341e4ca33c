"""Unknown fields are reported at their keys, with the intended name or place."""

from __future__ import annotations

from playground.engine import Diagnostic, apply_edits
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeName: a
      containers:
      - name: web
        image: registry.example/web:1
        FIELD: []
"""


def find_unknown(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "POD609")


def test_a_misspelt_field_is_fixed_in_place() -> None:
    text = DEPLOYMENT.replace("FIELD", "envs")
    (diagnostic,) = find_unknown(text)
    assert (diagnostic.span.start.line, diagnostic.span.start.column, diagnostic.span.end.column) == (13, 9, 13)
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert "        env: []\n" in mended
    assert find_unknown(mended) == []


def test_a_field_of_another_level_is_reported_with_its_parent() -> None:
    for field, hint in (
        ("nodeSelector", "Move the field to the pod's `spec`."),
        ("valueFrom", "Move the field to an entry of `env`."),
        ("whatever", "Remove the field: `kubectl apply` refuses the object."),
    ):
        (diagnostic,) = find_unknown(DEPLOYMENT.replace("FIELD", field))
        assert diagnostic.hint == hint
    (diagnostic,) = find_unknown(DEPLOYMENT.replace("FIELD", "capabilities"))
    assert (
        diagnostic.hint == "`capabilities` belongs to `securityContext`: write `securityContext` above `capabilities`."
    )
    (diagnostic,) = find_unknown(DEPLOYMENT.replace("nodeName", "env").replace("FIELD", "command"))
    assert diagnostic.hint == "Move the field to a container."


def test_in_a_template_the_field_is_named_as_the_author_sees_it() -> None:
    lines = "".join(f"  {line}\n" for line in DEPLOYMENT.replace("FIELD", "envs").splitlines())
    text = f"apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {{name: t}}\nobjects:\n- {lines[2:]}"
    (diagnostic,) = find_unknown(text)
    assert diagnostic.field == "objects[0].spec.template.spec.containers[0].envs"
    assert diagnostic.span.start.line == 17


def test_a_key_with_an_unresolved_reference_is_left_to_another_rule() -> None:
    assert find_unknown(DEPLOYMENT.replace("FIELD", "${NAME}")) == []


def mended(text: str) -> str:
    """The text after the first fix of its only unknown field; no unknown field is left."""
    (diagnostic,) = find_unknown(text)
    after = apply_edits(text, diagnostic.fixes[0].edits)
    assert find_unknown(after) == []
    return after


def test_a_field_moves_up_to_the_type_that_has_it() -> None:
    text = DEPLOYMENT.replace("FIELD: []", "nodeSelector:\n          disk: ssd")
    assert mended(text).endswith("        image: registry.example/web:1\n      nodeSelector:\n        disk: ssd\n")
    text = DEPLOYMENT.replace("FIELD: []", "nodeSelector: {}\n        tty: true").removesuffix("\n")
    assert mended(text).endswith("        tty: true\n      nodeSelector: {}\n")


def test_a_field_moves_down_into_the_mapping_beside_it() -> None:
    text = DEPLOYMENT.replace(
        "FIELD: []", "capabilities: {drop: [ALL]}\n        tty: true\n        securityContext:\n          runAsUser: 1"
    )
    assert mended(text).endswith(
        "        tty: true\n        securityContext:\n          runAsUser: 1\n          capabilities: {drop: [ALL]}\n"
    )
    assert "securityContext: {runAsUser: 1, capabilities: {}}" in mended(
        DEPLOYMENT.replace("FIELD: []", "securityContext: {runAsUser: 1}\n        capabilities: {}")
    )


def test_a_field_that_its_place_has_already_is_removed() -> None:
    text = DEPLOYMENT.replace("FIELD: []", "capabilities: {}\n        securityContext: {capabilities: {}}")
    assert "capabilities: {}\n        securityContext" not in mended(text)


def test_a_field_is_not_renamed_to_one_that_is_there() -> None:
    text = DEPLOYMENT.replace("FIELD: []", "imag: other")
    assert find_unknown(text)[0].hint == "`image` is there already: remove `imag`."
    assert mended(text) == DEPLOYMENT.replace("        FIELD: []\n", "")


ROUTE = "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: {name: a}\nspec: {host: a, to: {name: a}}\n"


def test_a_field_that_belongs_nowhere_is_removed() -> None:
    assert mended(f"id: a\n{ROUTE}") == ROUTE
    assert mended(ROUTE.replace("{host: a,", "{host: a, id: 1,")) == ROUTE
    assert mended(ROUTE.replace("to: {name: a}}", "to: {name: a}, id: 1}")) == ROUTE
    as_json = '{"apiVersion": "route.openshift.io/v1", "kind": "Route", "metadata": {"name": "a"}}'
    assert mended(as_json.replace('"metadata"', '"id": [1, 2], "metadata"')) == as_json
    in_list = DEPLOYMENT.replace("- name: web\n", "- whatever: 1\n        name: web\n").replace(
        "        FIELD: []\n", ""
    )
    assert mended(in_list) == DEPLOYMENT.replace("        FIELD: []\n", "")


def test_a_mapping_without_fields_stays_a_mapping() -> None:
    policy = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  ingress:\n  - from:\n    - "
    for field in ("podSelector:\n        wat: 1\n", "podSelector:\n        wat: |\n          text\n"):
        assert mended(policy + field) == f"{policy}podSelector: {{}}\n"
    assert mended(f"{policy}podSelector: # all\n        wat: 1\n") == f"{policy}podSelector: # all\n        {{}}\n"
    assert mended(f"{policy}wat: |\n        text\n  podSelector: {{}}\n") == f"{policy}{{}}\n  podSelector: {{}}\n"


def test_a_field_of_an_alias_is_not_removed() -> None:
    text = DEPLOYMENT.replace("metadata: {name: web}", "metadata: &m {name: web, wat: 1}", 1).replace(
        "metadata: {labels: {app: web}}", "metadata: *m"
    )
    fixes = [diagnostic.fixes for diagnostic in find_unknown(text.replace("FIELD", "env"))]
    assert [len(fix) for fix in fixes] == [1, 0]


def test_a_former_name_gets_its_successor_and_its_new_shape() -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  NAME: None\n"
    assert mended(service.replace("NAME", "portalIP")) == service.replace("NAME", "clusterIP")
    ingress = """\
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec:
  defaultBackend:
    serviceName: web
    servicePort: 80
"""
    diagnostics = find_unknown(ingress)
    assert len(diagnostics) == 2
    assert diagnostics[0].fix is not None
    after = apply_edits(ingress, diagnostics[0].fix.edits)
    assert after.endswith("  defaultBackend:\n    service: {name: web, port: {number: 80}}\n")


def test_the_rolling_parameters_of_a_deployment_get_their_new_place() -> None:
    deployment = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  rollingParams:\n    maxSurge: 1\n"
    new = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  strategy:\n    rollingUpdate:\n      maxSurge: 1\n"
    assert mended(deployment) == new
    assert mended(deployment.replace("  rolling", "  strategy:\n  rolling")) == new
    for text in (deployment.replace("  rolling", "  strategy: null\n  rolling"), f"{deployment}  strategy:\n"):
        assert [fix.title for fix in find_unknown(text)[0].fixes] == ["Remove rollingParams"]


def test_the_words_of_kubectl_are_beside_the_finding() -> None:
    (diagnostic,) = find_unknown(DEPLOYMENT.replace("FIELD", "envs"))
    words = '`kubectl apply` says: unknown field "spec.template.spec.containers[0].envs"'
    assert [related.message for related in diagnostic.related] == [f"{words}."]
    (diagnostic,) = find_unknown(DEPLOYMENT.replace("FIELD", "envs").replace("nodeName: a", "nodeName: 1"))
    assert [related.message for related in diagnostic.related] == [
        f"{words}, once `spec.template.spec.nodeName` is right."
    ]


def test_the_chosen_kubernetes_decides_which_fields_there_are() -> None:
    text = DEPLOYMENT.replace("FIELD: []", "restartPolicyRules: []")
    assert find_diagnostics(text, "POD609", kubernetes="1.36") == []
    assert len(find_diagnostics(text, "POD609", kubernetes="1.29")) == 1


def test_wrong_types_say_which_one_kubectl_names() -> None:
    text = DEPLOYMENT.replace("FIELD: []", "tty: maybe").replace("nodeName: a", "nodeName: 1")
    diagnostics = find_diagnostics(text, "POD601", "POD605")
    related = {item.field: [(entry.span.start.line, entry.message) for entry in item.related] for item in diagnostics}
    assert related == {
        "spec.template.spec.containers[0].tty": [],
        "spec.template.spec.nodeName": [(13, "`kubectl` names only this error.")],
    }


def test_openshifts_kinds_are_known_under_their_former_version() -> None:
    text = f"id: a\n{ROUTE}".replace("route.openshift.io/v1", "v1")
    assert find_diagnostic(text, "POD609").field == "id"


def test_of_two_misspelt_fields_with_one_meaning_only_the_first_is_renamed() -> None:
    first, second = find_unknown("{apiVersion: v1, kind: Pod, metadata: {nmae: a, namee: b}}")
    assert first.fix
    assert second.fix is None
