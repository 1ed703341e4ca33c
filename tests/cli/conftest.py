"""Fixtures for the tests of several commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import TEMPLATE


@pytest.fixture
def template(tmp_path: Path) -> str:
    """The name of a file that holds TEMPLATE."""
    file = tmp_path / "template.yaml"
    file.write_text(TEMPLATE)
    return str(file)
