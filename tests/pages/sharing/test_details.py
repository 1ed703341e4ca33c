"""The details page works for the author, and not for strangers."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from playground.engine import evaluate
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.draft import Draft
from playground.pages.sharing.access import day
from playground.pages.sharing.details import details_panel
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.using.tools import Link
from playground.storage.models import Revision, Share
from playground.storage.shares.contents import Contents
from tests.pages.sharing.shares import POD, TEMPLATE, share, update

pytestmark = pytest.mark.django_db

CHANGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("rename", {"title": "Stall"}),
    ("expiry", {"expiry": "day"}),
    ("delete", {}),
)


def details(client: Client, address: str, query: str = "") -> str:
    response = client.get(f"{address}/details{query}")
    assert response.status_code == 200
    assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    return response.content.decode()


def row() -> dict[str, object]:
    return dict(Share.objects.values("title", "expires", "deleted", "head").get())


def test_revisions_are_listed_newest_first_and_two_can_be_compared(client: Client) -> None:
    address = share(client, source=TEMPLATE, value__HOST="one")
    assert "Compare" not in details(client, address)
    update(client, address, 1, source=f"{TEMPLATE}# <two>\n", value__HOST="two")
    own_page = details(client, address)
    assert own_page.index("Delete it") < own_page.index("Revisions") < own_page.index("kubectl")
    page = details(Client(), address, "?from=1&to=2")
    assert page.index(f'href="{address}/r/2"') < page.index(f'href="{address}/r/1"')
    numbers = re.findall(r"<option( selected)?>(\d)</option>", page)
    assert numbers == [("", "2"), (" selected", "1"), (" selected", "2"), ("", "1")]
    assert "1 line new, 0 lines gone." in page
    assert '<ins><span class="sign" aria-hidden="true">+</span># &lt;two&gt;</ins>' in page
    assert "</span>HOST = one</del>" in page
    assert "</span>HOST = two</ins>" in page
    assert f"{len(TEMPLATE.splitlines()) - 2} unchanged lines" in page


@pytest.mark.parametrize("query", ["?from=1", "?from=1&to=9", "?from=a&to=b", "?from=0&to=1", f"?from={'9' * 99}&to=1"])
def test_revisions_that_are_not_there_are_not_compared(client: Client, query: str) -> None:
    assert 'id="comparison"' not in details(client, share(client, source=POD), query)


def test_a_title_and_an_expiry_are_changed_by_their_owner(client: Client) -> None:
    address = share(client, source=POD)
    assert client.post(f"{address}/rename", {"title": " Stall "})["Location"] == f"{address}/details?changed=title"
    assert client.post(f"{address}/expiry", {"expiry": "never"})["Location"] == f"{address}/details?changed=expiry"
    assert "The title is saved." in details(client, address, "?changed=title")
    assert "The link does not expire." in details(client, address, "?changed=expiry")
    assert '<option value="never" selected>' in details(client, address)
    assert "The title is saved." not in details(Client(), address, "?changed=title")
    assert (row()["title"], row()["expires"]) == ("Stall", None)
    assert "<h1>Stall</h1>" in details(client, address)
    client.post(f"{address}/rename", {"title": " "})
    assert f"<h1>{Share.objects.get().title}</h1>" in details(client, address)
    assert Share.objects.get().title == "web"  # the pod's name
    client.post(f"{address}/expiry", {"expiry": "day"})
    expires = Share.objects.get().expires
    assert expires is not None
    assert timedelta(hours=23) < expires - timezone.now() < timedelta(hours=25)
    assert f'<option value="" selected>on {day(expires)}</option>' in details(client, address)
    client.post(f"{address}/expiry", {"expiry": ""})
    assert Share.objects.get().expires == expires


def test_the_scripts_of_the_page_are_told_of_a_new_title_and_expiry(client: Client) -> None:
    address, headers = share(client, source=POD), {"HX-Request": "true"}
    parts = client.post(f"{address}/rename", {"title": "Stall"}, headers=headers).content.decode()
    assert "The title is saved." in parts
    assert 'id="shared"' in parts
    assert (
        "The link does not expire."
        in client.post(f"{address}/expiry", {"expiry": "never"}, headers=headers).content.decode()
    )
    refused = client.post(f"{address}/rename", {"title": "t" * 101}, headers=headers)
    assert refused.status_code == 400
    assert "at most 100 characters" in refused.content.decode()
    assert "<h1>" not in refused.content.decode()


def test_a_title_that_cannot_be_stored_is_refused(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    response = client.post(f"{address}/rename", {"title": "t" * 101})
    assert response.status_code == 400
    assert "at most 100 characters" in response.content.decode()
    assert row()["title"] == "Shop"


def test_what_is_deleted_is_gone_with_all_that_belongs_to_it(client: Client) -> None:
    address = share(client, source="c4n4ry: true\n")
    slug = address.rpartition("/")[2]
    assert client.post(f"{address}/delete")["Location"] == f"/shares?deleted={slug}"
    for end in ("", "/r/1", "/raw", "/details"):
        response = client.get(address + end)
        assert response.status_code == 410
        assert "was deleted by its author on" in response.content.decode()
        assert "c4n4ry" not in response.content.decode()
    assert client.post(f"{address}/delete").status_code == 410
    assert share(client, source="c4n4ry: true\n") != address


@pytest.mark.parametrize(("change", "form"), CHANGES)
def test_a_stranger_changes_nothing(client: Client, change: str, form: dict[str, str]) -> None:
    address = share(client, source=POD)
    before = row()
    stranger = Client()
    assert stranger.post(f"{address}/{change}", form).status_code == 403
    stranger.cookies["workspace"] = "A" * 43
    assert stranger.post(f"{address}/{change}", form).status_code == 403
    assert row() == before
    other_browser = Client()
    share(other_browser, source="a: 1\n")
    assert other_browser.post(f"{address}/{change}", form).status_code == 403
    assert "Change it" not in details(other_browser, address)


@pytest.mark.parametrize(("change", "form"), CHANGES)
def test_a_change_needs_a_form_of_ours(client: Client, change: str, form: dict[str, str]) -> None:
    address = share(client, source=POD)
    before = row()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["workspace"] = client.cookies["workspace"].value
    assert strict.post(f"{address}/{change}", form).status_code == 403
    assert client.get(f"{address}/{change}").status_code == 405
    assert row() == before


def test_what_no_workspace_owns_is_nobodys(client: Client) -> None:
    address = share(client, source=POD)
    Share.objects.update(workspace=None)
    assert client.post(f"{address}/delete").status_code == 403
    assert "Change it" not in details(client, address)


def test_the_button_for_a_readme_leads_here(client: Client) -> None:
    address = share(client, source=POD)
    page = details(client, address)
    site = "http://testserver"
    assert f"[![Open in Template Playground]({site}/static/badge.svg)]({site}{address})" in page
    assert f"&lt;iframe src=&quot;{site}{address}/embed&quot;" in page


def test_a_text_that_nobody_can_apply_has_no_command_to_apply_it(client: Client) -> None:
    page = details(client, share(client, source="kind: ["))
    assert "/raw" in page
    assert "apply -f" not in page


def test_a_revision_is_listed_with_its_length() -> None:
    shown = share_panel(Share(slug="x"), Revision(number=1, text="four"), owned=False)
    evaluated, link = PageEvaluation(Draft(), evaluate("")), Link("https://h/s/x", "b.svg", Contents(""))
    panel = details_panel(shown, [Revision(number=1, text="four")], evaluated, "https://h", link)
    assert [(row.number, row.size) for row in panel.revisions] == [(1, "4 characters")]
