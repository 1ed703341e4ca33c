"""The form of a Template with forty Parameters: typed, filled in, invalid and valid, on a desktop and a phone."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.visits import DESKTOP, PHONE, Visit, in_sight

PLAIN = 30
LOGO = b"\x89PNG, or nearly"
TYPED = """\
- {name: REPLICAS, displayName: Replicas, type: int, value: "2", required: true, description: How many pods run.}
- {name: WEIGHT, type: int}
- {name: DEBUG, type: bool, value: "false", required: true}
- {name: VERBOSE, type: bool}
- {name: LOGO, displayName: Logo, type: base64}
- {name: NOTES, value: "one\\ntwo"}
- {name: PASSWORD, displayName: Password, generate: expression, from: "[a-zA-Z0-9]{24}"}
- {name: PIN_CODE, generate: expression, from: "[0-9]{4}"}
- {name: API_TOKEN, displayName: Token of the API}
- {name: REGION, displayName: Region of the world, value: north, required: true}
"""
TEMPLATE = (
    "kind: Template\nmetadata: {name: forty}\nparameters:\n"
    + TYPED
    + "".join(f"- {{name: OPTION_{number}, value: value {number}}}\n" for number in range(PLAIN))
    + """\
objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: shop, labels: {region: $(REGION)}}
  spec: {replicas: $(REPLICAS), paused: $(DEBUG)}
- apiVersion: v1
  kind: Secret
  metadata: {name: shop}
  data: {logo: $(LOGO)}
  stringData: {password: $(PASSWORD), pin: $(PIN_CODE), token: $(API_TOKEN)}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: shop}
  data:
    notes: $(NOTES)
    weight: w$(WEIGHT)
    verbose: v$(VERBOSE)
"""
    + "".join(f"    option{number}: $(OPTION_{number})\n" for number in range(PLAIN))
)


def filled(visit: Visit) -> Visit:
    visit.paste(TEMPLATE)
    expect(visit.page.locator("#parameters [data-field]")).to_have_count(40)
    return visit


def test_every_type_has_its_control_and_says_what_is_wrong_in_place(visit: Visit) -> None:
    filled(visit)
    expect(visit.output).to_contain_text("replicas: 2")
    visit.field("REPLICAS").fill("3abc")
    expect(visit.row("REPLICAS").locator(".error")).to_contain_text("3abc is not a whole number.")
    expect(visit.field("REPLICAS")).to_have_value("3abc")
    visit.field("REPLICAS").fill("3")
    expect(visit.row("REPLICAS")).to_contain_text("Will be written as 3, without quotes.")
    expect(visit.output).to_contain_text("replicas: 3")
    visit.row("DEBUG").get_by_label("true", exact=True).check()
    expect(visit.output).to_contain_text("paused: true")
    expect(visit.row("VERBOSE").get_by_label("not set")).to_be_checked()
    visit.field("REGION").fill("")
    expect(visit.row("REGION").locator(".error")).to_contain_text("Region of the world is required.")
    visit.field("REGION").fill("   ")
    expect(visit.row("REGION").locator(".warning")).to_contain_text("The value is 3 spaces")
    visit.row("REGION").get_by_role("button", name="Reset to default").click()
    expect(visit.field("REGION")).to_have_value("north")
    expect(visit.page.locator("#parameters-count")).to_have_text("2 of 40 changed")

    visit.unfold()
    # Generated values tell their strength, and are drawn anew alone or all together.
    expect(visit.row("PASSWORD")).to_contain_text("24 characters of 0-9A-Za-z, 142 bits, such as ")
    expect(visit.row("PIN_CODE")).to_contain_text("4 characters of 0-9, 13 bits")
    expect(visit.row("PIN_CODE").locator(".warning")).to_contain_text("A secret needs 64 bits or more.")
    fields = [visit.page.locator(f'[name="generated.{name}"]') for name in ("PASSWORD", "PIN_CODE")]
    password, pin = (field.input_value() for field in fields)
    with visit.answer():
        visit.row("PASSWORD").get_by_role("button", name="Regenerate").click()
    assert fields[0].input_value() != password
    assert fields[1].input_value() == pin
    password = fields[0].input_value()
    with visit.answer():
        visit.page.get_by_role("button", name="Regenerate all").click()
    assert fields[0].input_value() != password

    # Several lines and a file are values, too.
    expect(visit.page.locator('textarea[name="value.NOTES"]')).to_have_value("one\ntwo")
    visit.row("NOTES").get_by_role("button", name="Join 2 lines into one").click()
    expect(visit.field("NOTES")).to_have_value("one two")
    visit.row("LOGO").get_by_label("Encode a file for LOGO").set_input_files(
        FilePayload(name="logo.png", mimeType="image/png", buffer=LOGO)
    )
    expect(visit.output).to_contain_text(f"logo: {base64.b64encode(LOGO).decode()}")
    visit.field("LOGO").fill("shop & co")
    expect(visit.row("LOGO").locator(".error")).to_contain_text("Character 5 is not base64.")
    visit.row("LOGO").get_by_role("button", name="Encode this text as base64").click()
    expect(visit.row("LOGO")).to_contain_text("Holds the text shop & co")


@pytest.mark.nightly
def test_a_misspelt_parameter_of_a_link_is_named_until_something_changes(visit: Visit) -> None:
    visit.go("/?param.REPLCAS=3").alive()
    expect(visit.banner).to_contain_text("Did you mean REPLICAS?")
    visit.paste(NEEDS)
    expect(visit.banner).to_be_empty()


NEEDS = (
    """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: needs}
