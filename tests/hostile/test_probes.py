"""Probes of other programs' weaknesses come out as they went in, and lead nobody away."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from django.test import Client

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


def test_fifty_probes_for_templates_come_out_as_they_went_in() -> None:
    assert len(set(PROBES)) == 50
    text = json.dumps(
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": dict(enumerate(PROBES))}
    )
    found = evaluate(text)
    assert list(found.expanded[0]["data"].values()) == list(PROBES)


@pytest.mark.django_db
def test_no_answer_leads_to_where_a_visitor_was_told_to_go(client: Client) -> None:
    for place, name in product(
        ELSEWHERE, ("next", "url", "redirect", "return", "HX-Redirect", "to", "continue", "path")
    ):
        for answer in (
            client.get("/", {name: place}),
            client.post("/share", {"source": "a: b\n", name: place, "action": "share-now"}),
        ):
            told = [answer.headers.get(header, "") for header in ("Location", "HX-Redirect", "HX-Location", "Refresh")]
            assert not any("evil" in one or "alert" in one for one in told)
            assert answer.status_code in (200, 303)


NAMES = tuple(
    before + inside + after
    for (before, after), inside in product(
        (("", ""), ("../", ""), ("", ".exe"), ('a"; x="', ""), ("a\r\nSet-Cookie: b=", "c"), (".", ".")),
        ("\u202egnp", "a/b", "C:\\x", "é😀", ";", "%0d%0a", "con", "x" * 80, "\x7f", "..", "'", "\t"),
    )
)


@pytest.mark.django_db
def test_sixty_titles_make_harmless_names_of_files(client: Client) -> None:
    assert len(set(NAMES)) >= 60
    for title in NAMES:
        answer = client.post("/download", {"source": "kind: A\napiVersion: v1\n", "title": title[:100]})
        assert answer.status_code == 200
        said = re.fullmatch(
            r'attachment; filename="([A-Za-z0-9_-][A-Za-z0-9._-]{0,120})"', answer["Content-Disposition"]
        )
        assert said, answer["Content-Disposition"]  # no path, no leading dot, nothing but ASCII
        assert "Set-Cookie: b" not in str(answer.headers)
