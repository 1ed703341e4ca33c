"""The list of a browser's Shares is visible to that browser only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.paginator import Paginator
from django.test import Client
from django.utils import timezone

from playground.pages.sharing.mine import shares_panel
from playground.storage.models import Share
from tests.pages.sharing.shares import POD, TEMPLATE, share

pytestmark = pytest.mark.django_db


def mine(client: Client, query: str = "") -> str:
    response = client.get(f"/shares{query}")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return response.content.decode()


def test_who_has_shared_nothing_is_told_so(client: Client) -> None:
    assert "No shares yet." in mine(client)
    assert "workspace" not in client.cookies


def test_what_was_shared_is_listed_changed_last_first(client: Client) -> None:
    first = share(client, source=TEMPLATE, title="Shop <1>")
    second = share(client, source=POD)
    page = mine(client)
    assert page.index(second) < page.index(first)
    assert "Shop &lt;1&gt;" in page
    assert "Template, 1 revision" in page
    assert "Pod, 1 revision" in page
    assert f'data-copy-link="{first}"' in page
    assert f'action="{first}/delete"' in page
    assert first not in mine(Client())
    assert first not in mine(stranger())


def test_who_has_deleted_a_share_is_told_so_and_nobody_else(client: Client) -> None:
    address = share(client, source=POD, title="Shop <1>")
    slug = address.rpartition("/")[2]
    assert "is deleted" not in mine(client, f"?deleted={slug}")
    client.post(f"{address}/delete")
    assert "“Shop &lt;1&gt;” is deleted: nobody can open its link any more." in mine(client, f"?deleted={slug}")
    for visitor in (Client(), stranger()):
        assert "is deleted" not in mine(visitor, f"?deleted={slug}")
    assert "is deleted" not in mine(client, "?deleted=nothing")


def stranger() -> Client:
    """A browser with a workspace of its own."""
    client = Client()
    share(client, source="a: 1\n")
    return client


def test_what_is_gone_is_not_listed(client: Client) -> None:
    address = share(client, source=POD)
    Share.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert address not in mine(client)


def test_every_word_of_a_search_is_in_what_it_finds(client: Client) -> None:
    shop, stall = share(client, source=TEMPLATE, title="My Shop"), share(client, source=POD, title="My Stall")
    assert shop in (page := mine(client, "?search=TEMPLATE+my"))
    assert stall not in page
    assert "1 share found." in page
    assert "No share has these words in its title, kind or name." in mine(client, "?search=%00x%27%25_")


def test_a_long_list_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.pages.sharing.mine._PAGE_SIZE", 2)
    addresses = [share(client, source=POD, title=f"T{number}") for number in range(1)]
    addresses += [share(client, source=f"{POD}# {number}\n", title="T &") for number in range(4)]
    page = mine(client, "?page=2&search=t")
    assert [address for address in addresses if address in page] == addresses[1:3]
    assert "Page 2 of 3" in page
    assert 'href="?search=t&amp;page=1"' in page
    assert 'href="?search=T%20%26&amp;page=2"' in mine(client, "?search=T+%26")
    assert 'href="?search=T%20%26&amp;page=1"' in mine(client, "?search=T+%26&page=2")
    assert addresses[0] in mine(client, "?page=99")
    assert addresses[4] in mine(client, "?page=x")


NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(("title", "name", "label"), [("T", "n", "T"), ("", "n", "n"), ("", "", "Untitled")])
def test_a_share_is_called_by_its_title_its_name_or_untitled(title: str, name: str, label: str) -> None:
    share = Share(slug="s", title=title, object_name=name, created=NOW, head=2)
    panel = shares_panel(Paginator([share], 5).page(1), "", None)
    assert [(row.title, row.revisions, row.updated) for row in panel.rows] == [(label, "2 revisions", NOW)]
    assert (panel.workspace, panel.before, panel.after) == ("", 0, 0)