parameters:
"""
    + "".join(f"- {{name: OPTION_{number}, value: v}}\n" for number in range(11))
    + """\
- {name: PASSWORD, generate: expression, from: "[a-z]{24}"}
- {name: REGION, displayName: "A name that is so long that it has no room beside the other", required: true}
- {name: API_KEY, generate: expression, from: "[a-z]{24}"}
- {name: DOMAIN, description: The exposed host., required: true}
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: needs}, data: {region: "${REGION}", domain: "${DOMAIN}"}}
"""
)


def test_missing_values_come_first_and_are_gone_to_from_head_and_issue(visit: Visit) -> None:
    visit.paste(NEEDS)
    head, names = (
        visit.page.locator("#parameters-head"),
        visit.page.locator("#parameters [data-field] label:first-of-type > code"),
    )
    expect(head).to_contain_text("2 required values missing")
    order = names.all_text_contents()
    assert (order[:3], order[-2:]) == (["REGION", "DOMAIN", "OPTION_0"], ["PASSWORD", "API_KEY"])
    expect(visit.page.locator("#generated-values > summary")).to_have_text("Generated values (2)")
    expect(visit.field("PASSWORD")).to_be_hidden()
    label = visit.row("REGION").locator("label").bounding_box()
    assert label is not None
    assert label["height"] < 24  # one line
    visit.picture("form needs")

    following = head.get_by_role("link", name="Next")
    for name in ("REGION", "DOMAIN", "REGION"):
        following.click()
        assert visit.focused(f'[data-field][data-parameter="{name}"]')
    visit.issues.filter(has_text="DOMAIN").locator(".message").click()
    assert visit.focused('[data-field][data-parameter="DOMAIN"]')
    visit.page.keyboard.type("shop.example")
    expect(head).to_contain_text("1 required value missing")
    assert names.all_text_contents() == order
    visit.issues.filter(has_text="REGION").get_by_role("link", name="Go to the field").click()
    visit.page.keyboard.type("north")
    expect(head).not_to_contain_text("missing")
    assert names.all_text_contents() == order

    # Fifteen fields have a search, in names, labels and descriptions; it opens what is folded.
    search = visit.page.get_by_role("searchbox", name="Search parameters")
    search.fill("exposed")
    expect(names.filter(visible=True)).to_have_text(["DOMAIN"])
    search.fill("api_k")
    expect(names.filter(visible=True)).to_have_text(["API_KEY"])
    search.press("Enter")
    assert visit.focused('[data-field][data-parameter="API_KEY"]')
    with visit.answer():
        visit.page.keyboard.insert_text("mine")
    expect(names.filter(visible=True)).to_have_text(["API_KEY"])
    visit.paste(NEEDS.replace("- {name: OPTION_0, value: v}\n", ""))
    expect(search).to_be_hidden()
    expect(visit.field("OPTION_1")).to_be_visible()


@pytest.mark.nightly
def test_no_field_moves_while_it_is_filled_in(visit: Visit) -> None:
    visit.paste(TEMPLATE.partition("- {name: WEIGHT")[0] + "- {name: API_TOKEN, required: true}\nobjects: []\n")
    expect(visit.field("API_TOKEN")).to_be_visible()
    for name, wrong in (("REPLICAS", "3abc"), ("API_TOKEN", "")):
        field = visit.field(name)
        before = field.bounding_box()
        for value in ("4", wrong):
            with visit.answer():
                field.fill(value)
            assert field.bounding_box() == before, (name, value)
        expect(visit.row(name).locator(".error")).to_be_visible()


@pytest.mark.nightly
def test_forty_fields_have_room_at_every_width(visit: Visit) -> None:
    filled(visit)
    head, last = visit.page.locator("#parameters-head"), visit.field(f"OPTION_{PLAIN - 1}")
    visit.field("REGION").fill("")
    expect(head).to_contain_text("1 required value missing")
    for width in (1100, 1280, 1440, 1920):
        visit.page.set_viewport_size({"width": width, "height": 900})
        last.scroll_into_view_if_needed()
        in_sight(head.get_by_role("link", name="Next"))  # it stays in sight
        assert (head.bounding_box() or {"height": 0})["height"] == 32, width  # one line
    visit.field("REPLICAS").fill("3abc")
    expect(visit.row("REPLICAS").locator(".error")).to_be_visible()
    for size in (DESKTOP, PHONE):
        visit.page.set_viewport_size(size)
        if size is PHONE:
            visit.page.locator('.tabs [data-pane="parameters"]').click()
        assert visit.overflow() == 0
        last.scroll_into_view_if_needed()
        in_sight(last)
        visit.picture(f"forty {size}")


def test_the_form_stays_right_while_values_and_text_change(visit: Visit) -> None:
    filled(visit)
    field, edited = visit.field("REGION"), TEMPLATE.replace("{region: $(REGION)}", "{region: in-$(REGION)}")
    visit.paste(edited)
    expect(visit.output).to_contain_text("region: in-north")
    field.fill("south")
    expect(visit.output).to_contain_text("region: in-south")
    field.fill("east")
    expect(visit.output).to_contain_text("region: in-east")
    visit.field("REPLICAS").fill("3abc")
    expect(visit.row("REPLICAS").locator(".error")).to_be_visible()
    expect(field).to_have_value("east")
    # back to what it was before, without an answer in between
    field.fill("west")
    field.fill("south")
    expect(visit.output).to_contain_text("region: in-south")
    expect(field).to_have_value("south")
    field.press_sequentially("!")
    visit.row("REGION").get_by_role("button", name="Reset to default").click()
    expect(field).to_have_value("north")
    expect(visit.output).to_contain_text("region: in-north")
