"""No field that may hold a secret is sent to a spell checker or remembered for other forms."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.hostile.sinks import everywhere, hostile_pod, hostile_template

WRITTEN = {"text", "search", "password", "url", "email", "tel"}  # kinds of `input` that one writes words into
PUBLIC = {"title", "new-title", "share-title", "search"}  # what one calls a Share, and looks for: words for people
WANTED = {"autocomplete": {"off", "new-password"}, "spellcheck": {"false"}}


class Fields(HTMLParser):
    """The fields of a page that one writes into: the attributes of each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "textarea" or (tag == "input" and attributes.get("type", "text") in WRITTEN):
            self.found.append(attributes)


def telling_fields(page: str) -> list[str]:
    """The fields of ``page`` of which a browser may tell others, or which it may fill in by itself."""
    return [
        field.get("name", field.get("id", ""))
        for field in Fields(page).found
        if not PUBLIC & {field.get("name"), field.get("id")}
        and not all(field.get(name) in values for name, values in WANTED.items())
    ]


@pytest.mark.django_db(transaction=True)  # what is counted for the page of a refusal must go again
def test_every_field_opts_out_of_spell_checking(client: Client) -> None:
    pages = everywhere(client, "secret", hostile_pod("secret"), hostile_template("secret"))
    fields = [field for page in pages.values() for field in Fields(page).found]
    assert {"source", "value.GOOD", "assumed.NOPE", "expression.MADE"} <= {field.get("name") for field in fields}
    assert {name: fields_of_page for name, page in pages.items() if (fields_of_page := telling_fields(page))} == {}


@pytest.mark.parametrize(
    "page",
    [
        '<input name="value.A" autocomplete="off">',
        '<textarea name="source" spellcheck="false"></textarea>',
        '<input name="value.A" type="password" spellcheck="true" autocomplete="off">',
        '<p><input name="value.A">',
    ],
)
def test_a_field_without_the_attributes_would_be_noticed(page: str) -> None:
    assert telling_fields(page) != []
