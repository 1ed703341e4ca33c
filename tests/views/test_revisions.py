"""The owner of a Share can change it; of two concurrent changes neither loses a text."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from playground.storage.models import Revision, Share
from tests.views.test_shares import POD, TEMPLATE, share

pytestmark = pytest.mark.django_db

SECOND = f"{POD}# second\n"


def update(client: Client, address: str, based_on: int, **fields: str) -> tuple[int, str]:
    """What became of an update: the status, and the page or where it leads."""
    data = {name.replace("__", "."): text for name, text in fields.items()}
    response = client.post(f"{address}/update", {"based_on": str(based_on), "source": SECOND, **data})
    return response.status_code, response.get("Location") or response.content.decode()


def texts() -> list[str]:
    return [revision.text for revision in Revision.objects.order_by("number")]


def test_an_update_is_a_revision_at_the_same_address(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    assert "can read what is here. " in client.get(address).content.decode()
    assert update(client, address, 1, title="Stall") == (303, address)
    page = Client().get(address).content.decode()
    assert "can read what is here, revision 2. " in page
    assert "# second" in page
    assert 'value="Stall"' in page
    assert texts() == [POD, SECOND]


def test_an_update_that_is_sent_twice_makes_one_revision(client: Client) -> None:
    address = share(client, source=POD)
    assert [update(client, address, 1)[0] for _ in range(2)] == [303, 303]
    assert texts() == [POD, SECOND]


def test_a_new_title_alone_makes_no_revision(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    assert update(client, address, 1, source=POD, title="Stall")[0] == 303
    assert (Share.objects.get().title, texts()) == ("Stall", [POD])


def test_who_was_slower_is_shown_both_texts(client: Client) -> None:
    address = share(client, source=POD)
    update(client, address, 1, source=f"{POD}# <theirs>\n")
    status, page = update(client, address, 1, source=f"{POD}# mine\n")
    assert status == 409
    assert "Revision 2 was saved meanwhile" in page
    assert "# mine\n</textarea>" in page
    assert '<del><span class="sign" aria-hidden="true">-</span># &lt;theirs&gt;</del>' in page
    assert '<ins><span class="sign" aria-hidden="true">+</span># mine</ins>' in page
    assert 'name="based_on" value="2"' in page
    assert "Save as a copy" in page
    assert texts() == [POD, f"{POD}# <theirs>\n"]
    assert update(client, address, 2, source=f"{POD}# mine\n")[0] == 303
    assert texts()[-1] == f"{POD}# mine\n"


def test_a_form_that_did_not_remember_what_it_showed_would_overwrite_what_came_meanwhile(client: Client) -> None:
    address = share(client, source=POD)
    update(client, address, 1, source=f"{POD}# theirs\n")
    status, page = update(client, address, Share.objects.get().head, source=f"{POD}# mine\n")
    assert (status, page) == (303, address)  # nobody is told
    assert texts()[-1] == f"{POD}# mine\n"


@pytest.mark.parametrize("based_on", ["", "x", "0", "-1", "9" * 30, "2"])
def test_an_update_of_a_revision_that_is_not_the_latest_changes_nothing(client: Client, based_on: str) -> None:
    address = share(client, source=POD)
    response = client.post(f"{address}/update", {"source": SECOND, "based_on": based_on})
    assert response.status_code == 409
    assert texts() == [POD]


def test_a_stranger_changes_nothing_and_keeps_the_text(client: Client) -> None:
    address = share(client, source=POD)
    for stranger in (Client(), Client()):
        share(stranger, source="a: 1\n")  # has a workspace, too
        status, page = update(stranger, address, 1)
        assert status == 403
        assert "Only the browser that shared this can update it" in page
        assert "# second" in page
        assert 'value="copy"' in page
        assert "Update (revision" not in page
    assert Share.objects.get(slug=address.removeprefix("/s/")).head == 1


@pytest.mark.parametrize(("field", "words"), [("deleted", "was deleted by its author"), ("expires", "has expired")])
def test_an_update_of_what_is_gone_keeps_the_text(client: Client, field: str, words: str) -> None:
    address = share(client, source=POD)
    Share.objects.update(**{field: timezone.now() - timedelta(seconds=1)})
    status, page = update(client, address, 1)
    assert status == 410
    assert words in page
    assert "# second" in page
    assert texts() == [POD]


def test_what_never_was_cannot_be_updated(client: Client) -> None:
    assert update(client, f"/s/{'A' * 22}", 1)[0] == 404


def test_what_cannot_be_stored_is_said_and_kept(client: Client) -> None:
    address = share(client, source=POD)
    for fields in ({"source": "a: kept\0"}, {"source": "a: kept", "title": "t" * 101}):
        status, page = update(client, address, 1, **fields)
        assert status == 400
        assert "a: kept" in page
    assert texts() == [POD]


def test_a_share_that_is_full_says_so(client: Client, settings: Settings) -> None:
    settings.REVISIONS = 1
    address = share(client, source=POD)
    status, page = update(client, address, 1)
    assert status == 400
    assert "as many revisions as one can have" in page
    assert "# second" in page


def test_what_was_not_agreed_to_at_first_is_not_stored_by_an_update(client: Client) -> None:
    source = TEMPLATE.replace("db", "cache")
    address = share(client, source=TEMPLATE, value__HOST="h", terms="1")
    update(client, address, 1, source=source, value__HOST="c4n4ry", assume__PORT="80")
    assert [(stored.values, stored.assumed) for stored in Revision.objects.all()] == [({}, {}), ({}, {})]
    other = share(Client(), source=TEMPLATE, value__HOST="h")
    assert Revision.objects.get(share__slug=other.removeprefix("/s/")).values == {"HOST": "h"}


def test_secrets_are_no_more_stored_by_an_update_than_at_first(client: Client) -> None:
    address = share(client, source=TEMPLATE)
    update(client, address, 1, source=TEMPLATE, value__HOST="h", value__DB_PASSWORD="c4n4ry", value__ADMIN="c4n4ry")
    assert [stored.values for stored in Revision.objects.order_by("number")] == [{}, {"HOST": "h"}]
    told = client.get(address).content.decode()
    assert "Left out: <code>ADMIN</code>, <code>DB_PASSWORD</code>." in told


def test_of_two_updates_at_once_one_is_told(client: Client) -> None:
    address = share(client, source=POD)
    with transaction.atomic():
        first, second = (update(client, address, 1, source=f"{POD}# {name}\n")[0] for name in "ab")
    assert sorted((first, second)) == [303, 409]


def test_updating_needs_a_form_of_ours(client: Client) -> None:
    address = share(client, source=POD)
    assert client.get(f"{address}/update").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["workspace"] = client.cookies["workspace"].value
    assert update(strict, address, 1)[0] == 403
    assert texts() == [POD]


def test_over_quota_an_update_is_not_stored_but_kept_in_the_form(client: Client, settings: Settings) -> None:
    address = share(client, source=POD)
    settings.STORED_BYTES = 1000
    status, page = update(client, address, 1)
    assert status == 507
    assert "storage for shared texts is full" in page
    assert "# second" in page
    assert texts() == [POD]
