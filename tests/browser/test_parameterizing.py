"""A value becomes a parameter from the keyboard, in plain objects too, and one undo takes everything back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.accessibility import THEMES, Theme, set_theme, violations
from tests.browser.conftest import OpenVisit
from tests.browser.visits import PHONE, SMALL, Visit

DEPLOYMENT = """\
# The shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers:
      - name: shop
        image: registry.example/shop:1.4 # the newest
        env:
        - {name: URL, value: "http://shop:8080/"}
        - {name: DB_PASSWORD, value: hunter2}
      initContainers:
      - name: prepare
        image: registry.example/shop:1.4
"""
TEMPLATE_OF_IT = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: shop
parameters:
- name: IMAGE_TAG
  displayName: Image tag
  description: The version of the image.
  value: "1.4"
objects:
"""


def dialog(visit: Visit) -> Locator:
    return visit.page.locator("#parameter")


def caret_in(visit: Visit, text: str, before: str) -> None:
    """Put the caret in front of ``before`` in ``text``, by keys alone."""
    lines = text[: text.index(before)].split("\n")
    keys = visit.page.keyboard
    keys.press("Alt+Digit1")
    keys.press("Control+Home")
    for _ in lines[1:]:
        keys.press("ArrowDown")
    for _ in lines[-1]:
        keys.press("ArrowRight")


def before_caret(visit: Visit) -> str:
    """The part of the editor's line in front of the caret; nothing is selected."""
    script = """() => {
      const selection = getSelection();
      const range = document.createRange();
      range.setStart(selection.anchorNode.parentElement.closest(".cm-line"), 0);
      range.setEnd(selection.focusNode, selection.focusOffset);
      return [selection.isCollapsed, range.toString()];
    }"""
    is_collapsed, text = visit.page.evaluate(script)
    assert is_collapsed
    return str(text)


def test_an_image_tag_of_plain_objects_becomes_a_parameter_by_keys_alone_and_one_undo_takes_all_back(
    visit: Visit,
) -> None:
    keys, name = visit.page.keyboard, dialog(visit).get_by_label("Name", exact=True)
    visit.paste(DEPLOYMENT)
    expect(visit.output).to_contain_text("http://shop:8080/")
    caret_in(visit, DEPLOYMENT, "1.4 # the newest")
    keys.press("Alt+p")
    expect(name).to_be_focused()
    expect(name).to_have_value("IMAGE_TAG")
    expect(dialog(visit)).to_contain_text("its objects become one first")
    visit.picture("parameter")
    keys.press("Enter")
    expect(dialog(visit)).to_be_hidden()
    assert visit.focused(".cm-content")
    text = visit.text()
    assert text.startswith(TEMPLATE_OF_IT)
    assert text.count("image: registry.example/shop:${IMAGE_TAG}") == 2
    assert "${IMAGE_TAG} # the newest\n" in text
    assert before_caret(visit).endswith("shop:${IMAGE_TAG}")
    expect(visit.status).to_have_text("IMAGE_TAG is a parameter of the new Template, used in 2 places.")
    expect(visit.field("IMAGE_TAG")).to_have_value("1.4")
    expect(visit.output).to_contain_text("registry.example/shop:1.4")
    visit.picture("parameter made")
    keys.press("Control+z")
    assert visit.text() == DEPLOYMENT
    expect(visit.field("IMAGE_TAG")).to_have_count(0)
    expect(visit.output).to_contain_text("Deployment shop: prepare")
    keys.press("Control+y")
    assert visit.text() == text
    expect(visit.field("IMAGE_TAG")).to_have_value("1.4")


