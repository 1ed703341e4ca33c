"""What kustomize built of our files; `python -m tests.recordings.kustomizing` records it again."""

from __future__ import annotations

from tests.recordings.kustomizing import is_equal
from tests.recordings.suite import rows_of


def test_the_files_are_those_that_were_recorded_and_the_objects_those_of_processing() -> None:
    first, *rows = rows_of("kustomize")
    assert first["program"].startswith("kubectl v1.")
    assert [row["id"] for row in rows if not is_equal(row)] == []
    assert len(rows) == 110
