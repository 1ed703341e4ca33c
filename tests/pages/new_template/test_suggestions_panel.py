"""What the suggestions look like as data."""

from __future__ import annotations

from playground.pages.new_template.suggestions_panel import MOST_BOXES, fields_of, suggestions_panel
from playground.pages.new_template.template_panel import new_template_panel
from tests.pages.new_template.test_offer import offer
from tests.texts import OBJECTS


def test_suggestions_are_listed_by_rule_with_what_the_server_wrote_last() -> None:
    panel = suggestions_panel(offer())
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


def test_many_suggestions_are_cut_and_the_others_are_as_by_default() -> None:
    variables = "".join(f"        - {{name: V{number}, value: v{number}}}\n" for number in range(MOST_BOXES + 20))
    panel = suggestions_panel(offer(OBJECTS + variables))
    assert panel is not None
    assert (panel.count, panel.left_out) == (MOST_BOXES, 27)


def test_long_values_are_cut_and_texts_are_escaped() -> None:
    source = OBJECTS.replace("value: fast", f"value: {'<b>' * 40}").replace("hunter2", "<i>")
    panel = suggestions_panel(offer(source, taken={"MODE": True}))
    assert panel is not None
    (mode,) = (item for group in panel.groups for item in group.items if item.key == "MODE")
    assert mode.value == f"{('<b>' * 40)[:80]}…"  # the page escapes it
    template = new_template_panel(offer(source, taken={"MODE": True}))
    assert "<b>" not in str(template.html)
    assert "&lt;b&gt;" in str(template.html)


def test_boxes_out_of_sight_are_carried() -> None:
    assert [*fields_of({"A": True, "B": False})] == [("take.A", "on"), ("take.B", "off")]
