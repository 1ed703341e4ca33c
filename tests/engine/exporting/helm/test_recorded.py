"""What both versions of Helm wrote of our charts, recorded: without Helm, a change of the charts is noticed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.recordings.charts import answer, is_equal
from tests.recordings.suite import rows_of

FIRST, *ROWS = rows_of("charts")
AGAIN = "the chart has changed: run `make conformance RECORD=charts`"


def test_both_versions_were_recorded() -> None:
    assert FIRST["programs"] == ["Helm v3.17.2", "Helm v4.2.3"]
    assert len(ROWS) == 131


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_helm_has_written_what_processing_gives(row: Mapping[str, Any]) -> None:
    assert answer(row)["files"] == row["files"], AGAIN
    assert is_equal(row)
