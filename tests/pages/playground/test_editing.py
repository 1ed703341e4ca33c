"""What the editor requests about a place: the dialog that renames."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from tests.pages.pages import collapsed

SOURCE = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me}
objects:
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["$(WHO) ${WHO}"]
      env: [{name: WHO, value: "${WHO}<b>"}]
"""


def answer_to(at: str, source: str = SOURCE, **more: str) -> str:
    response = Client().post("/rename", {"source": source, "at": at, **more})
    assert response.status_code == 200
    return collapsed(response.content.decode())


def test_the_places_of_a_name_are_listed_before_anything_changes() -> None:
    page = answer_to("4:9")
    assert "Rename parameter <code>WHO</code>" in page
    assert "Changes 3 places:" in page
    assert re.findall(r"<li>(.*?)</li>", page.replace("<wbr>", "")) == [
        "line 4, <code>parameters[0].name</code>",
        "line 11, <code>objects[0].spec.containers[0].args[0]</code>",
        "line 12, <code>objects[0].spec.containers[0].env[0].value</code>",
    ]
    assert "data-edits" not in page
    assert "Changes 2 places; the program in the container reads the new name:" in answer_to("11:16")


def test_a_new_name_gives_the_edits_and_a_refused_one_the_reason() -> None:
    (edits,) = re.findall(r'data-edits="([^"]*)"', answer_to("4:9", to="NAME"))
    assert [edit["text"] for edit in json.loads(unescape(edits))] == ["NAME"] * 3
    refused = answer_to("4:9", to="a<b")
    assert "has letters, digits and <code>_</code> only." in refused
    assert 'value="a&lt;b"' in refused
    assert "data-edits" not in refused


def test_where_nothing_can_be_renamed_the_dialog_says_why() -> None:
    assert "The caret is not on the name of a parameter" in answer_to("1:1")
    assert "The text cannot be read" in answer_to("1:1", "a: [")
    from_service = SOURCE.replace("$(WHO) ", "$(NO) ")
    assert "<code>NO</code> is not defined in <code>env</code>" in answer_to("11:16", from_service, to="X")


@pytest.mark.parametrize("place", ["", "0:1", "1:0", "1", "x:y", "1:1\n", "12345678:1"])
def test_what_is_no_place_is_refused(place: str) -> None:
    assert Client().post("/rename", {"source": SOURCE, "at": place}).status_code == 400


def test_a_form_that_breaks_a_limit_is_refused_with_the_limit() -> None:
    response = Client().post("/rename", {"source": "x" * (2**20 + 1), "at": "1:1"})
    assert response.status_code == 413
    assert b"the limit is 1 MB" in response.content


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
