"""All real and all recorded Templates: kustomize builds what processing gives, with hostile values, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.exporting.kustomize.program import check_everything
from tests.engine.exporting.texts import Text, corpus, vectors

ROUNDS = 5  # of hostile values for each Template


@pytest.mark.parametrize("text", [*corpus(), *vectors()], ids=lambda text: text.id)
def test_kustomize_builds_what_processing_gives(text: Text, tmp_path: Path) -> None:
    check_everything(text.text, tmp_path, ROUNDS)