def test_places_are_chosen_and_words_entered_by_keys_and_a_refusal_leads_to_its_place(visit: Visit) -> None:
    keys, boxes = visit.page.keyboard, dialog(visit).get_by_role("checkbox")
    visit.paste(DEPLOYMENT.replace("  name: shop\n", "  name: shop\n  namespace: prod\n", 1))
    caret_in(visit, DEPLOYMENT, "shop\nspec")
    for _ in "shop":
        keys.press("Shift+ArrowRight")  # what is selected is what becomes a parameter
    keys.press("Alt+p")
    same = dialog(visit).get_by_role("group", name="Replaced in 4 places of the same meaning")
    expect(same.get_by_role("checkbox")).to_have_count(4)
    mentions = dialog(visit).get_by_role("group", name="Also mentioned here. Checked places are replaced, too.")
    expect(mentions.get_by_role("checkbox", checked=False)).to_have_count(3)
    visit.picture("parameter with mentions")
    keys.type("TITLE OF IT")
    for _ in range(3):
        keys.press("Tab")
    expect(boxes.first).to_be_focused()
    keys.press("Space")
    keys.press("Enter")
    expect(dialog(visit).get_by_role("alert")).to_have_text("A parameter's name has letters, digits and _ only.")
    expect(boxes.first).not_to_be_checked()
    expect(dialog(visit).get_by_label("Name", exact=True)).to_be_focused()
    visit.picture("parameter refused")
    keys.type("TITLE")
    keys.press("Enter")
    expect(dialog(visit)).to_be_hidden()
    assert visit.text().count("${TITLE}") == 3
    assert visit.selection() == "shop"  # its own place was left as it is
    keys.press("Control+z")

    caret_in(visit, visit.text(), "prod")
    keys.press("Alt+p")
    expect(dialog(visit).get_by_role("alert")).to_contain_text("Processing removes a literal metadata.namespace")
    dialog(visit).get_by_role("link", name="Line 6").press("Enter")
    expect(dialog(visit)).to_be_hidden()
    assert visit.focused(".cm-content")
    assert visit.selection() == "prod"


def test_on_a_phone_a_button_does_the_same_in_the_plain_text_field_and_one_undo_takes_it_back(visit: Visit) -> None:
    visit.page.set_viewport_size(PHONE)
    visit.page.locator("#plain-text").click()
    area = visit.page.locator("#source")
    area.fill(DEPLOYMENT)
    start = DEPLOYMENT.index("hunter2")
    area.evaluate("(area, place) => area.setSelectionRange(place, place)", start)
    visit.page.get_by_role("button", name="Make the value at the caret a parameter").click()
    expect(dialog(visit)).to_contain_text("The value that stands here is dropped")
    visit.picture("parameter on a phone")
    assert visit.overflow() == 0
    dialog(visit).get_by_role("button", name="Make it a parameter").click()
    expect(dialog(visit)).to_be_hidden()
    text = visit.text()
    assert '{name: DB_PASSWORD, value: "${DB_PASSWORD}"}' in text
    assert "hunter2" not in text
    before = area.evaluate("(area) => area.value.slice(0, area.selectionStart)")
    assert before.endswith('value: "${DB_PASSWORD}'), before  # what is typed next continues the value
    visit.page.keyboard.press("Control+z")
    assert visit.text() == DEPLOYMENT


@pytest.mark.nightly
def test_a_long_text_in_the_plain_field_is_changed_at_once_and_undone_and_redone_by_one_key(visit: Visit) -> None:
    text = "---\n".join(DEPLOYMENT.replace("name: shop", f"name: shop-{number}") for number in range(60))
    visit.page.locator("#plain-text").click()
    area = visit.page.locator("#source")
    area.evaluate("(area, text) => { area.value = text; area.dispatchEvent(new InputEvent('input')); }", text)
    start = text.index("1.4 #")
    area.evaluate("(area, place) => { area.focus(); area.setSelectionRange(place, place); }", start)
    visit.page.keyboard.press("Alt+p")
    expect(dialog(visit)).to_contain_text("and 20 more, which are not listed")
    visit.page.keyboard.press("Enter")
    expect(dialog(visit)).to_be_hidden()
    assert visit.text().count("shop:${IMAGE_TAG}") == 120
    before = area.evaluate("(area) => area.value.slice(area.selectionStart - 30, area.selectionStart + 30)")
    assert "shop:${IMAGE_TAG} #" in before, before
    visit.page.keyboard.press("Control+z")
    assert visit.text() == text
    visit.page.keyboard.press("Control+Shift+z")
    assert visit.text().count("shop:${IMAGE_TAG}") == 120
    expect(visit.field("IMAGE_TAG")).to_have_value("1.4")


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_the_dialog(visit: Visit, theme: Theme) -> None:
    set_theme(visit, theme)
    visit.paste(DEPLOYMENT)
    expect(visit.output).to_contain_text("http://shop:8080/")
    caret_in(visit, DEPLOYMENT, "shop\nspec")
    visit.page.keyboard.press("Alt+p")
    expect(dialog(visit)).to_be_visible()
    lines = violations(visit, f"parameter {theme}")
    visit.page.keyboard.type("no name")
    visit.page.keyboard.press("Enter")
    expect(dialog(visit).get_by_role("alert")).to_be_visible()
    lines += violations(visit, f"parameter refused {theme}")
    visit.page.emulate_media(forced_colors="active")
    visit.picture(f"parameter forced {theme}")
    visit.page.set_viewport_size(SMALL)
    visit.picture(f"parameter small {theme}")
    assert lines == []
    assert visit.overflow() == 0


