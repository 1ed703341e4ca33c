"""A parameter or variable is renamed from the keyboard, with its value in the form, and the renaming is undone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_traces import TRACED, caret_at
from tests.browser.visits import PHONE, Visit


def test_a_parameter_is_renamed_with_its_value_and_undone_by_one_key(visit: Visit) -> None:
    keys, dialog = visit.page.keyboard, visit.page.locator("#rename")
    visit.paste(TRACED)
    visit.field("WHO").fill("you")
    expect(visit.output).to_contain_text("😀you.example")
    caret_at(visit, 14, "${WHO}")
    keys.press("F2")
    expect(dialog.get_by_label("New name")).to_be_focused()
    expect(dialog.get_by_role("listitem")).to_have_text(
        ["line 4, parameters[0].name", "line 14, objects[0].spec.containers[0].env[1].value"]
    )
    keys.type("A-B")
    keys.press("Enter")
    expect(dialog).to_contain_text("A parameter's name has letters, digits and _ only.")
    visit.picture("renaming refused")
    keys.type("PERSON")
    keys.press("Enter")
    expect(dialog).to_be_hidden()
    assert visit.focused(".cm-content")
    assert visit.text() == TRACED.replace("WHO", "PERSON")
    expect(visit.field("PERSON")).to_have_value("you")
    expect(visit.output).to_contain_text("😀you.example")
    keys.press("Control+z")
    assert visit.text() == TRACED
    expect(visit.field("WHO")).to_have_value("you")
    expect(visit.field("PERSON")).to_have_count(0)
    expect(visit.output).to_contain_text("😀you.example")

    # On a phone a button does what F2 does, and in the plain text field too.
    visit.page.set_viewport_size(PHONE)
    visit.page.locator("#plain-text").click()
    place = TRACED.index("$(URL)") + TRACED[: TRACED.index("$(URL)")].count("😀") + 2
    visit.page.locator("#source").evaluate("(area, place) => area.setSelectionRange(place, place)", place)
    visit.page.get_by_role("button", name="Rename the name at the caret").click()
    expect(dialog).to_contain_text("Rename variable URL")
    visit.picture("renaming on a phone")
    dialog.get_by_label("New name").fill("ADDRESS")
    dialog.get_by_role("button", name="Rename").click()
    expect(dialog).to_be_hidden()
    assert visit.text() == TRACED.replace("URL", "ADDRESS")
