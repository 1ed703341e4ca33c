"""Hostile text is shown as text wherever the page displays it."""

from __future__ import annotations

import json

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


HARM = """
() => [
  window.ran ?? 0,
  document.querySelectorAll("main img:not(.cm-widgetBuffer), main script, [onerror], [onload]").length,
  [...document.querySelectorAll("[href], [src], [action], [formaction]")]
    .filter((link) => /^javascript:/i.test(link.getAttribute("href") ?? link.getAttribute("action") ?? "")).length,
  [...document.querySelectorAll("main svg")].filter((image) => !image.matches(".icon, .graph > svg")).length,
]
"""


def check_nothing_ran(visit: Visit) -> None:
    """Assert that the text made no element, no address and no call."""
    assert visit.page.evaluate(HARM) == [0, 0, 0, 0]
    expect(visit.banner).to_have_text("")


def test_hostile_text_is_shown_and_does_nothing(visit: Visit) -> None:
    payload = "".join(PAYLOADS)
    for text in (hostile_pod(payload), hostile_template(payload)):
        with visit.answer():
            visit.paste(text)
        check_nothing_ran(visit)
        assert visit.issues.count() > 2
        for view in ("diff", "environment", "expanded"):  # a pod opens on its environment
            with visit.answer():
                visit.choose("view", view)
            check_nothing_ran(visit)
        visit.page.locator(".cm-lint-marker").first.hover()
        expect(visit.page.locator(".cm-tooltip-lint")).to_be_visible()
        check_nothing_ran(visit)
    visit.paste(text + "\n]")
    expect(visit.stale).to_be_visible()
    check_nothing_ran(visit)


def test_hostile_titles_values_and_drafts_do_nothing_when_shared(visit: Visit, open_visit: OpenVisit) -> None:
    payload = "".join(PAYLOADS[:3])
    title = payload[1:100]  # the whole is the Template's name, which counts as none
    visit.paste(hostile_template(payload))
    visit.field("GOOD").fill(payload)
    visit.page.locator("#title").fill(title)
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    visit.page.reload()
    visit.alive()
    check_nothing_ran(visit)
    visit.share()
    reader = open_visit(visit.page.url.removeprefix(visit.site))
    expect(reader.field("GOOD")).to_have_value(payload)
    expect(reader.page.locator("#title")).to_have_value(title)
    check_nothing_ran(visit)
    check_nothing_ran(reader)


ADDRESSES = (
    "/?example={}",
    "/?example=typed-parameters&param.{}={}",
    "/?view={}&syntax={}&dialect={}&shape={}&stage={}",
    "/rules/{}",
    "/s/{}",
    "/{}",
)


def test_hostile_addresses_do_nothing(visit: Visit) -> None:
    visit.excuse(r"status 40[04]|console error: Failed to load resource.* 40[04]")
    payload = "".join(PAYLOADS[:4]).replace("/", "%2F").replace("#", "%23")
    for address in ADDRESSES:
        visit.go(address.replace("{}", payload))
        assert visit.page.evaluate(HARM) == [0, 0, 0, 0], address


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
    for view in ("diff", "environment", "expanded"):  # a pod opens on its environment
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
