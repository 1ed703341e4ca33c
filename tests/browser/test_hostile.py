"""Hostile text is shown as text wherever the page displays it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit
from tests.hostile.sinks import hostile_pod, hostile_template

PAYLOADS = (
    '<img src=x onerror="window.ran=1">',
    '"><script>window.ran=1</script>',
    "'\"><svg onload=window.ran=1>",
    "javascript:window.ran=1",
    "</textarea></script></pre><script>window.ran=1</script>",
    "</title><hx-partial hx-target='#banner'>ran</hx-partial>",
    "{{ 7 }}{% csrf_token %}${7*7}$$(x)",
    "\u202e\u2066ran\u2069<b>`<i>`</b>",
)


def nothing_ran(visit: Visit) -> None:
    """Assert that the text made no element, no address and no call."""
    found = visit.page.evaluate(
        """() => [
          window.ran ?? 0,
          document.querySelectorAll("main img:not(.cm-widgetBuffer), main script, [onerror], [onload]").length,
          [...document.querySelectorAll("[href], [src], [action], [formaction]")]
            .filter((one) => /^javascript:/i.test(one.getAttribute("href") ?? one.getAttribute("action") ?? "")).length,
          [...document.querySelectorAll("main svg")].filter((one) => !one.matches(".icon, .graph > svg")).length,
        ]"""
    )
    assert found == [0, 0, 0, 0]
    expect(visit.banner).to_have_text("")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_text_is_shown_and_does_nothing(visit: Visit, payload: str) -> None:
    for text in (hostile_pod(payload), hostile_template(payload)):
        with visit.answer():
            visit.paste(text)
        nothing_ran(visit)
        assert visit.issues.count() > 2
        for view in ("environment", "diff", "expanded"):
            with visit.answer():
                visit.choose("view", view)
            nothing_ran(visit)
        visit.page.locator(".cm-lint-marker").first.hover()
        expect(visit.page.locator(".cm-tooltip-lint")).to_be_visible()
        nothing_ran(visit)
    visit.paste(text + "\n]")
    expect(visit.stale).to_be_visible()
    nothing_ran(visit)


def test_hostile_titles_values_and_drafts_do_nothing_when_shared(open_visit: OpenVisit) -> None:
    visit = open_visit()
    payload = "".join(PAYLOADS[:3])
    visit.paste(hostile_template(payload))
    visit.field("GOOD").fill(payload)
    visit.page.locator("#title").fill(payload[:100])
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    visit.page.wait_for_timeout(400)
    visit.page.reload()
    visit.alive()
    nothing_ran(visit)
    visit.share()
    other = open_visit(visit.page.url.removeprefix(visit.site))
    expect(other.field("GOOD")).to_have_value(payload)
    expect(other.page.locator("#title")).to_have_value(payload[:100])
    for one in (visit, other):
        nothing_ran(one)
        one.page.wait_for_timeout(100)


@pytest.mark.parametrize(
    "path",
    [
        "/?example={}",
        "/?example=typed-parameters&param.{}={}",
        "/?view={}&syntax={}&dialect={}&shape={}&stage={}",
        "/rules/{}",
        "/s/{}",
        "/{}",
    ],
)
def test_hostile_addresses_do_nothing(open_visit: OpenVisit, path: str) -> None:
    visit = open_visit()
    visit.excuse(r"status 40[04]|console error: Failed to load resource.* 40[04]")
    for payload in PAYLOADS[:4]:
        visit.page.goto(visit.site + path.replace("{}", payload.replace("/", "%2F").replace("#", "%23")))
        assert visit.page.evaluate("() => window.ran ?? 0") == 0
        assert visit.page.locator("main img:not(.cm-widgetBuffer), main script").count() == 0


PROTOTYPES = ("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__", "valueOf")
SHAPE = """
() => {
  const told = (value) => (typeof value === "function" ? Function.prototype.toString.call(value) : typeof value);
  return [Object, Array, String, Function, Map, Element, FormData].map(({ prototype }) => Reflect.ownKeys(prototype)
    .map((key) => `${String(key)} ${told(Object.getOwnPropertyDescriptor(prototype, key).value)}`).sort().join());
}
"""


def test_names_of_what_all_objects_have_change_none_of_it(visit: Visit) -> None:
    parameters = [{"name": name, "value": "polluted"} for name in PROTOTYPES]
    thing = {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a"}, "data": dict.fromkeys(PROTOTYPES, "x")}
    template = {"kind": "Template", "apiVersion": "v1", "parameters": parameters, "objects": [thing]}
    before = visit.page.evaluate(SHAPE)
    with visit.answer():
        visit.paste(json.dumps(template))
    for name in PROTOTYPES:
        visit.field(name).fill("typed")
    for view in ("environment", "diff", "expanded"):
        with visit.answer():
            visit.choose("view", view)
    assert visit.page.evaluate(SHAPE) == before
    query = "&".join(f"param.{name}=polluted&{name}=polluted" for name in PROTOTYPES)
    visit.go(f"/?{query}#__proto__=polluted").alive()
    visit.page.reload()  # the draft comes back
    visit.alive()
    assert visit.page.evaluate(SHAPE) == before
    visit.page.evaluate("""() => { JSON.parse('{"a": 1}').__proto__.polluted = true; }""")
    assert visit.page.evaluate(SHAPE) != before
