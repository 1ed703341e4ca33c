"""Realistic texts of a given size."""

from __future__ import annotations

import json

from playground.engine import read
from tests.texts import SHOP

_HEAD = (
    SHOP
    + """\
- name: REPLICAS
  value: "2"
- name: PASSWORD
  generate: expression
  from: "[a-zA-Z0-9]{16}"
objects:
"""
)
_COMPONENT = """\
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: ${NAME}-part-NUMBER
    labels:
      component: part-NUMBER
  spec:
    replicas: ${{REPLICAS}}
    selector:
      matchLabels:
        component: part-NUMBER
    template:
      metadata:
        labels:
          component: part-NUMBER
      spec:
        containers:
        - name: main
          image: registry.example/${NAME}/part-NUMBER:1.4
          args: ["--url=$(PUBLIC_URL)", "--verbose"]
          ports:
          - containerPort: 8080
          env:
          - name: HOST
            value: part-NUMBER.${NAME}.example
          - name: PORT
            value: "8080"
          - name: PUBLIC_URL
            value: http://$(HOST):$(PORT)/
          - name: PASSWORD
            value: ${PASSWORD}
          resources:
            limits:
              memory: 256Mi
- apiVersion: v1
  kind: Service
  metadata:
    name: ${NAME}-part-NUMBER
  spec:
    selector:
      component: part-NUMBER
    ports:
    - port: 80
      targetPort: 8080
"""


PART = "part-"  # how the names of components begin
# Without these labels the Objects are printed as written, so the output can be aligned with the Template.
_LABELS = "labels:\n  app: ${NAME}\n"
_LARGE = 4  # containers of each component of a large Template, which may not have too many Objects


def template(size: int) -> str:
    """A Template of about ``size`` bytes, and at least one component."""
    count = max(1, round((size - len(_HEAD)) / len(_COMPONENT.replace("NUMBER", "00"))))
    return _HEAD + "".join(_COMPONENT.replace("NUMBER", str(number)) for number in range(count))


def large_template(size: int) -> str:
    """The same with fewer and larger Objects: a text may hold a megabyte, but not any number of Objects."""
    begin, end = _COMPONENT.index("        - name: main"), _COMPONENT.index("- apiVersion: v1\n")
    container = _COMPONENT[begin:end]
    more = "".join(container.replace("main", f"side-{number}") for number in range(1, _LARGE))
    component = _COMPONENT[:end] + more + _COMPONENT[end:]
    count = round(size / len(component.replace("NUMBER", "000")))
    return _HEAD + "".join(component.replace("NUMBER", str(number)) for number in range(count))


def as_json(text: str) -> str:
    """The first document of ``text`` as the JSON that a program prints."""
    return json.dumps(read(text).documents[0].value, indent=2)


def pod(containers: int, variables: int, name: str = "shop") -> str:
    """A Pod; every third variable refers to the one before it."""
    lines = ["apiVersion: v1", "kind: Pod", "metadata:", f"  name: {name}", "spec:", "  containers:"]
    for number in range(containers):
        lines += [f"  - name: main-{number}", "    image: registry.example/shop:1", "    env:"]
        for index in range(variables):
            value = f"$(NAME_{index - 1})/{index}" if index % 3 == 2 else f"value-{index}"
            lines += [f"    - name: NAME_{index}", f"      value: {value}"]
    return "\n".join([*lines, ""])


def stream(documents: int, variables: int = 8) -> str:
    """A stream of Pods, each with a few variables."""
    return "---\n".join(pod(1, variables, f"shop-{number}") for number in range(documents))


def mixed_stream() -> str:
    """Nearly a megabyte: a Template whose output can be aligned with it, and hundreds of Pods."""
    return "---\n".join((template(126_000).replace(_LABELS, ""), stream(600, 30)))


def different(text: str, seed: str) -> str:
    """A Template with other names for all its components."""
    return text.replace(PART, f"{seed}-")


def parameters(count: int) -> str:
    """A Template with so many more Parameters, each of which is used once."""
    declared = "".join(f"- name: P{number}\n  value: value-{number}\n" for number in range(count))
    used = "".join(f"    key-{number}: ${{P{number}}}\n" for number in range(count))
    head = _HEAD.replace("objects:\n", f"{declared}objects:\n")
    return f"{head}- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: all\n  data:\n{used}"


def references(count: int) -> str:
    """A Pod with one variable that holds so many references to another one."""
    return pod(1, 1) + f"    - name: LONG\n      value: {'$(NAME_0) and ' * count}\n"


def without_secrets(text: str) -> str:
    """A Template that is stored without a question: nothing in it looks like a password."""
    return text.replace("PASSWORD", "TICKET").replace("[a-zA-Z0-9]{16}", "[0-9]{4}")
