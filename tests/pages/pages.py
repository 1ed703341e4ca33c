"""Texts for requests to the page, and functions that read the answers."""

from __future__ import annotations

import re
from html import unescape
from typing import Protocol

TEMPLATE = """\
apiVersion: v1
kind: Template
metadata: {name: t}
parameters:
- name: NAME
  displayName: Name of it
  description: What it is called.
  value: shop
  required: true
- name: REPLICAS
  type: int
  value: "2"
- name: DEBUG
  type: bool
- name: BLOB
  type: base64
- name: PASSWORD
  generate: expression
  from: "[a-z]{12}"
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: $(NAME)}
  data: {password: "$(PASSWORD)", debug: "x$(DEBUG)", blob: "$(BLOB)", replicas: "n$(REPLICAS)"}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: web
    image: i
    args: ["$(WHO)"]
    env:
    - name: URL
      value: http://$(PORT)/
    - name: PORT
      value: "8080"
    - name: POD_IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
"""
BROKEN = "a: 1\nb: c: d\n"
HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>'


class Answer(Protocol):
    """The parts of the test client's response that tests use."""

    @property
    def content(self) -> bytes: ...


def text(response: Answer) -> str:
    return response.content.decode()


def collapsed(html: str) -> str:
    """``html`` with each run of white space as one space, as a browser shows it."""
    return " ".join(html.split())


def fragment(page: str, name: str) -> str:
    """The HTML inside the element of a pane with the id ``name``."""
    pane = re.search(
        rf'id="{name}"[^>]*>(.*?)</div>\n(?: *<button class="folded".*?</button>\n)?</section>', page, re.DOTALL
    )
    assert pane is not None
    return pane[1]


def output(page: str) -> str:
    """The text of the output pane."""
    code = re.search(r'<code data-places="[^"]*"[^>]*>(.*)</code></pre>', page, re.DOTALL)
    assert code is not None
    return unescape(re.sub(r"<[^>]*>", "", code[1]))


def generated(page: str, name: str) -> str:
    match = re.search(rf'name="generated\.{name}" value="([^"]*)"', page)
    assert match is not None
    return unescape(match[1])


def kept_value(page: str, name: str) -> dict[str, str]:
    match = re.search(rf'name="generated-from\.{name}" value="([^"]*)"', page)
    assert match is not None
    return {f"generated.{name}": generated(page, name), f"generated-from.{name}": unescape(match[1])}
