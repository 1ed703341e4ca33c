"""`process` against the answers of the real program: 146 calls of `oc process --local`, and what differs on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from tests.recordings.processing import DIFFERENCES, ROWS, answer, is_clear_error, is_equal, reason


def test_all_vectors_are_read() -> None:
    assert len(ROWS) == 146
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert {name for row in ROWS for name in (row["id"], row["name"])} >= DIFFERENCES.keys()


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['id']} {row['name']}" for row in ROWS])
def test_process_answers_as_oc(row: dict[str, Any]) -> None:
    status, out, err = answer(row)
    assert is_equal(row, status, out, err) == (reason(row) == ""), f"{status}\n{out}\n{err}"
    if row["exit"] == 2 and row["id"] not in DIFFERENCES:
        assert is_clear_error(status, out, err)
