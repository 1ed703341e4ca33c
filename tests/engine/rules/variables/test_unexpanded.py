"""Probes and fields that Kubernetes does not expand, and their fixes."""

from __future__ import annotations

from playground.engine import apply_edits, evaluate
from playground.engine.model.limits import Limits
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

ENV = "env: [{name: DIR, value: x}]\n"


def test_a_sub_path_becomes_sub_path_expr() -> None:
    text = pod(ENV + "volumeMounts: [{name: v, mountPath: /a, subPath: a/$(DIR)}]")
    diagnostic = find_diagnostic(text, "ENV512")
    assert diagnostic.hint == "Write `subPathExpr` as the field's name: Kubernetes expands this field."
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert "subPathExpr: a/$(DIR)" in mended
    assert find_diagnostics(mended, "ENV512") == []


def test_for_a_hook_the_hint_suggests_a_shell() -> None:
    diagnostic = find_diagnostic(pod(ENV + "lifecycle: {postStart: {exec: {command: [a, $(DIR)]}}}"), "ENV512")
    assert diagnostic.hint == "Let a shell read the variable: `sh -c '… \"$DIR\"'`."


def test_an_undefined_name_in_a_probe_is_reported() -> None:
    diagnostic = find_diagnostic(pod("livenessProbe: {exec: {command: [a, $(NOPE)]}}"), "ENV514")
    assert diagnostic.message == "`$(NOPE)` is not defined in container `app`, so it stays as it is."


def test_a_script_in_a_probe_may_run_commands() -> None:
    assert find_diagnostics(pod("livenessProbe: {exec: {command: [sh, -c, 'test $(cat /x) = 1']}}"), "ENV514") == []


def test_a_key_in_double_quotes_is_fixed() -> None:
    text = pod("env: [{name: A, valueFrom: {fieldRef: {fieldPath: 'metadata.labels[\"app\"]'}}}]")
    diagnostic = find_diagnostic(text, "POD602")
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert "metadata.labels['app']" in mended
    assert find_diagnostics(mended, "POD602") == []


def test_a_probe_takes_a_value_with_its_references() -> None:
    env = 'env: [{name: H, value: h}, {name: U, value: "x:$(H)"}, {name: V, value: "x:$(NOPE)"}]'
    diagnostic = find_diagnostic(pod(f"{env}\nlivenessProbe: {{exec: {{command: [a, $(U), $(V), $(H)]}}}}"), "ENV514")
    assert diagnostic.message == "A probe receives the `value` of `U` as written: its references are not expanded."


def test_kubernetes_replaces_references_in_the_script_of_a_probe_before_the_shell_runs() -> None:
    text = pod(
        """
        env:
        - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
        livenessProbe: {exec: {command: [sh, -c, "check $(IP) $(date)"]}}
        """
    )
    diagnostic = find_diagnostic(text, "ENV514")
    assert diagnostic.message == "Kubernetes does not know the value of `IP` in a probe: `$(IP)` becomes empty."
    assert diagnostic.hint == "Write `$IP`: the shell of the probe reads it."


DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}, annotations: {port: "$(PORT)", team: "$(DIR)"}}
    spec:
      hostname: $(HOST)
      containers:
      - {name: a, image: b, env: [{name: DIR, value: x}], args: [$(DIR)]}
      - {name: b, image: b, env: [{name: HOST, value: x}], args: [$(HOST)]}
      volumes:
      - {name: v, hostPath: {path: "/srv/$(DIR)/$(OTHER)"}}
"""


def test_fields_of_the_pod_outside_containers_are_not_expanded() -> None:
    assert [(item.field, item.message) for item in find_diagnostics(DEPLOYMENT, "ENV512")] == [
        (
            "spec.template.metadata.annotations.team",
            "Kubernetes does not expand `$(DIR)` in this field.",
        ),
        (
            "spec.template.spec.hostname",
            "Kubernetes does not expand `$(HOST)` in this field.",
        ),
        (
            "spec.template.spec.volumes[0].hostPath.path",
            "Kubernetes does not expand `$(DIR)` in this field.",
        ),
    ]


def test_the_copy_that_kubectl_keeps_in_an_annotation_is_not_meant_to_be_expanded() -> None:
    name = "kubectl.kubernetes.io/last-applied-configuration"
    copied = DEPLOYMENT.replace('team: "$(DIR)"', f'{name}: \'{{"value":"$(DIR)"}}\'')
    assert copied != DEPLOYMENT
    assert [item.field for item in find_diagnostics(copied, "ENV512")] == [
        "spec.template.spec.hostname",
        "spec.template.spec.volumes[0].hostPath.path",
    ]
    lasting = copied.replace(name, "example.org/last-applied-configuration")
    assert len(find_diagnostics(lasting, "ENV512")) == 3


def test_a_reference_in_a_config_map_is_reported_once_at_its_place() -> None:
    text = (
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {URL: "http://$(HOST)/", HOST: a}\n---\n'
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    image: b\n"
        "    envFrom: [{configMapRef: {name: c}}]\n"
        "    env: [{name: U, valueFrom: {configMapKeyRef: {name: c, key: URL}}}]\n"
    )
    diagnostic = find_diagnostic(text, "ENV513")
    assert evaluate(text).source.text.slice(diagnostic.span) == "$(HOST)"


def test_only_so_many_dollar_signs_are_looked_at() -> None:
    pod = "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec:\n  containers:\n"
    text = pod + "  - {name: a, image: 'b/$(TAG)', workingDir: '/$(TAG)', env: [{name: TAG, value: c}]}\n"
    for most, count in ((2, 2), (1, 1)):
        codes = [item.code for item in evaluate(text, limits=Limits(references=most)).diagnostics]
        assert codes.count("ENV512") == count
