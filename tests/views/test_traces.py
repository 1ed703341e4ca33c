"""Traces, requested one at a time."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from django.test import Client

from playground.views.panels.place import CARD

POD = """\
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: c
    args: ["$(WHO)<b>"]
    env: [{name: WHO, value: "<i>"}]
"""

A_POD = {
    "kind": "Pod",
    "apiVersion": "v1",
    "spec": {"containers": [{"name": "c", "args": ["$(V)$(V)"], "env": [{"name": "V", "value": "${A}"}]}]},
}


def trace_of(at: str, source: str = POD, **more: str) -> str:
    response = Client().post("/trace", {"source": source, "at": at, **more})
    assert response.status_code == 200
    return response.content.decode()


def test_the_trace_of_a_place_is_a_fragment_with_a_button_that_closes_its_card() -> None:
    page = trace_of("6:14")
    assert "<code>$(WHO)</code> is used in" in page
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
    assert page.count(f'popovertarget="{CARD}"') == page.count("popovertargetaction") == 1
    assert 'data-output="0 spec.containers[0].args[0]"' in page


def test_what_is_assumed_and_chosen_counts() -> None:
    assert '<code>$(NO)</code> is <code class="value">me</code>' in trace_of(
        "6:14", POD.replace("WHO)", "NO)"), **{"assume.NO": "me"}
    )


def test_a_place_without_a_value_and_a_text_that_cannot_be_read_are_said_so() -> None:
    assert "Nothing here is replaced" in trace_of("1:1")
    assert "The text cannot be read as it is now" in trace_of("1:1", "a: [")


@pytest.mark.parametrize("at", ["", "0:1", "1:0", "1", "x:y", "1:1\n", "12345678:1"])
def test_what_is_no_place_is_refused(at: str) -> None:
    assert Client().post("/trace", {"source": POD, "at": at}).status_code == 400


def test_a_form_that_breaks_a_limit_is_refused_with_the_limit() -> None:
    response = Client().post("/trace", {"source": "x" * (2**20 + 1), "at": "1:1"})
    assert response.status_code == 413
    assert b"the limit is 1 MB" in response.content


def page_and_cards(text: str) -> tuple[str, list[str]]:
    """What a live answer says of ``text``, and the ids of the cards that its values open."""
    page = Client().post("/evaluate", {"source": text}).content.decode()
    return page, re.findall(r'<button class="traced" type="button" popovertarget="([^"]+)"', page)


def test_a_live_answer_comes_without_cards_and_each_is_the_one_of_the_whole_page() -> None:
    template = (
        f"kind: Template\napiVersion: v1\nparameters:\n- {{name: A, value: <a>}}\nobjects:\n- {json.dumps(A_POD)}\n"
    )
    page, cards = page_and_cards(template)
    assert set(cards) == {"trace-0", "trace-1", "trace-parameter-0"}
    assert "trace-card" not in page
    shown = re.search(r'name="shown" value="(\w+)"', page)
    assert shown
    whole = Client().post("/", {"source": template}).content.decode()
    for card in cards:
        found = trace_of("", template, card=card, shown=shown[1]).strip()
        assert found.count(f'id="{card}"') == found.count('class="trace-card"') == 1
        assert found in whole
        assert "&lt;a&gt;" in found


@pytest.mark.parametrize("card", ["trace-7", "trace-parameter-0"])
def test_a_card_of_a_value_that_is_no_more_says_so(card: str) -> None:
    shown = hashlib.sha256(POD.encode()).hexdigest()[:12]
    for found in (trace_of("", card=card, shown=shown), trace_of("", card="trace-0", shown="another")):
        assert "The text has changed since this was shown." in found
    assert f'id="{card}"' in trace_of("", card=card, shown=shown)
    assert "has changed" not in trace_of("", card="trace-0", shown=shown)


@pytest.mark.parametrize("card", ["trace", "trace-", "trace-1000", "place-trace", "trace-0 ", "trace-0\n", '"><b>'])
def test_what_is_no_card_is_refused(card: str) -> None:
    assert Client().post("/trace", {"source": POD, "card": card}).status_code == 400


def test_only_a_form_asks() -> None:
    assert Client().get("/trace").status_code == 405
