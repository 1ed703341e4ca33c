"""The trace of a place, as the page asks for it."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.views.panels.standing import CARD

POD = """\
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: c
    args: ["$(WHO)<b>"]
    env: [{name: WHO, value: "<i>"}]
"""


def asked(at: str, source: str = POD, **more: str) -> str:
    response = Client().post("/trace", {"source": source, "at": at, **more})
    assert response.status_code == 200
    return response.content.decode()


def test_the_trace_of_a_place_is_a_fragment_whose_links_close_its_card() -> None:
    page = asked("6:14")
    assert "<code>$(WHO)</code> is used in" in page
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
    assert page.count(f'popovertarget="{CARD}"') == page.count("popovertargetaction") > 2
    assert 'data-output="0 spec.containers[0].args[0]"' in page


def test_what_is_assumed_and_chosen_counts() -> None:
    assert '<code>$(NO)</code> is <code class="value">me</code>' in asked(
        "6:14", POD.replace("WHO)", "NO)"), **{"assume.NO": "me"}
    )


def test_a_place_without_a_value_and_a_text_that_cannot_be_read_are_said_so() -> None:
    assert "Nothing here is replaced" in asked("1:1")
    assert "The text cannot be read as it is now" in asked("1:1", "a: [")


@pytest.mark.parametrize("at", ["", "0:1", "1:0", "1", "x:y", "1:1\n", "12345678:1"])
def test_what_is_no_place_is_refused(at: str) -> None:
    assert Client().post("/trace", {"source": POD, "at": at}).status_code == 400


def test_a_form_that_breaks_a_limit_is_refused_with_the_limit() -> None:
    response = Client().post("/trace", {"source": "x" * (2**20 + 1), "at": "1:1"})
    assert response.status_code == 413
    assert b"the limit is 1 MB" in response.content


def test_only_a_form_asks() -> None:
    assert Client().get("/trace").status_code == 405
