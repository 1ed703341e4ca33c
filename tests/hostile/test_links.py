"""Forty addresses in every field that might become a link: none does, on any page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from html.parser import HTMLParser

import pytest
from django.test import Client

ADDRESSES = (
    *("javascript:evil()", "JavaScript:evil()", "jAvAsCrIpT:evil()", "java\tscript:evil()", "java\nscript:evil()"),
    *(
        "java\rscript:evil()",
        " javascript:evil()",
        "\tjavascript:evil()",
        "javascript\t:evil()",
        "javascript://%0aevil()",
    ),
    *("javascript:/*--></title>evil()", "javascript:void(evil)", "javascript&colon;evil()", "&#106;avascript:evil()"),
    *("\x01javascript:evil()", "\u200bjavascript:evil()", "\u202ejavascript:evil()", "java\xa0script:evil()"),
    *(
        "data:text/html,evil",
        "DATA:text/html;base64,evil",
        "data:image/svg+xml,evil",
        "data:,evil",
        "da\tta:text/html,evil",
    ),
    *("vbscript:evil", "VbScript:evil", "livescript:evil", "blob:https://evil.example/1", "file:///evil"),
    *(
        "filesystem:https://evil.example/a",
        "view-source:https://evil.example",
        "about:evil",
        "intent://evil#Intent;end",
    ),
    *(
        "//evil.example",
        "///evil.example",
        "\\\\evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "https:evil.example",
    ),
    *(
        "https://evil.example",
        "http://evil.example",
        "https://playground.example@evil.example",
        "mailto:evil@evil.example",
    ),
    *("ftp://evil.example", "tel:+4930evil", "java\0script:evil()"),
)
AT_ONCE = 12  # addresses in one text
ANNOTATIONS = (
    *("iconClass", "openshift.io/documentation-url", "openshift.io/support-url", "openshift.io/provider-display-name"),
    *("openshift.io/long-description", "app.openshift.io/vcs-uri", "console.alpha.openshift.io/overview-app-route"),
)
# All attributes that lead somewhere, or load something, if a browser or htmx sees them.
LEADING = re.compile(
    r"(xlink:)?href|src(set|doc)?|(form)?action|cite|ping|poster|background|data|manifest|style|data-url"
    r"|(data-)?hx-(get|post|put|patch|delete|push-url|replace-url|on.*)|on.*"
)


class Leading(HTMLParser):
    """The values of the attributes of a page that lead somewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        refreshes = tag == "meta" and "http-equiv" in dict(attrs)  # the other metas only describe the page
        self.found += [
            value or "" for name, value in attrs if LEADING.fullmatch(name) or (refreshes and name == "content")
        ]


def links_to_them(page: str) -> list[str]:
    return [value for value in Leading(page).found if "evil" in value.lower()]


def template_of(addresses: Sequence[str]) -> str:
    """A Template with each of ``addresses`` in every annotation and field that might become a link."""
    parameters = [
        {"name": f"LINK{number}", "displayName": address, "description": address, "value": address}
        for number, address in enumerate(addresses)
    ]
    template = {
        "apiVersion": "template.openshift.io/v1",
        "kind": "Template",
        "metadata": metadata_of(0, addresses[0]),
        "message": " ".join(addresses),
        "parameters": parameters,
        "objects": [entry for number, address in enumerate(addresses) for entry in objects_of(number, address)],
    }
    return json.dumps(template, indent=1)


def metadata_of(number: int, address: str) -> dict[str, object]:
    """The name and annotations of an object, all of which hold ``address``."""
    return {"name": f"a{number}", "annotations": dict.fromkeys((*ANNOTATIONS, "description"), address)}


def objects_of(number: int, address: str) -> Iterator[dict[str, object]]:
    """Objects that hold ``address``, as it is and as the value of a parameter."""
    env = [{"name": "A", "value": f"${{LINK{number}}}"}]
    specifications = {
        ("v1", "Service"): {"externalName": address},
        ("route.openshift.io/v1", "Route"): {"host": address},
        ("v1", "Pod"): {"containers": [{"name": "a", "image": address, "env": env}]},
    }
    for (version, kind), specification in specifications.items():
        metadata = metadata_of(number, address)
        yield {"apiVersion": version, "kind": kind, "metadata": metadata, "spec": specification}


def pages_of(client: Client, addresses: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pages that show ``addresses``, by name."""
    form = {"source": template_of(addresses), "title": f"to {addresses[0]}".replace("\0", "")[:100]}
    for view in ("expanded", "environment", "diff", "template"):
        yield view, client.post("/", {**form, "view": view}).content.decode()
    place = client.post("/share", {**form, "action": "share-anyway"})["Location"]
    for more in ("", "/details", "/embed"):
        yield more or "share", client.get(place + more).content.decode()
    yield "my shares", client.get("/shares").content.decode()


def test_there_are_forty_addresses() -> None:
    assert len(set(ADDRESSES)) == len(ADDRESSES) >= 40


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(0, len(ADDRESSES), AT_ONCE))
def test_no_url_from_a_users_text_becomes_a_link(client: Client, first: int) -> None:
    pages_with_addresses = 0
    for name, page in pages_of(client, ADDRESSES[first : first + AT_ONCE]):
        assert links_to_them(page) == [], name
        pages_with_addresses += "evil" in page
    assert pages_with_addresses >= 5  # as text


def test_the_search_notices_a_link() -> None:
    """The control: escaped as it should be, in each kind of attribute, and still a link."""
    for address in ADDRESSES:
        for attribute in ("href", "src", "action", "formaction", "hx-get", "xlink:href", "data-url", "onclick"):
            assert links_to_them(f'<p><a {attribute}="{escape(address)}">a</a>')
    assert links_to_them('<meta http-equiv="refresh" content="0; url=//evil.example">')
    assert not links_to_them(f"<p title='evil'>{escape(ADDRESSES[0])}")
