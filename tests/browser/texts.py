"""The texts that the browser tests paste."""

from __future__ import annotations

from tests.texts import SHOP

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: registry.example/web:1
    args: ["--url=$(PUBLIC_URL)"]
    env:
    - name: PUBLIC_URL
      value: http://$(HOST):$(PORT)/
    - name: HOST
      value: web.example
    - name: PORT
      value: "8080"
"""
TEMPLATE = (
    SHOP
    + """\
- name: COLOUR
  value: blue
- name: SIZE
  value: small
- name: PASSWORD
  displayName: Password
  generate: expression
  from: "[g-z]{20}"
- name: ADMIN_TOKEN
  displayName: Token
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: ${NAME}
  data:
    colour: ${COLOUR}
    size: ${SIZE}
- apiVersion: v1
  kind: Secret
  metadata:
    name: ${NAME}
  stringData:
    password: ${PASSWORD}
    token: ${ADMIN_TOKEN}
"""
)
BAD = """\
this is no YAML: [
  - at all: {
kind Pod
"""
BROKEN_POD = POD.replace("    env:\n", "    env: [\n")
THREE_ISSUES = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: registry.example/web:1
    args: ["--greeting=${GREETING}", "$(NOT_CLOSED"]
    env:
    - name: PUBLIC_URL
      value: http://$(HOST)/
    - name: HOST
      value: web.example
    - name: COUNT
      value: 3
    - name: HOST
      value: web2.example
"""
TEN_ISSUES = (
    THREE_ISSUES
    + "---\n"
    + """\
apiVersion: v1
kind: Pod
metadata:
  name: second
spec:
  initContainers:
  - name: first
    image: registry.example/first:1
    command: [sh, -c, "echo $(date) $(WHO"]
    env:
    - name: A
      value: $(B)
    - name: B
      value: $(C)
    - name: C
      value: $(D)
    - name: D
      value: yes
  containers:
  - name: main
    image: registry.example/main:1
    args: ["${E}", "$(F)", "$(G)"]
    env:
    - name: IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
    - name: PASSWORD
      valueFrom: {secretKeyRef: {name: missing, key: password}}
    - name: URL
      value: http://$(IP)/$(PASSWORD)
"""
)
