"""Generated values stay while one types, and change on request."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit

WAS = '[name="generated.PASSWORD"]'


def generated(visit: Visit) -> str:
    value = visit.page.locator(WAS).input_value()
    assert len(value) == 20
    return value


def test_a_generated_value_stays_while_one_types_and_changes_on_regenerate(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    first = generated(visit.unfold())
    row = visit.row("PASSWORD")
    expect(visit.output).to_contain_text(f"password: {first}")
    code = row.locator("details.reveal code")
    expect(code).not_to_be_visible()
    row.locator("details.reveal summary").click()
    expect(code).to_be_visible()
    expect(code).to_have_text(first)
    visit.field("NAME").fill("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    assert generated(visit) == first
    expect(code).to_be_visible()  # the answer closes nothing that the reader opened
    row.get_by_role("button", name="Copy the generated PASSWORD").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == first
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    with visit.answer():
        visit.page.keyboard.insert_text("# one more line")
    assert generated(visit) == first
    button = row.get_by_role("button", name="Regenerate")
    button.focus()
    with visit.answer():
        button.press("Enter")
    assert visit.focused('[data-parameter="PASSWORD"]')
    second = generated(visit)
    assert second != first
    expect(visit.output).to_contain_text(f"password: {second}")
    assert first not in visit.page.content()

    # A value of one's own takes over. Emptying the field, or the button, brings the generated value back.
    visit.field("PASSWORD").fill("mine")
    expect(visit.output).to_contain_text("password: mine")
    visit.field("PASSWORD").fill("")
    expect(visit.output).to_contain_text(f"password: {second}")
    visit.field("PASSWORD").fill("mine again")
    expect(visit.output).to_contain_text("password: mine again")
    row.get_by_role("button", name="Use generated value").click()
    expect(visit.output).to_contain_text(f"password: {second}")
    expect(visit.field("PASSWORD")).to_have_value("")
    visit.field("PASSWORD").fill("  ")
    warning = row.locator(".warning")
    expect(warning).to_contain_text("The value is 2 spaces, which is not empty. This will prevent a value")
    warning.get_by_role("button", name="Clear it").click()
    expect(warning).to_have_count(0)
    expect(visit.field("PASSWORD")).to_have_value("")

    # An expression of one's own makes a new value, and stays open.
    row.locator("details.expression summary").click()
    row.get_by_label("Generate from").fill("[A-F]{6}")
    expect(visit.page.locator(WAS)).not_to_have_value(second)
    value = visit.page.locator(WAS).input_value()
    assert len(value) == 6
    assert set(value) <= set("ABCDEF")
    expect(row.get_by_label("Generate from")).to_be_visible()


@pytest.mark.nightly
def test_what_can_be_done_with_a_generated_value_stands_in_one_row(visit: Visit) -> None:
    visit.unfold()
    for width in (1100, 1150, 1440):
        visit.page.set_viewport_size({"width": width, "height": 800})
        expect(visit.page.locator(".generated .masked")).to_be_visible()
        parts = visit.page.locator(".generated > :is(details, button)").all()
        assert len(parts) == 4
        boxes = [box for part in parts if (box := part.bounding_box())]
        assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)
        assert all(left["x"] + left["width"] <= right["x"] + 0.5 for left, right in pairwise(boxes))


def test_a_typed_secret_is_masked_until_shown_stays_shown_and_can_be_copied(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field, row = visit.field("ADMIN_TOKEN"), visit.row("ADMIN_TOKEN")
    expect(field).to_be_visible()
    assert visit.masked("ADMIN_TOKEN")
    show = row.get_by_role("button", name="Show ADMIN_TOKEN")
    expect(show).to_be_hidden()  # there is nothing to show yet
    field.press_sequentially("s3")
    expect(visit.output).to_contain_text("token: s3")
    assert visit.masked("ADMIN_TOKEN")
    show.click()
    assert not visit.masked("ADMIN_TOKEN")
    field.press("End")
    field.press_sequentially("cret")
    expect(visit.output).to_contain_text("token: s3cret")
    assert not visit.masked("ADMIN_TOKEN")
    assert field.input_value() == "s3cret"
    row.get_by_role("button", name="Copy ADMIN_TOKEN").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == "s3cret"


@pytest.mark.nightly
def test_a_field_is_emptied_reset_filled_with_lines_and_says_what_is_missing(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    row = visit.row("COLOUR")
    visit.field("COLOUR").fill("")
    expect(visit.output).to_contain_text('colour: ""')
    row.get_by_role("button", name="Reset to default").click()
    expect(visit.field("COLOUR")).to_have_value("blue")
    expect(visit.output).to_contain_text("colour: blue")
    row.get_by_role("button", name="Use multiple lines").click()
    expect(visit.page.locator('textarea[name="value.COLOUR"]')).to_be_visible()
    visit.field("COLOUR").fill("red\ngreen")
    expect(visit.output).to_contain_text("red\n")
    row.get_by_role("button", name="Join 2 lines into one").click()
    expect(visit.output).to_contain_text("colour: red green")
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_contain_text("Application name is required.")
    expect(visit.field("NAME")).to_have_attribute("aria-invalid", "true")
    assert visit.focused('[data-parameter="NAME"]')
    visit.field("NAME").press("x")
    expect(visit.row("NAME").locator(".error")).to_have_count(0)
