"""The recorded answers of Kubernetes v1.36.2."""

from __future__ import annotations

from tests.recordings.pods import EXCEPTIONS, ROWS, answer, expected


def test_the_98_answers_equal_the_kubelets() -> None:
    answers = {row["id"]: answer(row["request"]) for row in ROWS if row["id"] not in EXCEPTIONS}
    assert len(answers) == 98
    assert answers == {row["id"]: expected(row) for row in ROWS if row["id"] not in EXCEPTIONS}
