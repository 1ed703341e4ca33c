"""`expand -o json` against the answers of Kubernetes v1.36.2: 98 requests, each a text and a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playground.cli import main
from tests.recordings.pods import EXCEPTIONS, ROWS, expected


def answer(vector: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """The status and what is printed for one request: its pod in one file, all the rest in the other."""
    cluster = {key: value for key, value in vector["request"].items() if key != "pod"}
    (folder / "pod.json").write_text(json.dumps(vector["request"]["pod"]))
    (folder / "cluster.json").write_text(json.dumps(cluster))
    status = main(["expand", "-f", str(folder / "pod.json"), "--cluster", str(folder / "cluster.json"), "-o", "json"])
    return status, json.loads(capsys.readouterr().out)


def test_all_vectors_are_read() -> None:
    assert len(ROWS) == 98
    assert len(ROWS) - len(EXCEPTIONS) == 98


@pytest.mark.parametrize("vector", ROWS, ids=lambda vector: vector["id"])
def test_expand_answers_as_the_kubelet(
    vector: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, actual = answer(vector, tmp_path, capsys)
    assert (actual == expected(vector)) == (vector["id"] not in EXCEPTIONS), actual
    refused = bool(actual.get("decodeError") or actual["validationErrors"])
    assert status == 1 or not refused
