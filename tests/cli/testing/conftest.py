"""A folder with a Template and its tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
parameters:
- {name: NAME, value: shop, required: true}
- {name: REPLICAS, value: "1"}
- {name: PASSWORD, generate: expression, from: "[a-z]{12}"}
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: "${NAME}"}
  stringData: {password: "${PASSWORD}", fixed: hunter2}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: "${NAME}", annotations: {example.com/owner: "a]b"}}
  spec:
    replicas: ${{REPLICAS}}
    paused: false
    progressDeadlineSeconds: 1e3
    selector: {matchLabels: {app: "${NAME}"}}
    template:
      metadata: {labels: {app: "${NAME}"}}
      spec:
        containers:
        - name: web
          image: registry.example/shop:1.4
          command: [serve, "--token=${PASSWORD}"]
          args: ["--url=$(URL)", "--password=$(PASSWORD)"]
          env:
          - {name: HOST, value: "${NAME}.example"}
          - {name: URL, value: "https://$(HOST)/"}
          - {name: PASSWORD, valueFrom: {secretKeyRef: {name: "${NAME}", key: password}}}
          - {name: MODE, valueFrom: {configMapKeyRef: {name: modes, key: mode}}}
"""

Tested = tuple[int, str]  # the exit status and the report


@pytest.fixture
def test_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The name of a test file, not yet written, beside a Template, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(TEMPLATE)
    return Path("shop.test.yaml")


@pytest.fixture
def tested(test_file: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Tested]:
    """Runs `test` on a test file with this text; nothing may be on standard error."""

    def test(text: str, *argv: str) -> Tested:
        test_file.write_text(text)
        status, out, err = run(capsys, "test", *argv)
        assert err == ""
        return status, out

    return test


def expecting(*expectations: str, settings: str = "") -> str:
    """A test file with one test, `t`, that has these ``expectations``; the first one is in line 4."""
    lines = "".join(f"  - {expectation}\n" for expectation in expectations)
    return f"tests:\n- name: t\n  expect:\n{lines}{settings}"
