"""Every page and every field that displays user text, with the same text in all of them."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest import mock

from django.test import Client, override_settings

from playground.pages.playground import views as page_views
from playground.storage.models import Share

HTMX = {"HX-Request": "true"}


def sinks_of(text: str) -> dict[str, Any]:
    """Everything of a pod that a page shows, with ``text`` in it, by the field's name."""
    return {
        "name": text,
        "image": text,
        "command": [text, f"$({text})", f"{text}$(NOPE)"],
        "args": [f"$({text}", "$(GOOD)"],
        "env": [
            {"name": text, "value": text},
            {"name": "GOOD", "value": f"{text} $({text}) $(LATER)"},
            {"name": "LATER", "value": text},
            {"name": "PASSWORD", "valueFrom": {"secretKeyRef": {"name": text, "key": text}}},
            {"name": "FIELD", "valueFrom": {"fieldRef": {"fieldPath": text}}},
            {"name": "MAP", "valueFrom": {"configMapKeyRef": {"name": text, "key": text}}},
        ],
        "envFrom": [{"prefix": text, "configMapRef": {"name": text}}],
    }


def hostile_pod(text: str) -> str:
    """A pod with ``text`` in every field; JSON is YAML too."""
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": text, "labels": {text: text}}}
    return json.dumps(pod | {"spec": {"containers": [sinks_of(text)]}}, indent=1, ensure_ascii=False)


def hostile_template(text: str) -> str:
    """Everything of a Template that a page shows, with ``text`` in it."""
    parameters = [
        {"name": "GOOD", "displayName": text, "description": text, "value": text},
        {"name": "EMPTY", "displayName": text, "required": True},
        {"name": "NUMBER", "displayName": text, "type": "int", "value": text},
        {"name": "BLOB", "type": "base64", "value": text},
        {"name": "MADE", "displayName": text, "description": text, "generate": "expression", "from": text},
        {"name": text, "value": text},
        {"name": "TYPE", "type": text, "value": "x"},
    ]
    thing = {
        "apiVersion": "v1",
        "kind": text,
        "metadata": {"name": "$(GOOD)"},
        text: ["$(GOOD)", f"${{{text}}}", "$(MADE)"],
    }
    annotations = {
        "description": text,
        "iconClass": text,
        "tags": text,
        "openshift.io/documentation-url": text,
        "openshift.io/support-url": text,
        "template.openshift.io/provider-display-name": text,
    }
    metadata = {"name": text, "annotations": annotations}
    template = {"apiVersion": "v1", "kind": "Template", "metadata": metadata, "message": f"{text}$(GOOD)"}
    return json.dumps(
        template | {"labels": {text: text, "a": "$(GOOD)"}, "parameters": parameters, "objects": [thing]},
        indent=1,
        ensure_ascii=False,
    )


def everywhere(client: Client, text: str, pod: str = "", template: str = "") -> dict[str, str]:
    """Every page and partial that shows a text of a user, with ``text`` in all of its fields, by name.

    ``pod`` and ``template`` are sources to take in place of those that hold ``text`` everywhere.
    """
    sources = pod or hostile_pod(text), template or hostile_template(text)
    return {**_previews(client, text, *sources), **_shared(client, text, *sources), **_refusals(client, text, *sources)}


