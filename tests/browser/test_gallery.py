"""Examples, dialects and links that fill in a form."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from playground.pages.examples import examples
from tests.browser.conftest import OpenVisit
from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit

PROPOSAL = TEMPLATE.replace("template.openshift.io/v1", "v1").replace("${NAME}", "$(NAME)")


def test_examples_open_from_the_menu_and_from_the_gallery(visit: Visit) -> None:
    visit.page.locator("details.menu.examples summary").click()
    visit.page.get_by_role("link", name=examples()[1].title).click()
    visit.alive()
    assert visit.text() == examples()[1].source
    visit.page.locator("details.menu.examples summary").click()
    visit.page.get_by_role("link", name="What each example teaches").click()
    cards = visit.page.locator("ul.cards a")
    expect(cards).to_have_count(len(examples()))
    cards.nth(2).click()
    visit.alive()
    assert visit.text() == examples()[2].source


@pytest.fixture
def example() -> str:
    """The name of an example; `tests/nightly/browser/test_examples.py` opens each."""
    return "both-steps"


@pytest.mark.nightly
def test_an_example_opens_expanded_and_stays_so_when_asked_again(open_visit: OpenVisit, example: str) -> None:
    visit = open_visit(f"/?example={example}")
    before = visit.output.inner_text()
    issues = visit.page.locator("#issues-count").inner_text()
    assert before.strip()
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    assert visit.output.inner_text() == before
    assert visit.page.locator("#issues-count").inner_text() == issues


def test_the_dialect_and_the_version_of_kubernetes_can_be_chosen(visit: Visit) -> None:
    visit.paste(PROPOSAL)
    expect(visit.output).to_contain_text("name: shop")
    visit.page.locator("#dialect").select_option("openshift")
    expect(visit.output).to_contain_text("name: $(NAME)")
    visit.page.locator("#dialect").select_option("auto")
    expect(visit.output).to_contain_text("name: shop")
    visit.paste('kind: Pod\nspec: {containers: [{name: c, args: ["$£"]}]}\n')
    expect(visit.output).to_contain_text("$£")
    visit.page.locator("#kubernetes").select_option("1.33")
    expect(visit.output).to_contain_text("$Â\ufffd")
    visit.page.reload()
    visit.alive()
    expect(visit.page.locator("#kubernetes")).to_have_value("1.33")
    expect(visit.output).to_contain_text("$Â\ufffd")


@pytest.mark.nightly
def test_a_link_fills_in_the_form_and_says_what_it_ignored(visit: Visit) -> None:
    visit.go("/?example=typed-parameters&param.REPLICAS=7&param.REPLCAS=8&view=diff&syntax=json").alive()
    expect(visit.field("REPLICAS")).to_have_value("7")
    expect(visit.output.locator("ins", has_text='"replicas": 7')).to_be_visible()
    assert visit.page.locator('[name="syntax"][value="json"]').is_checked()
    expect(visit.banner).to_contain_text("Unknown parameter REPLCAS in the link was ignored. Did you mean REPLICAS?")


def test_an_empty_page_offers_examples_and_complains_of_nothing(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.press("Delete")
    expect(visit.output).to_contain_text("See what your Kubernetes pod or OpenShift Template really becomes.")
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    expect(visit.issues).to_have_count(0)
    visit.picture("empty")


def test_the_theme_button_turns_dark_and_stays_so(visit: Visit) -> None:
    def background() -> str:
        return str(visit.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))

    light = background()
    button = visit.page.locator("button.theme")
    button.click()
    assert background() == light
    button.click()
    dark = background()
    assert dark != light
    assert button.get_attribute("aria-label") == "Theme: dark"
    visit.page.reload()
    visit.alive()
    assert background() == dark
    button.click()
    assert background() == light


@pytest.mark.nightly
def test_a_dark_system_is_followed_from_the_first_paint(visit: Visit) -> None:
    visit.page.emulate_media(color_scheme="dark")
    visit.go()
    colours = visit.page.evaluate("() => getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)")
    assert sum(colours[:3]) / (1 if max(colours[:3]) <= 1 else 255) < 0.6


@pytest.mark.nightly
def test_the_plain_text_editor_is_a_choice_that_stays(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    visit.page.locator("#plain-text").click()
    area = visit.page.locator("textarea#source")
    expect(area).to_be_visible()
    expect(area).to_have_value(TEMPLATE)
    area.fill(TEMPLATE.replace("value: blue", "value: red"))
    expect(visit.output).to_contain_text("colour: red")
    visit.page.reload()
    visit.page.locator("html[data-live]").wait_for()
    expect(area).to_be_visible()
    visit.page.locator("#plain-text").click()
    expect(visit.source).to_be_visible()
    assert visit.text() == TEMPLATE.replace("value: blue", "value: red")
