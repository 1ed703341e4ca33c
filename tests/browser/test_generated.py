"""Generated values stay while one types, and change on request."""

from __future__ import annotations

from itertools import pairwise

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
    first = generated(visit)
    expect(visit.output).to_contain_text(f"password: {first}")
    visit.field("NAME").fill("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    assert generated(visit) == first
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    with visit.answer():
        visit.page.keyboard.type("# one more line")
    assert generated(visit) == first
    with visit.answer():
        visit.row("PASSWORD").get_by_role("button", name="Regenerate").click()
    second = generated(visit)
    assert second != first
    expect(visit.output).to_contain_text(f"password: {second}")
    assert first not in visit.page.content()


def test_what_can_be_done_with_a_generated_value_stands_in_one_row(visit: Visit) -> None:
    for width in (1100, 1150, 1440):
        visit.page.set_viewport_size({"width": width, "height": 800})
        parts = visit.page.locator(".generated > :is(details, button)").all()
        assert len(parts) == 4
        boxes = [box for part in parts if (box := part.bounding_box())]
        assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)
        assert all(one["x"] + one["width"] <= other["x"] + 0.5 for one, other in pairwise(boxes))


def test_regenerate_keeps_the_focus_in_the_row(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    button = visit.row("PASSWORD").get_by_role("button", name="Regenerate")
    button.focus()
    with visit.answer():
        button.press("Enter")
    assert visit.focused('[data-parameter="PASSWORD"]')


def test_a_generated_value_is_masked_until_shown_and_can_be_copied(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    value = generated(visit)
    shown = visit.row("PASSWORD").locator("details.reveal code")
    expect(shown).not_to_be_visible()
    visit.row("PASSWORD").locator("details.reveal summary").click()
    expect(shown).to_be_visible()
    expect(shown).to_have_text(value)
    visit.field("NAME").fill("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    expect(shown).to_be_visible()  # what the reader opened stays open
    visit.row("PASSWORD").get_by_role("button", name="Copy the generated PASSWORD").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == value


def test_a_typed_secret_is_masked_until_shown_and_can_be_copied(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("ADMIN_TOKEN")
    field.fill("t0p")
    expect(visit.output).to_contain_text("token: t0p")
    assert field.evaluate("(field) => getComputedStyle(field).webkitTextSecurity") == "disc"
    visit.row("ADMIN_TOKEN").get_by_role("button", name="Show ADMIN_TOKEN").click()
    assert field.evaluate("(field) => getComputedStyle(field).webkitTextSecurity") == "none"
    visit.row("ADMIN_TOKEN").get_by_role("button", name="Copy ADMIN_TOKEN").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == "t0p"


def test_a_value_of_ones_own_takes_over_and_emptying_it_brings_the_generated_one_back(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    first = generated(visit)
    visit.field("PASSWORD").fill("mine")
    expect(visit.output).to_contain_text("password: mine")
    visit.field("PASSWORD").fill("")
    expect(visit.output).to_contain_text(f"password: {first}")
    visit.field("PASSWORD").fill("mine again")
    expect(visit.output).to_contain_text("password: mine again")
    visit.row("PASSWORD").get_by_role("button", name="Use generated value").click()
    expect(visit.output).to_contain_text(f"password: {first}")
    expect(visit.field("PASSWORD")).to_have_value("")


def test_an_expression_of_ones_own_makes_a_new_value_and_stays_open(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    first = generated(visit)
    row = visit.row("PASSWORD")
    row.locator("details.expression summary").click()
    row.get_by_label("Generate from").fill("[A-F]{6}")
    expect(visit.page.locator(WAS)).not_to_have_value(first)
    value = visit.page.locator(WAS).input_value()
    assert len(value) == 6
    assert set(value) <= set("ABCDEF")
    expect(row.get_by_label("Generate from")).to_be_visible()


def test_an_emptied_field_is_empty_and_reset_brings_the_default_back(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("COLOUR").fill("")
    expect(visit.output).to_contain_text('colour: ""')
    visit.row("COLOUR").get_by_role("button", name="Reset to default").click()
    expect(visit.field("COLOUR")).to_have_value("blue")
    expect(visit.output).to_contain_text("colour: blue")


def test_an_emptied_required_field_says_so_beside_the_field(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_contain_text("Application name is required.")
    expect(visit.field("NAME")).to_have_attribute("aria-invalid", "true")
    assert visit.focused('[data-parameter="NAME"]')
    visit.field("NAME").press("x")
    expect(visit.row("NAME").locator(".error")).to_have_count(0)


def test_white_space_is_named_and_can_be_cleared(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("PASSWORD").fill("  ")
    warning = visit.row("PASSWORD").locator(".warning")
    expect(warning).to_contain_text("The value is 2 spaces, which is not empty. This will prevent a value")
    warning.get_by_role("button", name="Clear it").click()
    expect(warning).to_have_count(0)
    expect(visit.field("PASSWORD")).to_have_value("")


def test_several_lines_can_be_typed_and_joined(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.row("COLOUR").get_by_role("button", name="Use multiple lines").click()
    expect(visit.page.locator('textarea[name="value.COLOUR"]')).to_be_visible()
    visit.field("COLOUR").fill("red\ngreen")
    expect(visit.output).to_contain_text("red\n")
    visit.row("COLOUR").get_by_role("button", name="Join 2 lines into one").click()
    expect(visit.output).to_contain_text("colour: red green")
