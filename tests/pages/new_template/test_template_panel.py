"""What the new Template looks like as data."""

from __future__ import annotations

import json

from playground.pages.new_template.template_panel import new_template_panel
from tests.pages.new_template.test_offer import offer
from tests.texts import OBJECTS


def test_the_template_marks_its_references_and_has_its_edit_and_proof() -> None:
    panel = new_template_panel(offer())
    assert panel.proof == "With its defaults it gives the same 1 object. With another NAME, no new issue."
    assert '<mark class="from-parameter" data-parameter="REPLICAS">${{REPLICAS}}</mark>' in str(panel.html)
    assert str(panel.dropped) == (
        "The pasted values of <code>PASSWORD</code> are replaced: give them when you process it."
    )
    ((edit,),) = [json.loads(panel.edits)]
    assert edit["span"] == "1:1-16:1"
    assert edit["text"].startswith("apiVersion: template.openshift.io/v1\n")
    script = OBJECTS.replace("fast", "'${OTHER}'")
    assert "${OTHER}" in str(new_template_panel(offer(script)).html)


def test_a_secret_that_stays_is_said_with_its_line() -> None:
    panel = new_template_panel(offer(OBJECTS.replace("fast", "it is hunter2")))
    assert [line.partition(" still")[2] for line in panel.left] == [" holds the value of PASSWORD."]


def test_a_refusal_has_its_place_and_what_to_leave_out() -> None:
    panel = new_template_panel(offer(f"{OBJECTS}---\nword\n"))
    assert str(panel.refusal) == "Here is plain text, not a Kubernetes object."
    assert (panel.span, panel.line, panel.suspect) == ("17:1-17:1", "line 17", "")
    service = "---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n"
    panel = new_template_panel(offer(OBJECTS.replace("fast", "$(WEB_SERVICE_HOST)") + service))
    assert (panel.suspect, panel.line) == ("NAME", "line 15")
