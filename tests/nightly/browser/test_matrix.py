"""Sixty payloads in every displayed field of every page: in Chromium none runs, and no policy has to stop one."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from playground.site.middleware import page_policy
from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit
from tests.hostile.payloads import PAYLOADS
from tests.hostile.sinks import everywhere

# The fields of one Template and one Pod that are filled with each payload; a page shows them all at once.
FIELDS = (
    *("parameter name", "displayName", "parameter description", "default value", "from", "kind", "object name"),
    *("key", "value", "label", "message", "annotation", "variable name", "variable value", "argument", "image"),
)
HARM = """
() => ({
  ran: window.ran ?? 0,
  elements: [...document.querySelectorAll(
    "iframe, object, embed, base, marquee, audio, video, hx-partial, template, math, "
    + "main script, main img:not(.cm-widgetBuffer, [src$='badge.svg']), main style, main link, main meta, "
    + "[onerror], [onload], [onfocus], [onmouseover], [ontoggle], [hx-on\\\\:load], [data-hx-get], [srcdoc]"
  )].filter((element) => !element.closest(".cm-editor")).map((element) => element.outerHTML.slice(0, 80)),
  links: [...document.querySelectorAll("[href], [src], [action], [formaction], [hx-get], [hx-post]")]
    .flatMap(({ attributes }) => [...attributes])
    .filter(({ name }) => /^(href|src|(form)?action|hx-(get|post))$/.test(name))
    .map((attribute) => attribute.value)
    .filter((link) => /^\\s*(javascript|data:text|vbscript)|evil|stolen/i.test(link)),
})
"""


def template_of(payloads: tuple[str, ...]) -> str:
    """A Template whose every displayed field holds each of ``payloads``."""
    parameters = [
        part
        for number, text in enumerate(payloads)
        for part in (
            {"name": f"P{number}", "displayName": text, "description": text, "value": text},
            {"name": text, "value": text, "generate": "expression", "from": text},
        )
    ]
    objects = [
        {
            "apiVersion": "v1",
            "kind": text,
            "metadata": {"name": text, "labels": {text: text}, "annotations": {"description": text}},
            text: f"${{P{number}}}",
        }
        for number, text in enumerate(payloads)
    ]
    template = {
        "apiVersion": "template.openshift.io/v1",
        "kind": "Template",
        "metadata": {"name": payloads[0], "annotations": {f"a{number}": text for number, text in enumerate(payloads)}},
        "message": "\n".join(payloads),
        "labels": dict.fromkeys(payloads, "x"),
        "parameters": parameters,
        "objects": objects,
    }
    return json.dumps(template, indent=1)


def pod_of(payloads: tuple[str, ...]) -> str:
    """A Pod whose every displayed field holds each of ``payloads``."""
    containers = [
        {"name": text, "image": text, "args": [text, f"$({text})"], "env": [{"name": text, "value": text}]}
        for text in payloads
    ]
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": payloads[0]}, "spec": {"containers": containers}}
    return json.dumps(pod, indent=1)


def harmless(page: Page, where: str) -> None:
    page.evaluate("() => document.querySelectorAll('.document details').forEach((details) => (details.open = true))")
    assert page.evaluate(HARM) == {"ran": 0, "elements": [], "links": []}, where


def show(visit: Visit, body: str, policy: str) -> None:
    """Have the browser load a page that was made beside it, as if it had asked the site for it."""
    address = f"{visit.site}/shown"

    def answer(route: Route) -> None:
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy}
        route.fulfill(status=200, body=body, headers={name: text for name, text in headers.items() if text})

    visit.page.route(address, answer)
    visit.page.goto(address)
    visit.page.unroute(address)


def test_there_are_more_than_840_combinations_on_a_page() -> None:
    assert len(set(PAYLOADS)) == 60
    assert len(PAYLOADS) * len(FIELDS) >= 840
    text = template_of(PAYLOADS) + pod_of(PAYLOADS)
    assert all(text.count(json.dumps(payload)) >= len(FIELDS) for payload in PAYLOADS)


def test_none_of_840_combinations_runs_in_any_view(open_visit: OpenVisit) -> None:
    visit = open_visit()
    for text in (template_of(PAYLOADS), pod_of(PAYLOADS)):
        with visit.answer():
            visit.paste(text)
        for view in ("diff", "environment", "expanded"):  # a pod opens on its environment
            with visit.answer():
                visit.choose("view", view)
            harmless(visit.page, view)
        assert visit.issues.count() >= 60


def test_none_of_840_combinations_runs_where_they_are_shared(open_visit: OpenVisit, client: Client) -> None:
    visit = open_visit()
    text = template_of(PAYLOADS)
    address = client.post("/share", {"source": text, "action": "share-anyway"})["Location"]
    update = {"source": f"{text}\n---\n{pod_of(PAYLOADS)}", "based_on": "1", "action": "update-anyway"}
    assert client.post(f"{address}/update", update).status_code == 303
    for payload in PAYLOADS:
        assert client.post("/share", {"source": f"a: {payload!r}", "title": payload[:100]}).status_code == 303
    visit.context.add_cookies(
        [{"name": name, "value": morsel.value, "url": visit.site} for name, morsel in client.cookies.items()]
    )
    for path in (
        address,
        f"{address}/details?from=1&to=2",
        f"{address}/embed",
        "/shares",
        "/shares?page=2",
        f"/terminal?share={address[3:]}",
    ):
        visit.page.goto(visit.site + path)
        harmless(visit.page, path)
        if path == "/shares":
            expect(visit.page.locator("ul.rows > li")).to_have_count(50)


@pytest.mark.django_db(transaction=True)
def test_no_other_page_runs_what_it_shows(open_visit: OpenVisit, client: Client) -> None:
    """Questions, conflicts, comparisons, traces, refusals, what is gone, our own mistakes: each page that there is."""
    some = PAYLOADS[::9]
    visit = open_visit()
    visit.excuse(r"^console error: Failed to load resource.* 404")  # a fragment alone names no icon, so one is guessed
    pages = everywhere(client, some[3], pod_of(some), template_of(some))
    whole_pages = {name: page for name, page in pages.items() if 'hx-target="#stale"' not in page}
    assert len(whole_pages) >= 35
    for name, page in whole_pages.items():
        nonce = re.search(r'nonce="([^"]+)"', page)
        show(visit, page, page_policy(nonce[1] if nonce else ""))
        harmless(visit.page, name)
        assert visit.unexcused() == [], name


def test_without_escapes_the_policy_stops_what_runs_without_either(open_visit: OpenVisit) -> None:
    """The control: most payloads do run where nothing guards, and where only the policy does it tells of them."""
    visit = open_visit()
    visit.excuse("")
    ran = 0
    for payload in PAYLOADS[::3]:
        show(visit, f"<!doctype html><main><p title={payload[:1]!r}>{payload}</p></main>", "")
        ran += bool(visit.page.evaluate("() => window.ran ?? 0"))
    assert ran >= 8
    before = len(visit.noise)
    show(visit, f"<!doctype html><main>{PAYLOADS[0]}{PAYLOADS[17]}</main>", page_policy(""))
    assert visit.page.evaluate("() => window.ran ?? 0") == 0
    assert any(line.startswith("console error: policy: script-src") for line in visit.noise[before:])
    with pytest.raises(AssertionError):
        harmless(visit.page, "a page without escapes")
