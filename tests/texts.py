"""Texts that tests in several folders use."""

from __future__ import annotations

# One reference that is expanded, and one to a variable that is defined only after it, in line 13 from column 29.
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  enableServiceLinks: false
  containers:
  - name: web
    image: registry.example/web:1
    args: ["--url=$(URL)"]
    env:
    - {name: HOST, value: ü.example}
    - name: URL
      value: http://$(HOST):$(PORT)
    - {name: PORT, value: "80"}
"""
# The beginning of a Template, up to the first of its Parameters.
SHOP = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: shop
labels:
  app: ${NAME}
message: ${NAME} is ready.
parameters:
- name: NAME
  displayName: Application name
  description: Names everything.
  value: shop
  required: true
"""
# A small Template for the command line: a default, a number, and an expression that is refused.
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: demo}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: cm}
  data: {a: "${A}", port: "${{PORT}}", $(A): "1e3"}
parameters:
- {name: A, value: default}
- {name: PORT, value: "80"}
- {name: CODE, generate: expression, from: "[a]{2}x"}
"""
# Texts that end where an editor completes: a variable without a value, and a container with few fields.
UNFINISHED_TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me}
- {name: PASSWORD, generate: expression, from: "[a-z]{20}"}
objects:
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: settings}
  data: {LEVEL: debug}
- kind: Pod
  apiVersion: v1
  metadata: {name: p}
  spec:
    containers:
    - name: c
      env:
      - {name: FIRST, value: "1"}
      - {name: SECRET, value: "${PASSWORD}"}
      - name: LAST
"""
UNFINISHED_POD = """\
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: c
    image: a
"""
# Plain objects that become a Template: of each kind of suggestion one, and a variable that stays as it is.
OBJECTS = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, uid: abc}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: a/web:1.4
        env:
        - {name: PASSWORD, value: hunter2}
        - {name: MODE, value: fast}
"""
