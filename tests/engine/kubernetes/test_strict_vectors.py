"""What the API server's own decoder (Kubernetes 1.35, OpenShift) said about 250 recorded objects."""

from __future__ import annotations

from tests.recordings.decoding import ROWS, answer


def test_every_recorded_object_gets_the_servers_answer() -> None:
    answers = [(row["error"], answer(row)) for row in ROWS]
    assert [(error, ours) for error, ours in answers if ours != error] == []
    assert len(answers) == 250
