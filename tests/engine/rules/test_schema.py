"""Documents of other programs are recognised by their fields."""

from __future__ import annotations

import pytest

from tests.engine.rules.finding import diagnostic


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("services: {web: {image: a}}\n", "Compose"),
        ("deploy: {stage: a, script: [b]}\n", "GitLab"),
        ("on: push\njobs: {}\n", "GitHub"),
        ("resources: [a.yaml]\nnamePrefix: x\n", "kustomization"),
        ("metadata: {}\n", "Add `apiVersion`"),
    ],
)
def test_the_kind_of_a_document_is_guessed_from_its_fields(text: str, word: str) -> None:
    one = diagnostic(text, "SCH801")
    assert word in one.hint
