"""All real and all recorded Templates: kustomize builds what processing gives, with hostile values, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.exporting.kustomize.program import check_everything, corpus, vectors

TEXTS = {**corpus(), **vectors()}
ROUNDS = 5  # of hostile values for each Template


@pytest.mark.parametrize("name", TEXTS)
def test_kustomize_builds_what_processing_gives(name: str, tmp_path: Path) -> None:
    check_everything(TEXTS[name], tmp_path, ROUNDS)
