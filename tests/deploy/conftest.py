"""Fixtures for the tests of several modules of this folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.deploy.packaged import packaged


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built and installed package, as `packaged` describes it; parallel processes share it."""
    base = tmp_path_factory.getbasetemp()
    return packaged(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
