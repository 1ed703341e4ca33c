"""Text in number fields, and numbers that are rewritten."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def service(port: str, value: str = "8080") -> str:
    return (
        "apiVersion: template.openshift.io/v1\nkind: Template\n"
        f'parameters: [{{name: P, value: "{value}"}}]\nobjects:\n- apiVersion: v1\n  kind: Service\n'
        f"  metadata: {{name: a}}\n  spec: {{ports: [{{port: {port}}}]}}\n"
    )


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_parameter_in_a_port_is_mended_by_the_other_form(quote: str) -> None:
    text = service(f"{quote}${{P}}{quote}")
    diagnostic = find_diagnostic(text, "POD605")
    assert diagnostic.message == "The API server refuses this object: `port` must be a number, but the value is text."
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert f"{quote}${{{{P}}}}{quote}" in mended
    assert evaluate(mended).diagnostics == ()


def test_one_place_is_reported_once() -> None:
    assert [item.code for item in evaluate(service('"${P}"')).diagnostics] == ["POD605"]


def test_text_in_a_pod_template_is_reported_once_at_its_place() -> None:
    text = (
        "apiVersion: v1\nkind: PodTemplate\nmetadata: {name: a}\ntemplate:\n  metadata: {labels: {a: b}}\n"
        "  spec: {containers: [{name: a, image: a/b:1, ports: [{containerPort: '80'}]}]}\n"
    )
    diagnostic = find_diagnostic(text, "POD605")
    assert diagnostic.field == "template.spec.containers[0].ports[0].containerPort"


def test_a_value_that_is_not_a_number_has_no_fix() -> None:
    diagnostic = find_diagnostic(service('"${P}"', "http"), "POD605")
    assert diagnostic.fix is None
    assert diagnostic.hint == 'Give the parameter a number as its value, and write `"${{P}}"`.'


def test_quotes_around_a_number_are_removed() -> None:
    text = (
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n"
        "spec: {suspend: 'true', completions: \"3\", template: {spec: {nodeSelector: {replicas: 'x'}}}}\n"
    )
    mended = text
    for _ in range(2):
        fix = find_diagnostics(mended, "POD605")[0].fix
        assert fix is not None
        mended = apply_edits(mended, fix.edits)
    assert "suspend: true, completions: 3, template: {spec: {nodeSelector: {replicas: 'x'}}}" in mended
    assert find_diagnostics(mended, "POD605") == []


def test_an_unresolved_reference_is_left_to_another_rule() -> None:
    assert find_diagnostics(service('"${Q}"'), "POD605") == []


@pytest.mark.parametrize(("value", "count"), [("1.10", 1), ("1e5", 1), ("8080", 0), ("0.5", 0), ("007", 0), ("v1", 0)])
def test_only_numbers_that_change_are_reported(value: str, count: int) -> None:
    text = service('"${{P}}"', value)
    assert len(find_diagnostics(text, "REF405")) == count


@pytest.mark.parametrize("version", ["template.openshift.io/v1", "v1"])
@pytest.mark.parametrize(
    ("value", "effect"),
    [
        ("null", "inserts null, so the field disappears; the value of the parameter is `null`."),
        (" null ", "inserts null, so the field disappears; the value of the parameter is `null`."),
        ("9007199254740993", "inserts the number 9007199254740992; the value of the parameter is `9007199254740993`."),
        ("1e400", ""),
        ("nul", ""),
        ("-0", ""),
    ],
)
def test_a_value_that_is_not_inserted_as_written_is_reported_and_mended(value: str, effect: str, version: str) -> None:
    text = (
        f'apiVersion: {version}\nkind: Template\nparameters: [{{name: P, value: "{value}"}}]\n'
        "objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: '${{P}}'}}]\n"
    )
    messages = [item.message for item in find_diagnostics(text, "REF405")]
    assert messages == ([f"`${{{{P}}}}` {effect}"] if effect else [])
    inserted = evaluate(text).objects[0].value["data"]
    assert ("a" in inserted) == ("null" not in effect)
    for item in find_diagnostics(text, "REF405"):
        assert item.fix is not None
        assert find_diagnostics(apply_edits(text, item.fix.edits), "REF405") == []


@pytest.mark.parametrize("version", ["template.openshift.io/v1", "v1"])
def test_labels_and_the_message_keep_the_characters_of_a_value(version: str) -> None:
    text = (
        f"apiVersion: {version}\nkind: Template\nparameters: [{{name: P, value: '1.10'}}]\n"
        "labels: {a: '${{P}}', '${{P}}': b}\nmessage: '${{P}}'\n"
        "objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]\n"
    )
    evaluation = evaluate(text, Inputs(labels={"c": "${{P}}"}))
    assert evaluation.objects[0].value["metadata"]["labels"] == {"a": "1.10", "1.10": "b", "c": "1.10"}
    assert evaluation.processed is not None
    assert evaluation.processed.message == "1.10"
    assert [item for item in evaluation.diagnostics if item.code == "REF405"] == []


def test_the_kind_that_a_list_gives_its_items_is_reported_once_at_the_list() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: P, value: '1.10'}]\n"
        "objects: [{apiVersion: v1, kind: '${{P}}', items: [{a: b}, {c: d}]}]\n"
    )
    assert [item.span.start.line for item in find_diagnostics(text, "REF405")] == [4]


def test_null_in_a_list_is_reported_by_the_rule_of_crashes_alone() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: P, value: 'null'}]\n"
        "labels: {a: '${{P}}'}\nobjects: [{apiVersion: v1, kind: Foo, metadata: {name: a}, list: ['${{P}}']}]\n"
    )
    assert find_diagnostics(text, "REF405") == []
    assert len(find_diagnostics(text, "TPL208")) == 1


@pytest.mark.parametrize(
    ("api_version", "kind", "spec", "field"),
    [
        ("v1", "Service", "{ports: [{port: 80, targetPort: VALUE}]}", "ports[0].targetPort"),
        ("policy/v1", "PodDisruptionBudget", "{minAvailable: VALUE}", "minAvailable"),
        (
            "apps/v1",
            "DaemonSet",
            "{selector: {matchLabels: {a: b}}, updateStrategy: {rollingUpdate: {maxUnavailable: VALUE}}}",
            "updateStrategy.rollingUpdate.maxUnavailable",
        ),
        ("route.openshift.io/v1", "Route", "{port: {targetPort: VALUE}, to: {weight: VALUE}}", "to.weight"),
        (
            "networking.k8s.io/v1",
            "Ingress",
            "{defaultBackend: {service: {name: a, port: {number: VALUE}}}}",
            "defaultBackend.service.port.number",
        ),
        (
            "v1",
            "Pod",
            "{containers: [{name: a, image: b, livenessProbe: {httpGet: {port: VALUE}}}]}",
            "containers[0].livenessProbe.httpGet.port",
        ),
    ],
)
def test_digits_in_quotes_are_no_number(api_version: str, kind: str, spec: str, field: str) -> None:
    text = f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\nspec: {spec}\n"
    diagnostic = find_diagnostic(text.replace("VALUE", '"80"'), "POD605")
    assert diagnostic.field == f"spec.{field}"
    assert diagnostic.fix is not None
    mended = apply_edits(text.replace("VALUE", '"80"'), diagnostic.fix.edits)
    assert find_diagnostics(mended, "POD602", "POD605") == []


@pytest.mark.parametrize("value", ["http", "25%", '""'])
def test_names_of_ports_and_percentages_are_no_digits(value: str) -> None:
    text = service("80").replace("port: 80", f"port: 80, targetPort: {value}")
    assert find_diagnostics(text, "POD605") == []


def test_the_name_of_a_port_that_has_no_letter_stays_text() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n"
    diagnostics = find_diagnostics(
        f"{text}  - {{name: a, image: b, ports: [{{containerPort: 1, name: '80'}}]}}", "POD602", "POD605"
    )
    assert [diagnostic.code for diagnostic in diagnostics] == ["POD602"]


@pytest.mark.parametrize("port", ["'8080'", '"8080"'])
def test_only_existing_quotes_can_be_removed(port: str) -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports:\n  - port: "
    (quoted,) = [diagnostic for diagnostic in evaluate(f"{service}{port}\n").diagnostics if diagnostic.code == "POD605"]
    assert apply_edits(f"{service}{port}\n", quoted.fixes[0].edits) == f"{service}8080\n"
    (tagged,) = [
        diagnostic for diagnostic in evaluate(f"{service}!!str 8080\n").diagnostics if diagnostic.code == "POD605"
    ]
    assert (tagged.hint, tagged.fixes) == ("Remove the tag before the value, which makes it text.", ())


@pytest.mark.parametrize(("anchored", "mended"), [('"2"', "2"), ("two", ""), ("'${P}'", "")])
def test_text_of_an_alias_is_mended_where_the_alias_stands(anchored: str, mended: str) -> None:
    controller = (
        f"apiVersion: v1\n  kind: ReplicationController\n  metadata: {{name: a, annotations: {{a: &n {anchored}}}}}"
    )
    head = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: P, value: '2'}]\nobjects:\n"
    text = f"{head}- {controller}\n  spec:\n    replicas: *n\n"
    diagnostic = find_diagnostic(text, "POD605")
    assert (diagnostic.span.start.line, diagnostic.span.start.column) == (9, 15)
    assert diagnostic.hint == "Write a number in place of the alias `*n`: the value that it repeats is text."
    assert [apply_edits(text, fix.edits) for fix in diagnostic.fixes] == (
        [text.replace("*n", mended)] if mended else []
    )
