"""The recorded answers of Kubernetes v1.36.2."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from playground.engine import Inputs, evaluate, expansion_answer

_FILE = Path(__file__).resolve().parents[2] / "vectors" / "env.jsonl"
VECTORS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]
EXCEPTIONS: dict[str, str] = {}  # id -> why it cannot hold


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What the engine says to one request."""
    given = {key: value for key, value in request.items() if key != "pod"}
    return expansion_answer(evaluate(json.dumps(request["pod"]), Inputs(cluster=given)))


def expected(vector: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in vector["expected"].items() if key != "fromServices"}


def test_all_98_vectors_hold_but_the_listed_exceptions(capsys: pytest.CaptureFixture[str]) -> None:
    held = sum(answer(vector["request"]) == expected(vector) for vector in VECTORS)
    with capsys.disabled():
        sys.stdout.write(f"\n{held} of {len(VECTORS)} env vectors hold\n")
    assert (held, len(VECTORS)) == (98 - len(EXCEPTIONS), 98)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_answer_equals_the_kubelets(vector: dict[str, Any]) -> None:
    if vector["id"] in EXCEPTIONS:
        assert answer(vector["request"]) != expected(vector), "listed as an exception, yet it holds"
    else:
        assert answer(vector["request"]) == expected(vector)
