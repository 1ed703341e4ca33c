"""The dialog that renames a Parameter or a variable."""

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
