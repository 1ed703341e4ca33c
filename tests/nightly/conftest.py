"""Tests that take long: crashes, outages, floods, fuzzing.

`make torture` runs all of them, `make test` those that are marked `smoke`, with few repetitions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, for `-m nightly`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.nightly)
