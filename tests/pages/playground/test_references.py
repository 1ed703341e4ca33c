"""The names that the editor offers for a reference."""

from __future__ import annotations

import pytest
from django.test import Client

ORDERED = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me, displayName: Who}
- {name: PASSWORD, generate: expression, from: "[a-z]{20}"}
objects:
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["--a=AT_ARGS"]
      env:
      - {name: FIRST, value: "1"}
      - {name: SECRET, value: "${PASSWORD}"}
      - {name: NEXT, value: AT_NEXT}
      - name: LAST
        value: AT_LAST
    - name: d
      env: [{name: OTHER, value: "2"}]
"""


def names_at(source: str, mark: str, typed: str = "$(", **more: str) -> dict[str, dict[str, str]]:
    """The names offered after ``typed``, which stands in place of ``mark``: by the sign, the values by name."""
    before = source[: source.index(mark)] + typed
    at = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    answer = Client().post("/references", {"source": source.replace(mark, typed), "at": at, **more})
    assert answer.status_code == 200
    return {
        sign: {entry["name"]: entry["value"] for entry in names if not entry["name"].startswith("KUBERNETES_")}
        for sign, names in answer.json().items()
    }


def test_a_reference_is_offered_the_variables_that_it_sees_with_their_values_and_secrets_masked() -> None:
    assert names_at(ORDERED, "AT_LAST")["$("] == {"FIRST": "1", "SECRET": "••••••••", "NEXT": "AT_NEXT"}
    assert names_at(ORDERED, "AT_NEXT")["$("] == {"FIRST": "1", "SECRET": "••••••••"}
    assert list(names_at(ORDERED, "AT_ARGS")["$("]) == ["FIRST", "SECRET", "NEXT", "LAST"]
    offered = names_at(ORDERED, "AT_ARGS", **{"value.WHO": "you", "default.WHO": "me"})["${"]
    assert offered == {"WHO": "you", "PASSWORD": "••••••••"}
    assert names_at(ORDERED, "AT_LAST", dialect="proposal")["$("].keys() >= {"NEXT", "WHO"}


@pytest.mark.parametrize("typed", ['"$(', "'$(", '["$(', '{a: "$('])
@pytest.mark.parametrize("other", ["", "kind: Pod\n  x\n"])
def test_half_typed_lines_do_not_stop_the_offer(typed: str, other: str) -> None:
    source = ORDERED.replace("  spec:\n", f"  {other}  spec:\n" if other else "  spec:\n")
    assert list(names_at(source, "AT_LAST", typed)["$("])[:3] == ["FIRST", "SECRET", "NEXT"]
    assert "WHO" in names_at(source, "AT_LAST", typed)["${"]


def test_json_is_offered_the_same_and_a_place_outside_of_containers_no_variables() -> None:
    pod = (
        '{"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"name": "c", "env": [\n'
        '{"name": "A", "value": "1"},\n{"name": "B", "value": "AT"}\n]}]}}'
    )
    assert names_at(pod, "AT") == {"${": {}, "$(": {"A": "1"}}
    assert names_at(pod, 'AT"}') == {"${": {}, "$(": {"A": "1"}}
    assert names_at(ORDERED, "Pod", "$(")["$("] == {}
    assert names_at("", "", "$(") == {"${": {}, "$(": {}}
