"""Probes for weaknesses of other programs are shown unchanged and cause no redirect."""

from __future__ import annotations

import json
import re
from itertools import product
from urllib.parse import unquote

import pytest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import path
from django.utils.http import content_disposition_header

from playground.engine import evaluate

INSIDE = (
    "7*7",
    "settings.SECRET_KEY",
    "''.__class__.__mro__",
    "request",
    "config",
    "self",
    "0.__class__",
    "x|safe",
    "os",
    "n",
)
PROBES = tuple(
    before + inside + after
    for (before, after), inside in product(
        (("{{ ", " }}"), ("{% ", " %}"), ("#{", "}"), ("<%= ", " %>"), ("%(", ")s")), INSIDE
    )
)
ELSEWHERE = ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https:evil.example")


AWAY = ("Location", "HX-Redirect", "HX-Location", "Refresh")


def leads(answer: HttpResponseBase) -> list[str]:
    """The headers of ``answer`` that name a place which a visitor was told of."""
    places = {name: unquote(answer.headers.get(name, "")) for name in AWAY}
    return [name for name, place in places.items() if "evil" in place or "alert" in place]


def led(request: HttpRequest) -> HttpResponse:
    """An answer that leads to where its visitor says: what must not be."""
    return HttpResponse(status=303, headers={request.GET["header"]: request.GET["next"]})


urlpatterns = [path("led", led)]


def test_template_injection_probes_are_shown_unchanged() -> None:
    assert len(set(PROBES)) == 50
    text = json.dumps(
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": dict(enumerate(PROBES))}
    )
    evaluation = evaluate(text)
    assert list(evaluation.expanded[0]["data"].values()) == list(PROBES)


@pytest.mark.django_db
def test_no_answer_redirects_to_another_site(client: Client) -> None:
    names = ("next", "url", "redirect", "return", "HX-Redirect", "to", "continue", "path")
    for place in ELSEWHERE:
        fields = dict.fromkeys(names, place)
        for answer in (
            client.get("/", fields),
            client.post("/share", {"source": "a: b\n", **fields, "action": "share-now"}),
        ):
            assert leads(answer) == []
            assert answer.status_code in (200, 303)


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("header", AWAY)
def test_an_open_redirect_would_be_noticed(client: Client, header: str) -> None:
    assert [bool(leads(client.get("/led", {"header": header, "next": place}))) for place in ELSEWHERE] == [True] * 5


NAMES = tuple(
    before + inside + after
    for (before, after), inside in product(
        (("", ""), ("../", ""), ("", ".exe"), ('a"; x="', ""), ("a\r\nSet-Cookie: b=", "c"), (".", ".")),
        ("\u202egnp", "a/b", "C:\\x", "é😀", ";", "%0d%0a", "con", "x" * 80, "\x7f", "..", "'", "\t"),
    )
)


# no path, no leading dot, nothing but ASCII
HARMLESS = re.compile(r'attachment; filename="[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}"')


@pytest.mark.django_db
def test_hostile_titles_give_safe_file_names(client: Client) -> None:
    assert len(set(NAMES)) >= 60
    for title in NAMES:
        answer = client.post("/download", {"source": "kind: A\napiVersion: v1\n", "title": title[:100]})
        assert answer.status_code == 200
        assert HARMLESS.fullmatch(answer["Content-Disposition"]), answer["Content-Disposition"]
        assert "Set-Cookie: b" not in str(answer.headers)


def test_with_djangos_own_escaping_most_would_not() -> None:
    """The control: line ends and quotes are escaped there; paths, devices, turned and endless names go through."""
    headers = [content_disposition_header(True, title) or "" for title in NAMES]
    assert sum(HARMLESS.fullmatch(name) is None for name in headers) > len(NAMES) / 2
