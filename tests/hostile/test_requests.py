"""Values that databases treat differently are refused alike on SQLite and PostgreSQL.

Their answers differ where they are asked: a NUL is stored by one and an error of the other, and so are a number of
5,000 digits, half a character and a name that is too long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from urllib.parse import quote

import pytest
from django.db import DataError, connection, transaction
from django.test import Client

from playground.api.protocol import request_parts
from playground.storage.models import Share
from playground.storage.shares.contents import Contents
from tests.api.calls import Api, template
from tests.api.conftest import api
from tests.rows import store

__all__ = ["api"]

pytestmark = pytest.mark.django_db

NUL, HALF, BYTE, DIGITS, ARABIC = "%00", "%ED%A0%80", "%FF", "9" * 5_000, quote("١")
SLUG = "A" * 22

PAGES = [
    *((f"/s/{odd}", 404) for odd in (NUL, HALF, BYTE, DIGITS, SLUG, f"{SLUG}{NUL}", f"{SLUG}A")),
    *((f"/s/{SLUG}/r/{odd}", 404) for odd in ("0", "999999", "1000000", DIGITS, ARABIC, f"1{NUL}")),
    *((f"/s/{SLUG}/{part}", 404) for part in (f"details?from={DIGITS}&to={ARABIC}", "raw", f"embed{NUL}")),
    *((f"/shares?q={odd}", 200) for odd in (NUL, HALF, BYTE, "x" * 5_000)),
    *((f"/terminal?share={odd}", 200) for odd in (NUL, HALF, DIGITS)),
    *((f"/rules/{odd}", 404) for odd in (NUL, HALF, DIGITS)),
    *((f"/?example={odd}", 404) for odd in (NUL, HALF, DIGITS)),
    (f"/?param.A={NUL}", 400),
    (f"/?param.{'N' * 254}=x", 400),
    (f"/?param.A={HALF}", 200),  # decoded as what stands for a character that is none
]
FORMS: list[tuple[dict[str, str], int]] = [
    ({"source": "a\0"}, 400),
    ({"title": "t" * 101}, 400),
    ({"title": "t\0"}, 400),
    ({"dialect": "x" * 5_000}, 400),
    ({"value.A": "\0"}, 400),
    ({"value." + "N" * 254: "x"}, 400),
    ({"value.A": "x" * 65_537}, 400),
    ({"fix": DIGITS}, 400),
    ({"title": "t" * 100}, 303),
    ({"expiry": DIGITS}, 303),
    ({"of": "\0" * 22}, 303),
    ({"revision": DIGITS}, 303),
]
NAMES = [("a" * 253, 404), ("a" * 254, 404), (NUL, 404), (HALF, 404), (BYTE, 404), (DIGITS, 404)]
QUERIES = [
    *((f"limit={odd}", 400) for odd in (DIGITS, "-1", ARABIC, "1e3", NUL)),
    *((f"watch=1&resourceVersion={odd}", 400) for odd in (DIGITS, ARABIC, "x", NUL)),
    *((f"continue={odd}", 400) for odd in ("x", NUL, HALF, DIGITS)),
    (f"labelSelector=a{NUL}", 400),
    (f"fieldSelector=metadata.name%3D{NUL}", 200),  # which no object has
]


@pytest.mark.parametrize(("address", "status"), PAGES, ids=[address[:40] for address, _ in PAGES])
def test_an_invalid_address_causes_no_query(client: Client, address: str, status: int) -> None:
    assert client.get(address).status_code == status


@pytest.mark.parametrize(("fields", "status"), FORMS, ids=[next(iter(fields))[:20] for fields, _ in FORMS])
def test_an_invalid_form_is_refused_and_nothing_is_stored(
    client: Client, fields: Mapping[str, str], status: int
) -> None:
    answer = client.post("/share", {"source": "kind: Pod", **fields})
    assert answer.status_code == status
    assert Share.objects.count() == (status == 303)


@pytest.mark.parametrize(("name", "status"), NAMES, ids=[name[:12] for name, _ in NAMES])
def test_an_invalid_object_name_is_not_found(api: Api, name: str, status: int) -> None:
    for method in ("GET", "DELETE"):
        api.call(method, f"{api.address()}/{name}", None, status)


@pytest.mark.parametrize(("query", "status"), QUERIES, ids=[query[:30] for query, _ in QUERIES])
def test_an_invalid_query_of_the_api_is_refused(api: Api, query: str, status: int) -> None:
    api.call("GET", f"{api.address()}?{query}", None, status)


@pytest.mark.parametrize(("name", "status"), [("a" * 253, 201), ("a" * 254, 422), ("a\0", 422), ("\ud800", 422)])
def test_a_name_at_the_limit_is_stored_and_one_past_it_is_not(api: Api, name: str, status: int) -> None:
    api.create(template(name), status)
    assert Share.objects.count() == (status == 201)


def test_a_namespace_of_the_longest_length_is_looked_up_and_a_longer_one_is_not(api: Api) -> None:
    assert api.client.get(f"/api/v1/namespaces/{'a' * 63}/templates").status_code == 401
    assert api.client.get(f"/api/v1/namespaces/{'a' * 64}/templates").status_code == 404


def test_without_validation_a_number_causes_an_error_or_is_misread(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what Python reads as a number, and what it refuses to."""
    monkeypatch.setattr(request_parts, "_NUMBER", re.compile(r".*", re.DOTALL))
    with pytest.raises(ValueError, match="digits"):
        api.call("GET", f"{api.address()}?limit={DIGITS}")
    assert int("١") == 1


@pytest.mark.parametrize("title", ["a\0b", "a\ud800b"])
def test_without_validation_a_text_causes_an_error_in_some_database(
    monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    """The control: SQLite stores a NUL, which then cannot be moved to PostgreSQL."""
    monkeypatch.setattr(Share._meta.get_field("title"), "validators", [])
    save = partial(store, SLUG, title, Contents("kind: Pod"), datetime.now(UTC))
    if connection.vendor == "sqlite" and "\0" in title:
        assert save().title == title
    else:
        with pytest.raises((ValueError, DataError)), transaction.atomic():
            save()


def test_without_validation_the_databases_would_differ() -> None:
    """The control: what is refused above is no matter of taste."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            assert cursor.execute("SELECT %s", ["a\0b"]).fetchone() == ("a\0b",)
        else:
            with pytest.raises((ValueError, DataError)):
                cursor.execute("SELECT %s", ["a\0b"])
