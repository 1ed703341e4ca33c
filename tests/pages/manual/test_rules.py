"""The manual pages of the rules."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from playground.engine import RULES


def test_list_links_to_every_rule(client: Client) -> None:
    page = client.get("/rules").content.decode()
    assert all(f'href="/rules/{rule.code}"' in page for rule in RULES)


def test_every_rule_has_a_page_with_both_examples(client: Client) -> None:
    for rule in RULES:
        page = client.get(f"/rules/{rule.code}").content.decode()
        assert f"<title>{rule.code} {rule.name}" in page
        assert "<h2>Example</h2>" in page
        assert "<h2>Instead</h2>" in page
        assert f'<a href="/?example={rule.code}">Try it in the playground</a>' in page


def test_the_example_of_a_rule_opens_in_the_playground_and_the_rule_fires(client: Client) -> None:
    for rule in tuple(RULES)[::20]:
        assert f'data-code="{rule.code}"' in client.get(f"/?example={rule.code}").content.decode(), rule.code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/rules", [("page", "Rules")]),
        ("/rules/ENV502", [("true", "Rules")]),
        ("/examples", [("page", "Examples")]),
        ("/shares", [("page", "My shares")]),
        ("/limits", []),
        ("/", []),
        ("/nowhere", []),
    ],
)
def test_the_site_s_links_mark_where_one_is(client: Client, path: str, marked: list[tuple[str, str]]) -> None:
    page = client.get(path).content.decode()
    assert re.findall(r'<a [^>]*aria-current="(\w+)"[^>]*>([^<]+)</a>', page) == marked


def test_code_is_found_in_lower_case_too(client: Client) -> None:
    code = next(iter(RULES)).code
    assert client.get(f"/rules/{code.lower()}").status_code == 200


def test_unknown_code_is_a_missing_page(client: Client) -> None:
    assert client.get("/rules/ENV999").status_code == 404
