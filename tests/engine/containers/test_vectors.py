"""The recorded answers of Kubernetes v1.36.2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playground.engine import Inputs, evaluate, expansion_answer

_FILE = Path(__file__).resolve().parents[2] / "vectors" / "env.jsonl"
VECTORS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The engine's answer to a request."""
    cluster = {key: value for key, value in request.items() if key != "pod"}
    return expansion_answer(evaluate(json.dumps(request["pod"]), Inputs(cluster=cluster)))


def expected(vector: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in vector["expected"].items() if key != "fromServices"}


def test_the_98_answers_equal_the_kubelets() -> None:
    answers = {vector["id"]: answer(vector["request"]) for vector in VECTORS}
    assert len(answers) == 98
    assert answers == {vector["id"]: expected(vector) for vector in VECTORS}
