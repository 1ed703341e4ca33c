"""What the API server's own decoder (Kubernetes 1.35, OpenShift) said about 250 recorded objects."""

from __future__ import annotations

import json
from pathlib import Path

from playground.engine.kubernetes.decoding import refusal_of
from playground.engine.kubernetes.kinds import Kinds

ROWS = [json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "strict.jsonl").read_text().splitlines()]


def test_every_recorded_object_gets_the_servers_answer() -> None:
    answers = [(row["error"], refusal_of(row["object"], Kinds(35))) for row in ROWS]
    assert [(error, answer) for error, answer in answers if answer != error] == []
    assert len(answers) == 250
