"""Arguments and variables that Linux does not take."""

from __future__ import annotations

import pytest

from playground.engine.rules.variables.argument_size import LONGEST_STRING
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostics

MOST = LONGEST_STRING - 1  # bytes, without the final NUL


@pytest.mark.parametrize("field", ["args", "command"])
@pytest.mark.parametrize(
    ("text", "bytes_"),
    [("x" * MOST, 0), ("x" * (MOST + 1), MOST + 2), ("é" * (MOST // 2), 0), ("é" * (MOST // 2 + 1), MOST + 2)],
)
def test_one_argument_may_have_128_kib_with_its_nul(field: str, text: str, bytes_: int) -> None:
    diagnostics = find_diagnostics(pod(f"{field}: [serve, '{text}', '{text}']"), "ENV533")
    message = (
        f"The container does not start: this argument has {bytes_:,} bytes, and Linux accepts 131,072 for one argument."
    )
    assert [(diagnostic.message, diagnostic.field) for diagnostic in diagnostics] == (
        [(message, f"spec.containers[0].{field}[1]")] if bytes_ else []
    )


def test_an_argument_is_measured_after_expansion() -> None:
    half = "x" * 70_000
    (diagnostic,) = find_diagnostics(pod(f"env: [{{name: A, value: {half}}}]\nargs: [$(A)$(A)]"), "ENV533")
    assert diagnostic.field == "spec.containers[0].args[0]"
