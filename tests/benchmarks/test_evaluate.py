"""How long the engine takes for a text of a given size, printed as a table; growth must stay linear."""

from __future__ import annotations

import platform
import time

import pytest

from playground.engine import evaluate

ROUNDS = 5
HEAD = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
parameters:
- {name: HOST, value: db}
- {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
objects:
"""
OBJECT = """\
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-NUMBER
  spec:
    containers:
    - name: web
      image: registry.example.org/web:1.0
      env:
      - name: HOST
        value: ${HOST}
      - name: URL
        value: http://$(HOST):8080/$(PATH_NOT_THERE)
      - name: PASSWORD
        value: ${PASSWORD}
      args: ["--url", "$(URL)", "--verbose"]
"""


def template(size: int) -> str:
    """A Template of about ``size`` bytes."""
    count = max(1, (size - len(HEAD)) // len(OBJECT))
    return HEAD + "".join(OBJECT.replace("NUMBER", str(number)) for number in range(count))


def seconds(text: str) -> float:
    """The best of some evaluations of ``text``: what the work takes when nothing else is in its way."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        evaluate(text)
        best = min(best, time.perf_counter() - begin)
    return best


@pytest.mark.parametrize("size", [1_000, 20_000, 60_000])
def test_four_times_the_text_takes_at_most_six_times_as_long(size: int, capsys: pytest.CaptureFixture[str]) -> None:
    small, large = template(size), template(4 * size)
    times = {len(text): seconds(text) for text in (small, large)}
    with capsys.disabled():
        for length, taken in times.items():
            print(f"\nevaluate {length / 1000:7.1f} kB {taken * 1000:8.1f} ms  ({platform.machine()})", end="")  # noqa: T201
    assert times[len(large)] / times[len(small)] < 1.5 * len(large) / len(small)
