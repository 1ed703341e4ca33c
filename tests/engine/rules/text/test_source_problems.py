"""Lines that only Helm can read are recognised."""

from __future__ import annotations

import pytest

from playground.engine import evaluate

CHART = "This looks like a Helm chart. Paste what `helm template` prints."


@pytest.mark.parametrize("line", ["name: {{ .Values.name }}", "{{- if .Values.x }}", '{{ include "a" . }}'])
def test_a_line_of_a_chart_is_reported(line: str) -> None:
    assert CHART in [item.hint for item in evaluate(f"kind: Pod\n{line}\n").diagnostics]


def test_other_braces_are_not_a_charts() -> None:
    hints = [item.hint for item in evaluate("kind: Pod\nname: {{ NAME }}\n").diagnostics]
    assert hints
    assert CHART not in hints