@pytest.mark.nightly
def test_undo_of_the_plain_text_field_takes_back_a_renaming_by_one_key(visit: Visit) -> None:
    visit.page.locator("#plain-text").click()
    area = visit.page.locator("#source")
    text = DEPLOYMENT.replace("http://shop:8080/", "$(DB_PASSWORD)").replace("- {name: URL", "- {name: NEXT")
    area.fill(text)
    place = text.index("DB_PASSWORD, value")
    area.evaluate("(area, place) => area.setSelectionRange(place, place)", place)
    visit.page.keyboard.press("F2")
    expect(visit.page.locator("#rename").get_by_label("New name")).to_be_focused()
    visit.page.keyboard.type("SECRET")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#rename")).to_be_hidden()
    assert visit.text() == text.replace("DB_PASSWORD", "SECRET")
    visit.page.keyboard.press("Control+z")
    assert visit.text() == text


def test_the_button_of_a_hint_opens_the_dialog_at_its_value(visit: Visit) -> None:
    visit.paste(DEPLOYMENT)
    issue = visit.issues.filter(has_text="The value of DB_PASSWORD is a secret")
    visit.picture("hint with its button")
    issue.get_by_role("button", name="Make it a parameter").click()
    expect(dialog(visit).get_by_label("Name", exact=True)).to_have_value("DB_PASSWORD")
    dialog(visit).get_by_role("button", name="Cancel").click()
    assert visit.focused(".cm-content")
    assert visit.selection() == "hunter2"
    visit.output.get_by_role("button", name="Make it a parameter").click()  # the Environment has it, too
    expect(dialog(visit)).to_be_visible()
    visit.page.keyboard.press("Enter")
    expect(visit.field("DB_PASSWORD")).to_have_count(1)
    expect(issue).to_have_count(0)
    assert "hunter2" not in visit.text()
    assert before_caret(visit).endswith('value: "${DB_PASSWORD}')  # instead of selected: a key would replace it

    # An answer after the text has changed, or after the dialog is closed, changes nothing.
    held: list[Route] = []
    visit.page.route("**/parameter", lambda route: held.append(route))
    keys, text = visit.page.keyboard, visit.text()
    caret_in(visit, text, "http://shop")
    keys.press("Alt+p")
    visit.until_held(held)
    keys.type("x")
    held.pop().continue_()
    expect(visit.status).to_have_text("The text has changed meanwhile: try again.")
    keys.press("Control+z")
    keys.press("Alt+p")
    visit.until_held(held)
    held.pop().continue_()
    expect(dialog(visit)).to_be_visible()
    keys.press("Enter")
    visit.until_held(held)
    keys.press("Escape")
    with visit.page.expect_event("requestfinished", lambda request: request.url.endswith("/parameter")):
        held.pop().continue_()
    visit.page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(dialog(visit)).to_be_hidden()
    assert visit.text() == text


def test_without_scripts_a_hint_has_no_button_that_does_nothing(open_visit: OpenVisit) -> None:
    visit = open_visit(java_script_enabled=False)
    visit.page.locator("#source").fill(DEPLOYMENT)
    visit.page.locator("button.expand").first.click()
    expect(visit.issues.first).to_contain_text("The value of DB_PASSWORD is a secret")
    expect(visit.page.get_by_role("button", name="Make it a parameter")).to_have_count(0)
