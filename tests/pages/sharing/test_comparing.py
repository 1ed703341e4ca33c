"""Two Shares, or a Share and the text of the form, are compared: texts, values and outputs."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from playground.pages.sharing import comparing
from playground.storage.models import Share
from tests.pages.sharing.shares import POD, TEMPLATE, share, update

pytestmark = pytest.mark.django_db


def slug_of(address: str) -> str:
    return address.removeprefix("/s/")


def signs(page: str, label: str) -> list[str]:
    """The changed lines of the diff with this label, each with its sign."""
    diff = page.partition(f'aria-label="{label}"')[2].partition("</section>")[0]
    lines = re.findall(r"<(ins|del)>(.*?)</\1>", diff, re.DOTALL)
    return [f"{'+' if tag == 'ins' else '-'}{unescape(re.sub(r'<span.*?</span>', '', line))}" for tag, line in lines]


def test_two_shares_differ_in_text_values_and_output(client: Client) -> None:
    first = share(client, source=TEMPLATE, title="one", value__HOST="db-1")
    second = share(client, source=TEMPLATE.replace('value: "1"', 'value: "2"'), title="two", value__HOST="db-2")
    response = Client().get(f"/compare/{slug_of(first)}/{slug_of(second)}")
    assert response.status_code == 200
    assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    page = response.content.decode()
    assert f'<a href="{first}">one</a>' in page
    assert signs(page, "Changes of the text") == [
        '-- {name: REPLICAS, value: "1"}',
        '+- {name: REPLICAS, value: "2"}',
    ]
    assert signs(page, "Changes of values and choices") == ["-HOST = db-1", "+HOST = db-2"]
    changed = signs(page, "Changes of the output")
    assert sorted(changed) == ["+  host: db-2", '+  replicas: "2"', "-  host: db-1", '-  replicas: "1"']


def test_a_share_equals_itself_although_it_generates_a_value(client: Client) -> None:
    slug = slug_of(share(client, source=TEMPLATE))
    page = client.get(f"/compare/{slug}/{slug}").content.decode()
    for words in ("The texts are the same.", "The outputs are the same.", "Both are the same link."):
        assert page.count(words) == 1
    assert "Values and choices" not in page
    assert "diff-box" not in page


def test_the_text_of_the_form_is_compared_without_its_secrets(client: Client) -> None:
    address = share(client, source=TEMPLATE)
    form = {"source": f"{TEMPLATE}# mine\n", "value.HOST": "mine", "value.DB_PASSWORD": "hunter2-hunter2"}
    response = client.post(f"/compare/{slug_of(address)}", form)
    page = response.content.decode()
    assert response.status_code == 200
    assert signs(page, "Changes of the text") == ["+# mine"]
    assert signs(page, "Changes of values and choices") == ["+HOST = mine"]
    assert signs(page, "Changes of the output") == ["-  host: db", "+  host: mine"]
    assert "hunter2" not in page
    assert Share.objects.count() == 1


def test_a_form_that_cannot_be_read_comes_back_with_its_text(client: Client) -> None:
    address = share(client, source=POD)
    response = client.post(f"/compare/{slug_of(address)}", {"source": POD, "title": "x" * 101})
    assert response.status_code == 400
    assert POD.splitlines()[0] in response.content.decode()


def test_a_text_without_output_says_why(client: Client) -> None:
    first, second = share(client, source=POD), share(client, source="a: [", title="broken")
    page = client.get(f"/compare/{slug_of(first)}/{slug_of(second)}").content.decode()
    assert "Broken has no output. Line 1: " in page
    assert "Changes of the output" not in page


def test_an_output_that_is_too_large_is_not_compared(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "LONGEST_COMPARED", 100)
    slug = slug_of(share(client, source=TEMPLATE))
    assert "An output is too large" in client.get(f"/compare/{slug}/{slug}").content.decode()


def test_the_latest_revisions_are_compared(client: Client) -> None:
    first, second = share(client, source=POD), share(client, source=f"{POD}# other\n")
    update(client, first, 1)
    page = client.get(f"/compare/{slug_of(first)}/{slug_of(second)}").content.decode()
    assert signs(page, "Changes of the text") == ["-# second", "+# other"]


@pytest.mark.parametrize(
    "form", ["{slug}", "https://x.example/s/{slug}", " /s/{slug}/r/2 ", "/s/{slug}.yaml", "/s/{slug}?a=b"]
)
def test_a_link_of_any_form_leads_to_the_comparison(client: Client, form: str) -> None:
    slug = slug_of(share(client, source=POD))
    response = client.get(f"/compare/{slug}", {"with": form.format(slug=slug)})
    assert (response.status_code, response["Location"]) == (302, f"/compare/{slug}/{slug}")


NO_LINK = "This is no link of a shared text."
UNKNOWN = f"/s/{'A' * 22}"


@pytest.mark.parametrize(
    ("link", "status", "words"),
    [
        ("", 200, ""),
        ('"<b>', 400, NO_LINK),
        ("x" * 5_000, 400, NO_LINK),
        ("/s/short", 400, NO_LINK),
        (UNKNOWN, 404, "No text is shared at this link."),
    ],
)
def test_without_a_link_of_a_text_the_page_asks_for_one(client: Client, link: str, status: int, words: str) -> None:
    slug = slug_of(share(client, source=POD))
    response = client.get(f"/compare/{slug}", {"with": link})
    page = response.content.decode()
    assert response.status_code == status
    assert ('role="alert"' in page) == bool(words)
    assert words in page
    field = re.search(r'<input id="with" name="with" value="([^"]*)"', page)
    assert field is not None
    assert unescape(field[1]) == link[:2_000]  # it can be mended


def test_a_pasted_link_that_is_over_says_since_when(client: Client) -> None:
    slug = slug_of(share(client, source=POD))
    expired = share(client, source=f"{POD}# expired\n")
    Share.objects.filter(slug=slug_of(expired)).update(expires=timezone.now() - timedelta(days=1))
    response = client.get(f"/compare/{slug}", {"with": expired})
    assert response.status_code == 410
    assert "The text at this link expired on" in response.content.decode()


def test_the_page_offers_the_other_shares_of_this_browser_only(client: Client) -> None:
    first = slug_of(share(client, source=POD, title="first"))
    second = slug_of(share(client, source=f"{POD}# other\n", title="<second>"))
    assert f'<a href="/compare/{first}/{second}">&lt;second&gt;</a>' in client.get(f"/compare/{first}").content.decode()
    assert f"/compare/{first}/{first}" not in client.get(f"/compare/{first}").content.decode()
    assert "second" not in Client().get(f"/compare/{first}").content.decode()


def test_what_never_was_is_not_found_and_what_is_over_is_gone(client: Client) -> None:
    slug, unknown = slug_of(share(client, source=POD)), "A" * 22
    expired = slug_of(share(client, source=f"{POD}# expired\n"))
    Share.objects.filter(slug=expired).update(expires=timezone.now() - timedelta(days=1))
    assert client.get(f"/compare/{slug}/{unknown}").status_code == 404
    assert client.get(f"/compare/{unknown}/{slug}").status_code == 404
    assert client.get(f"/compare/{slug}/{expired}").status_code == 410
    response = client.post(f"/compare/{expired}", {"source": "kind: Mine\n"})
    assert response.status_code == 410
    assert "kind: Mine" in response.content.decode()


def test_the_pages_of_a_share_lead_to_its_comparison(client: Client) -> None:
    address = share(client, source=POD)
    target = f"/compare/{slug_of(address)}"
    assert f'formaction="{target}"' in client.get(address).content.decode()
    for page in (f"{address}/details", "/shares"):
        assert f'href="{target}"' in client.get(page).content.decode()