def _previews(client: Client, text: str, pod: str, template: str) -> dict[str, str]:
    pages = {}
    for kind, source in (("pod", pod), ("template", template)):
        for view in ("expanded", "diff", "environment", "template"):
            form = {"source": source, "view": view, "title": text[:100], "value.EMPTY": text, "assumed.NOPE": text}
            pages[f"{kind} {view}"] = _page(client.post("/", form))
            pages[f"{kind} {view} live"] = _page(client.post("/evaluate", form, headers=HTMX))
        for more in ({"stage": "processed"}, {"syntax": "json"}, {"shape": "aligned"}, {"shape": "template"}):
            pages[f"{kind} {more}"] = _page(client.post("/evaluate", {"source": source, **more}, headers=HTMX))
        whole = pages[f"{kind} expanded"]
        digest = re.search(r'name="shown" value="([^"]*)"', whole)
        for card in re.findall(r'popovertarget="(trace-[^"]+)"', whole)[:2]:
            fields = {"source": source, "card": card, "shown": digest[1] if digest else ""}
            pages[f"{kind} trace {card}"] = _page(client.post("/trace", fields, headers=HTMX))
        for line in (3, 8, 12, 20):
            fields = {"source": source, "at": f"{line}:8"}
            pages[f"{kind} trace at {line}"] = _page(client.post("/trace", fields, headers=HTMX))
            made = {**fields, "to": text, "description": text, "places": text}
            pages[f"{kind} parameter at {line}"] = _page(client.post("/parameter", made, headers=HTMX))
            pages[f"{kind} rename at {line}"] = _page(client.post("/rename", {**fields, "to": text}, headers=HTMX))
    pages["unreadable"] = _page(client.post("/", {"source": f"a: {text}\n]"}))
    return pages


def _shared(client: Client, text: str, pod: str, template: str) -> dict[str, str]:
    form = {"source": template, "title": text[:100], "value.EMPTY": text, "include": "values"}
    pages = {"question": _page(client.post("/share", {**form, "action": "share"}))}
    address = client.post("/share", {**form, "confirm": "yes", "anyway": "1", "action": "anyway"})["Location"]
    slug = address.rpartition("/")[2]
    update = {**form, "source": pod, "based_on": "1", "action": "anyway"}
    assert client.post(f"{address}/update", update).status_code == 303
    pages["conflict"] = _page(client.post(f"{address}/update", {**update, "source": f"{pod} "}))
    assert "Revision 2 was saved meanwhile" in pages["conflict"]
    for name, more in (
        ("shared", ""),
        ("revision", "/r/1"),
        ("details", "/details"),
        ("comparison", "/details?from=1&to=2"),
        ("frame", "/embed"),
    ):
        pages[name] = _page(client.get(address + more))
    pages["stranger"] = _page(Client().get(address))
    pages["not yours"] = _page(Client().post(f"{address}/update", update))
    pages["my shares"] = _page(client.get("/shares"))
    pages["search"] = _page(client.get("/shares", {"search": text}))
    pages["terminal"] = _page(client.get("/terminal", {"share": slug}))
    pages["token"] = _page(client.post("/workspace/enter", {"token": text[:100]}))
    pages["too long a title"] = _page(client.post(f"{address}/rename", {"title": text * 100}))
    assert client.post(f"{address}/delete").status_code in (302, 303)
    assert Share.objects.get(slug=slug).deleted
    pages["gone"] = _page(client.get(address))
    pages["update of what is gone"] = _page(client.post(f"{address}/update", update))
    return pages


def _refusals(client: Client, text: str, pod: str, _template: str) -> dict[str, str]:
    form = {"source": pod, "title": text[:100]}
    pages = {
        "title refused": _page(client.post("/", {**form, "title": text * 100})),
        "missing": _page(client.get(f"/{text}")),
        "example": _page(client.get("/", {"example": text, "param.A": text, f"param.{text}": text})),
        "rule": _page(client.get(f"/rules/{text}")),
        "forged": _page(Client(enforce_csrf_checks=True).post("/share", form)),
    }
    with override_settings(PREVIEWS_PER_MINUTE=1):
        answers = [client.post("/", form) for _ in range(3)]
    assert answers[-1].status_code == 429
    pages["too often"] = _page(answers[-1])
    pages["our mistake"] = _mistake(form, page_views)
    return pages


def _mistake(form: dict[str, str], module: Any) -> str:
    def broken(*_: object) -> None:
        raise RuntimeError(form["source"])

    with (
        mock.patch.object(module, "evaluate_draft", broken),
        mock.patch.object(module, "evaluate_with_fix", broken),
    ):
        answer = Client(raise_request_exception=False).post("/", form)
    assert answer.status_code == 500
    return _page(answer)


def _page(answer: Any) -> str:
    """The page of an answer, whatever its status."""
    assert answer["Content-Type"].startswith("text/html"), answer.status_code
    return str(answer.content.decode())
