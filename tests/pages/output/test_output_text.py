"""The output as text."""

from __future__ import annotations

from playground.engine import evaluate
from playground.pages.output.output_text import aligned_output


def test_a_text_without_a_template_has_no_aligned_output() -> None:
    assert aligned_output(evaluate("kind: Pod\n")).why == "there is no Template"
