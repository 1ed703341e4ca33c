"""The variables that a reference at a place of a container sees."""

from __future__ import annotations

from playground.engine import FieldPath, evaluate, visible_variables

POD = """\
kind: ConfigMap
apiVersion: v1
metadata: {name: m}
data: {A: from the map, M: map}
---
kind: Pod
apiVersion: v1
spec:
  enableServiceLinks: false
  containers:
  - name: c
    args: [x]
    envFrom: [{configMapRef: {name: m}}]
    env:
    - {name: FIRST, value: "1"}
    - {name: A, value: own}
    - {name: LAST, value: "2"}
    livenessProbe: {exec: {command: [x]}}
"""


def seen(*place: str | int) -> dict[str, str | None]:
    """The values by name that a field of the container sees, without those of Services."""
    (container,) = evaluate(POD).containers
    variables = visible_variables(container, FieldPath((*container.path, *place)))
    return {variable.name: variable.value for variable in variables if "KUBERNETES" not in variable.name}


def test_an_entry_of_env_sees_the_entries_before_it_and_what_they_do_not_hide_yet() -> None:
    assert seen("env", 0, "value") == {"A": "from the map", "M": "map"}
    assert seen("env", 2, "value") == {"A": "own", "M": "map", "FIRST": "1"}


def test_other_texts_see_every_variable_and_a_probe_the_literal_ones() -> None:
    assert seen("args", 0) == {"A": "own", "M": "map", "FIRST": "1", "LAST": "2"}
    assert seen("livenessProbe", "exec", "command", 0) == {"A": "own", "FIRST": "1", "LAST": "2"}
