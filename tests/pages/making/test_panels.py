"""What the suggestions and the new Template look like as data."""

from __future__ import annotations

import json

from playground.pages.making.panels import MOST_BOXES, fields_of, new_template_panel, suggestions_panel
from tests.pages.making.test_making import OBJECTS, making


def test_suggestions_are_listed_by_rule_with_what_the_server_wrote_last() -> None:
    panel = suggestions_panel(making())
    assert panel is not None
    assert [group.heading for group in panel.groups] == [
        *("Name of the application", "Images", "Replicas", "Secrets", "Other variables", "What the server wrote"),
    ]
    assert [(group.rule, group.takes_all) for group in panel.groups if len(group.items) > 1] == [("image", False)]
    items = {item.key: item for group in panel.groups for item in group.items}
    assert (items["IMAGE_TAG"].parameter, items["IMAGE_TAG"].value, items["IMAGE_TAG"].chosen) == (
        "IMAGE_TAG",
        "1.4",
        True,
    )
    assert items["REPLICAS"].spans == "5:13-5:14"
    assert items["REPLICAS"].places == '<a class="place" href="#source" data-span="5:13-5:14">line 5</a>'
    assert items["MODE"].chosen is False
    assert items["server:metadata.uid"].title == "Remove <code>metadata.uid</code>"
    assert (items["PASSWORD"].value, items["PASSWORD"].note) == ("", "Generated. The pasted value is replaced.")
    assert panel.count == 7


def test_secrets_that_stay_or_may_stay_are_said() -> None:
    panel = new_template_panel(making(f"# hunter2\n{OBJECTS}"))
    assert panel.left == ("Line 29 still holds the value of PASSWORD.",)
    panel = new_template_panel(making(OBJECTS.replace("hunter2", "abc12")))
    assert panel.left == ("Too short to search for, and perhaps still elsewhere in it: the values of PASSWORD.",)


def test_many_suggestions_are_cut_and_the_others_are_as_by_default() -> None:
    variables = "".join(f"        - {{name: V{number}, value: v{number}}}\n" for number in range(MOST_BOXES + 20))
    panel = suggestions_panel(making(OBJECTS + variables))
    assert panel is not None
    assert (panel.count, panel.left_out) == (MOST_BOXES, 27)


def test_long_values_are_cut_and_texts_are_escaped() -> None:
    source = OBJECTS.replace("value: fast", f"value: {'<b>' * 40}").replace("hunter2", "<i>")
    panel = suggestions_panel(making(source, taken={"MODE": True}))
    assert panel is not None
    (mode,) = (item for group in panel.groups for item in group.items if item.key == "MODE")
    assert mode.value == f"{('<b>' * 40)[:80]}…"  # the page escapes it
    template = new_template_panel(making(source, taken={"MODE": True}))
    assert "<b>" not in str(template.html)
    assert "&lt;b&gt;" in str(template.html)


def test_the_template_marks_its_references_and_has_its_edit_and_proof() -> None:
    panel = new_template_panel(making())
    assert panel.proof == "With its defaults it gives the same 1 object. With another NAME, no new issue."
    assert '<mark data-parameter="REPLICAS">${{REPLICAS}}</mark>' in str(panel.html)
    assert str(panel.dropped) == (
        "The pasted values of <code>PASSWORD</code> are replaced: give them when you process it."
    )
    ((edit,),) = [json.loads(panel.edits)]
    assert edit["span"] == "1:1-16:1"
    assert edit["text"].startswith("apiVersion: template.openshift.io/v1\n")
    script = OBJECTS.replace("fast", "'${OTHER}'")
    assert "${OTHER}" in str(new_template_panel(making(script)).html)


def test_a_secret_that_stays_is_said_with_its_line() -> None:
    panel = new_template_panel(making(OBJECTS.replace("fast", "it is hunter2")))
    assert [line.partition(" still")[2] for line in panel.left] == [" holds the value of PASSWORD."]


def test_a_refusal_has_its_place_and_what_to_leave_out() -> None:
    panel = new_template_panel(making(f"{OBJECTS}---\nword\n"))
    assert str(panel.refusal) == "Here is plain text, not a Kubernetes object."
    assert (panel.span, panel.line, panel.suspect) == ("17:1-17:1", "line 17", "")
    service = "---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n"
    panel = new_template_panel(making(OBJECTS.replace("fast", "$(WEB_SERVICE_HOST)") + service))
    assert (panel.suspect, panel.line) == ("NAME", "line 15")


def test_boxes_out_of_sight_are_carried() -> None:
    assert [*fields_of({"A": True, "B": False})] == [("take.A", "on"), ("take.B", "off")]
