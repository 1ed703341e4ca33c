"""Unknown fields are reported at their keys, with the intended name or place."""

from __future__ import annotations

from playground.engine import Diagnostic, apply_edits
from tests.engine.rules.finding import find_diagnostics

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
        assert (diagnostic.hint, diagnostic.fix) == (hint, None)
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
