"""A new worker has answered one request before a visitor's."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.template import engines
from django.template.base import Template
from django.test import Client
from pytest_django.fixtures import Settings

from playground.warming import answer_once

pytestmark = pytest.mark.django_db  # a request looks after the connections

STRICT: dict[str, dict[str, Any]] = {
    "as on a visitor's machine": {},
    "https alone": {"SECURE_SSL_REDIRECT": True},
    "https before a proxy": {
        "SECURE_SSL_REDIRECT": True,
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    },
    "all names below one": {"ALLOWED_HOSTS": [".example.org"]},
}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The templates that are compiled from now on, in a process that has none."""
    found: list[object] = []
    compile_nodelist = Template.compile_nodelist

    def compiling(template: Template) -> object:
        found.append(template.name)
        return compile_nodelist(template)

    monkeypatch.setattr(Template, "compile_nodelist", compiling)
    engines["django"].engine.template_loaders[0].reset()  # type: ignore[attr-defined]  # this backend has one
    return found


@pytest.mark.parametrize("more", STRICT.values(), ids=STRICT)
def test_it_is_the_page_however_strict_a_site_is(more: dict[str, Any], settings: Settings) -> None:
    for name, value in more.items():
        setattr(settings, name, value)
    assert answer_once(get_wsgi_application()) == "200 OK"


def test_after_it_nothing_is_compiled_for_who_asks_for_the_page(client: Client, compiled: list[object]) -> None:
    answer_once(get_wsgi_application())
    assert len(compiled) > 20
    compiled.clear()
    assert client.get("/").status_code == 200
    assert compiled == []


def test_without_it_the_first_visitor_would_wait_for_all_of_that(client: Client, compiled: list[object]) -> None:
    client.get("/")
    assert len(compiled) > 20


def test_a_bug_of_ours_keeps_no_worker_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.views.playground.page_response", lambda *_: 1 / 0)
    assert answer_once(get_wsgi_application()) == "500 Internal Server Error"
