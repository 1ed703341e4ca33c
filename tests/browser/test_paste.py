"""A pasted text is evaluated at once, with output and issues both visible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from tests.browser.texts import BAD, POD, TEMPLATE
from tests.browser.visits import Visit, in_sight


def requests(visit: Visit) -> list[str]:
    """The evaluations that the page asks for from now on."""
    addresses: list[str] = []

    def on_request(request: Request) -> None:
        if request.url.endswith("/evaluate"):
            addresses.append(request.url)

    visit.page.on("request", on_request)
    return addresses


def page_scrolls(visit: Visit) -> bool:
    script = "() => document.documentElement.scrollHeight > document.documentElement.clientHeight"
    return bool(visit.page.evaluate(script))


def test_what_is_pasted_is_expanded_beside_its_issues_without_a_scroll(visit: Visit) -> None:
    places = ("#output-heading", "#issues-count", "#pane-source", "#pane-parameters", "#pane-issues")
    for text, fact, line in ((TEMPLATE, "Template, 2 objects", "colour: blue"), (POD, "Pod", "web.example")):
        addresses = requests(visit)
        visit.paste(text)
        expect(visit.output).to_contain_text(line)
        assert len(addresses) == 1
        expect(visit.page.locator("#source-fact")).to_have_text(fact)
        for place in places:
            in_sight(visit.page.locator(place))
        assert not page_scrolls(visit)
    expect(visit.page.locator("#issues")).to_contain_text("PUBLIC_URL")
    in_sight(visit.issues.first)

    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    addresses = requests(visit)
    visit.paste(BAD)
    unread = visit.output.locator(".unread")
    expect(unread).to_contain_text("This YAML cannot be read.")  # the output and the form of another text are gone
    expect(unread).to_contain_text("Line 2: ")
    expect(visit.page.locator("#output .line, #parameters [data-field]")).to_have_count(0)
    expect(visit.page.locator("#parameters")).to_contain_text("Your values are kept")
    for element in (visit.stale, visit.page.locator("#pane-output button.copy")):
        expect(element).not_to_be_visible()
    assert len(addresses) == 1
    in_sight(visit.issues.first)
    expect(visit.issues.first).to_contain_text("Error")
    assert not page_scrolls(visit)
    unread.get_by_role("link", name="Go to line 2").click()
    assert visit.focused(".cm-content")
    assert visit.selection()
    visit.paste("https://example.org/pod.yaml")
    expect(unread).to_contain_text("Nothing is fetched from here. Paste the text itself.")
    expect(visit.page.locator("#output .line")).to_have_count(0)
    expect(visit.page.locator("#summary")).to_have_text("Not expanded: the text holds no Kubernetes object.")

    visit.page.locator("#open-file").set_input_files(
        {"name": "pod.yaml", "mimeType": "text/yaml", "buffer": POD.encode()}
    )
    expect(visit.stale).not_to_be_visible()
    assert visit.text() == POD


def test_a_pasted_template_brings_its_form_with_generated_values_last(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.page.locator("#parameters-heading")).to_have_text("Parameters")
    expect(visit.page.locator("#parameters label code")).to_have_text(
        ["NAME", "COLOUR", "SIZE", "ADMIN_TOKEN", "PASSWORD"]
    )
    expect(visit.row("NAME")).to_contain_text("Application name")
    expect(visit.row("NAME")).to_contain_text("Names everything.")
    expect(visit.row("NAME")).to_contain_text("required")
    expect(visit.field("NAME")).to_have_value("shop")
    expect(visit.field("PASSWORD")).to_have_attribute("placeholder", "(generated if empty)")
    assert visit.masked("ADMIN_TOKEN")
    assert not visit.masked("NAME")


@pytest.mark.nightly
def test_above_half_a_megabyte_a_paste_is_expanded_and_typing_only_when_asked(visit: Visit) -> None:
    long = POD + "".join(f"---\n# {'x' * 5000}\nn{number}: 1\n" for number in range(120))
    with visit.answer():
        visit.paste(long)
    expect(visit.output).to_contain_text("web.example")
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("# ")
    expect(visit.page.locator(".paused")).to_be_visible()
    steps_back = "(pane) => getComputedStyle(pane).color !== getComputedStyle(document.body).color"
    visit.page.wait_for_function(f"() => ({steps_back})(document.querySelector('#output'))")
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    visit.page.wait_for_function(f"() => !({steps_back})(document.querySelector('#output'))")


def test_a_text_above_the_limit_is_refused_at_once_in_words_and_stays(visit: Visit) -> None:
    expect(visit.issues.first).to_be_visible()
    visit.paste("# " + "x" * (1024 * 1024 + 100))
    expect(visit.output.locator(".unread")).to_contain_text("the limit is 1 MB")
    expect(visit.output).to_contain_text("template-playground process -f FILE")
    expect(visit.page.locator("#output .line, #issues .issue, #parameters [data-field]")).to_have_count(0)
    expect(visit.page.locator("#summary")).to_have_text("Not expanded: the text is too large.")
    expect(visit.page.locator(".paused")).not_to_be_visible()
    assert len(visit.text()) > 1024 * 1024
    visit.paste(POD)
    expect(visit.output).to_contain_text("web.example")
