"""Markup in every displayed field is shown as text: nothing runs, nothing is even attempted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Dialog

from tests.browser.visits import Visit
from tests.hostile.families import MARKUP

EVERYTHING_OPEN = "() => document.querySelectorAll('details:not(.menu)').forEach((details) => { details.open = true; })"
FOUND = """() => [
  window.pwn ?? null,
  [...document.querySelectorAll("script:not([src]), main img, iframe, object, embed, base")].filter(
    (element) => element.type !== "application/json" && !element.matches(".cm-widgetBuffer, [src^='/static/']"),
  ).length,
  [...document.querySelectorAll("*")].filter(
    ({ attributes }) => [...attributes].some(({ name }) => /^on/.test(name)),
  ).length,
  [...document.querySelectorAll("[href], [src], [action], [formaction]")].filter(
    (link) => ["href", "src", "action", "formaction"].some(
      (name) => /^\\s*javascript:/i.test(link.getAttribute(name) ?? ""),
    ),
  ).length,
]"""
# A form as a page without scripts sends it, opened by a browser that would run some.
SEND = """([address, fields]) => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("textarea");
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""


def container_of(text: str) -> dict[str, Any]:
    """A container that says ``text`` wherever it can."""
    return {
        "name": text,
        "image": text,
        "command": [text, f"$({text})"],
        "args": [f"$({text}", "$(GOOD)", "$(LATER)"],
        "env": [
            {"name": text, "value": text},
            {"name": "GOOD", "value": f"{text} $({text}) $(LATER) $(NOPE{text})"},
            {"name": "LATER", "value": "${P0}"},
            {"name": "SECRET", "valueFrom": {"secretKeyRef": {"name": text, "key": text}}},
            {"name": "FIELD", "valueFrom": {"fieldRef": {"fieldPath": text}}},
        ],
        "envFrom": [{"prefix": text, "configMapRef": {"name": text}}],
    }


def matrix(single: str, payloads: Sequence[str] = MARKUP) -> str:
    """A Template in which every field that may be repeated holds each of ``payloads``, and all others ``single``."""
    parameters: list[dict[str, Any]] = []
    objects: list[dict[str, Any]] = []
    for number, text in enumerate(payloads):
        named = {"name": f"P{number}", "displayName": text, "description": text, "value": text}
        parameters += [named, {"name": text, "value": text}, {"name": f"T{number}", "type": text, "value": "x"}]
        parameters.append({"name": f"G{number}", "generate": "expression", "from": text, "displayName": text})
        metadata = {"name": text, "labels": {text: text}, "annotations": {text: text}}
        objects.append(
            {"apiVersion": text, "kind": text, "metadata": metadata, text: [f"${{P{number}}}", f"${{{text}}}"]}
        )
        spec = {"containers": [container_of(text)]}
        objects.append({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec})
    metadata = {"name": single, "annotations": {"description": single, "iconClass": single, "tags": single}}
    template = {"apiVersion": "v1", "kind": "Template", "metadata": metadata, "message": f"{single}${{P0}}"}
    return json.dumps(template | {"labels": {single: single}, "parameters": parameters, "objects": objects}, indent=1)


def check_nothing_ran(visit: Visit) -> None:
    """Assert it with everything open that can be opened."""
    visit.page.evaluate(EVERYTHING_OPEN)
    assert visit.page.evaluate(FOUND) == [None, 0, 0, 0], visit.page.url


def dialogs_of(visit: Visit) -> list[str]:
    """What any dialog of the browser's says from now on."""
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    visit.page.on("dialog", dismiss)
    return dialogs


@pytest.mark.parametrize("payloads", [pytest.param(MARKUP[:3], marks=pytest.mark.smoke), MARKUP], ids=["some", "all"])
def test_markup_does_nothing_in_the_page_and_all_that_it_loads(visit: Visit, payloads: Sequence[str]) -> None:
    dialogs = dialogs_of(visit)
    text = matrix(MARKUP[0], payloads)
    with visit.answer():
        visit.paste(text)
    check_nothing_ran(visit)
    for view in ("environment", "diff", "expanded"):
        with visit.answer():
            visit.choose("view", view)
        check_nothing_ran(visit)
    visit.field("P0").fill(MARKUP[1])
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    check_nothing_ran(visit)
    with visit.answer():
        visit.paste(text + "\n]")
    check_nothing_ran(visit)
    assert dialogs == []


def test_markup_does_nothing_in_what_is_shared(visit: Visit) -> None:
    dialogs = dialogs_of(visit)
    with visit.answer():
        visit.paste(matrix(MARKUP[2]))
    visit.page.locator("#title").fill(MARKUP[1])
    visit.share()
    shared = visit.page.url.partition("#")[0]
    for more in ("", "/embed", "/details", "?view=environment"):
        visit.page.goto(shared + more)
        check_nothing_ran(visit)
    visit.page.goto(f"{visit.site}/shares")
    check_nothing_ran(visit)
    assert dialogs == []


def test_markup_does_nothing_in_a_page_that_a_form_brought(visit: Visit) -> None:
    visit.excuse(r"status 403|console error: Failed to load resource.* 403")
    dialogs = dialogs_of(visit)
    token = visit.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    # The request without a token is refused, and its page has the text that was sent.
    for single, view, proof in (
        (MARKUP[4], "expanded", {}),
        (MARKUP[2], "environment", {"csrfmiddlewaretoken": token}),
    ):
        fields = {"source": matrix(single), "title": single, "view": view, "value.P1": single, "syntax": "json"} | proof
        with visit.page.expect_navigation(wait_until="load"):
            visit.page.evaluate(SEND, ["/", fields])
        assert single.strip() in visit.text()
        check_nothing_ran(visit)
    assert dialogs == []
