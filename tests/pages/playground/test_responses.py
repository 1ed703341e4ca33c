"""The context contains every name that the page's templates look up."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.template import Context, Engine, Template
from django.template.base import Variable, VariableDoesNotExist
from django.test import Client

from tests.pages.pages import POD, TEMPLATE

pytestmark = pytest.mark.django_db


@pytest.fixture
def missed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that templates look for in vain from now on."""
    missing: list[str] = []
    look_up = Variable._resolve_lookup  # type: ignore[attr-defined]  # the stubs leave it out

    def looking(variable: Any, context: object) -> object:
        try:
            return look_up(variable, context)
        except VariableDoesNotExist:
            missing.append(variable.var)
            raise

    monkeypatch.setattr(Variable, "_resolve_lookup", looking)
    return missing


def shared(client: Client) -> Any:
    return client.post("/share", {"source": TEMPLATE}, follow=True)


def owned_by_another(client: Client) -> Any:
    return client.get(Client().post("/share", {"source": TEMPLATE})["Location"])


ASKED = {
    "the page": lambda client: client.get("/"),
    "an example": lambda client: client.get("/?example=composed-url&view=environment"),
    "a form without scripts": lambda client: client.post("/", {"source": POD}),
    "a live answer": lambda client: client.post("/evaluate", {"source": TEMPLATE}),
    "one that cannot be read": lambda client: client.post("/evaluate", {"source": "a: ["}),
    "a share of one's own": shared,
    "another's": owned_by_another,
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_nothing_is_looked_for_in_vain(ask: Any, client: Client, missed: list[str]) -> None:
    response: HttpResponse = ask(client)
    assert response.status_code == 200
    assert missed == []


def test_what_is_looked_for_in_vain_would_be_told(missed: list[str]) -> None:
    assert Template("{{ a.b }}{{ c }}", engine=Engine()).render(Context({"a": {}})) == ""
    assert missed == ["a.b", "c"]
