"""Texts of a given size, as people write them."""

from __future__ import annotations

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
    name: ${NAME}-NUMBER
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
    name: ${NAME}-NUMBER
  spec:
    selector:
      component: part-NUMBER
    ports:
    - port: 80
      targetPort: 8080
"""


def template(size: int) -> str:
    """A Template of about ``size`` bytes, and at least one component."""
    count = max(1, round((size - len(_HEAD)) / len(_COMPONENT)))
    return _HEAD + "".join(_COMPONENT.replace("NUMBER", str(number)) for number in range(count))


def pod(containers: int, variables: int) -> str:
    """A pod; every third variable refers to the one before it."""
    lines = ["apiVersion: v1", "kind: Pod", "metadata:", "  name: shop", "spec:", "  containers:"]
    for number in range(containers):
        lines += [f"  - name: main-{number}", "    image: registry.example/shop:1", "    env:"]
        for index in range(variables):
            value = f"$(NAME_{index - 1})/{index}" if index % 3 == 2 else f"value-{index}"
            lines += [f"    - name: NAME_{index}", f"      value: {value}"]
    return "\n".join([*lines, ""])


def stream(documents: int) -> str:
    """A stream of pods, each with a few variables."""
    return "---\n".join(pod(1, 8).replace("name: shop", f"name: shop-{number}") for number in range(documents))
