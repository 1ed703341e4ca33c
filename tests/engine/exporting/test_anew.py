"""An Object that is printed anew."""

from __future__ import annotations

from playground.engine import Refusal, kustomization
from tests.engine.exporting.helm.program import chart_of
from tests.engine.exporting.texts import processed

TEXTS = '"b": "\\u0049nsertHere7E", "c": "InsertHereX0E"'
TEMPLATE = f"""\
{{"apiVersion": "template.openshift.io/v1", "kind": "Template",
 "objects": [{{"apiVersion": "v1", "kind": "A", "metadata": {{"name": "a"}}, {TEXTS}, "d": "${{P}}"}}],
 "parameters": [{{"name": "P", "value": "x"}}]}}
"""


def test_no_text_of_the_author_is_taken_for_the_mark_of_a_value() -> None:
    lines = "b: InsertHere7E\nc: InsertHereX0E\n"
    assert f"{lines}d: {{{{ .Values.p | quote }}}}\n" in chart_of(TEMPLATE).files["templates/01-a.yaml"]
    kustomized = kustomization(processed(TEMPLATE))
    assert not isinstance(kustomized, Refusal)
    assert f"{lines}d: x\n" in kustomized.files["base/01-a.yaml"]
