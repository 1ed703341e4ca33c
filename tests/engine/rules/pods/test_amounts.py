"""Amounts of bytes that cannot be meant, and their fixes."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostics


@pytest.mark.parametrize(
    ("amount", "mended"),
    [("100m", "100Mi"), ('"512m"', '"512Mi"'), ("1500m", "1500Mi"), ("0.5", ""), ("1000m", None), ("64Mi", None)],
)
def test_fractional_bytes_are_reported_in_place(amount: str, mended: str | None) -> None:
    text = pod(f"resources: {{limits: {{memory: {amount}, cpu: 100m}}}}")
    diagnostics = find_diagnostics(text, "POD607")
    assert len(diagnostics) == (mended is not None)  # the request that the API server copies is not told again
    for diagnostic in diagnostics:
        assert text.splitlines()[diagnostic.span.start.line - 1][diagnostic.span.start.column - 1 :].startswith(amount)
        assert "is invalid, must be an integer" in diagnostic.hint
        assert (diagnostic.fix is not None) == bool(mended)
        if diagnostic.fix:
            assert f"memory: {mended}," in apply_edits(text, diagnostic.fix.edits)


def test_a_request_is_reported_separately() -> None:
    text = pod("resources: {limits: {memory: 1Gi}, requests: {memory: 100m, ephemeral-storage: 10m}}")
    assert [item.code for item in evaluate(text).diagnostics].count("POD607") == 2


def test_a_request_that_is_no_quantity_is_not_called_a_fraction() -> None:
    text = pod("resources: {limits: {memory: 100m}, requests: {memory: lots}}")
    diagnostics = find_diagnostics(text, "POD607")
    assert [diagnostic.field for diagnostic in diagnostics] == ["spec.containers[0].resources.limits.memory"]
