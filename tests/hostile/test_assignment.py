"""Unexpected fields in a request change nothing that the server owns (mass assignment)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from playground.api import conversion
from playground.api.conversion import SERVERS_OWN
from playground.storage.counter import last_version
from playground.storage.models import Revision, Share, Workspace
from tests.api.calls import Api, template
from tests.api.conftest import api

__all__ = ["api"]

pytestmark = pytest.mark.django_db

MINE = "2999-12-31T00:00:00Z"  # may be taken for a text, and for a day
COLUMNS = sorted(
    {field.attname for model in (Share, Revision, Workspace) for field in model._meta.concrete_fields}
    | {field.name for model in (Share, Revision, Workspace) for field in model._meta.concrete_fields}
)
# What a change does change, to what the server makes of it.
MOVING = {"head", "version", "updated", "words", "kind", "object_since", "title", "saved_as"}
EXTRA = some.dictionaries(
    some.sampled_from([*COLUMNS, *SERVERS_OWN, "status", "spec", "owner", "workspace_id", "is_admin"]),
    some.sampled_from([MINE, "mine", 7, True, None]),
    min_size=4,
    max_size=12,
)
ASKED = {"title", "name", "text", "kind", "metadata", "values", "expressions", "assumed", "expires", "labels"}


def columns(share: Share) -> dict[str, Any]:
    """All that is stored of ``share``, but for what each change moves."""
    values = Share.objects.filter(pk=share.pk).values().get()
    return {name: value for name, value in values.items() if name not in MOVING}


def sent(extra: dict[str, Any]) -> dict[str, Any]:
    """A Template with ``extra`` beside all that it says, and in its metadata."""
    more = {name: value for name, value in extra.items() if name not in ASKED}
    return {**more, **template(metadata={**more, "name": "web"})}


def change(api: Api, extra: dict[str, Any]) -> None:
    """Send ``extra`` along with all that changes an object, and with a form; refused or not, nobody fails."""
    requests = (
        ("PUT", api.address("web"), "application/json", sent(extra)),
        ("PATCH", api.address("web"), "application/merge-patch+json", sent(extra)),
        ("POST", api.address(), "application/json", {**sent(extra), "metadata": {**extra, "name": "other"}}),
    )
    for method, address, media, body in requests:
        headers = {"Authorization": f"Bearer {api.token}"}
        answer = api.client.generic(method, address, json.dumps(body), content_type=media, headers=headers)
        assert answer.status_code < 500, answer.content
    form = {name: str(value) for name, value in extra.items() if name not in ASKED}
    assert api.client.post("/share", {"source": "kind: Pod", **form}).status_code < 500


def taken(api: Api, extra: dict[str, Any]) -> set[str]:
    """Names of ``extra`` that came to stand where only the server writes."""
    share = Share.objects.get(object_name="web")
    before, began, known_keys = columns(share), last_version().value, set(Share.objects.values_list("pk", flat=True))
    change(api, extra)
    after = columns(share)
    changed = {name for name in before if before[name] != after[name]}
    for stored in (*Share.objects.exclude(pk__in=known_keys), Share.objects.get(pk=share.pk)):
        own = {"version": stored.version > began or stored.pk == share.pk, "uid": stored.uid not in (MINE, "mine")}
        own |= {
            "slug": MINE not in stored.slug,
            "deleted": stored.deleted is None,
            "created": stored.created.year < 2999,
        }
        own |= {
            "head": stored.head == stored.revisions.count(),
            "expires": not stored.expires or stored.expires.year < 2999,
        }
        changed |= {name for name, is_own in own.items() if not is_own}
        changed |= {
            name for name in SERVERS_OWN if f"{name}: {MINE}" in stored.latest.text.replace("'", "").replace('"', "")
        }
    return changed


def test_fields_owned_by_the_server_cannot_be_set_by_clients(api: Api) -> None:
    api.create(template())

    @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(EXTRA)
    def ask(extra: dict[str, Any]) -> None:
        mark = transaction.savepoint()
        assert taken(api, extra) == set()
        transaction.savepoint_rollback(mark)

    ask()


def test_without_the_filter_they_would_be_stored(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api.create(template())
    monkeypatch.setattr(conversion, "SERVERS_OWN", ())
    assert taken(api, {"selfLink": MINE}) == {"selfLink"}


@pytest.mark.parametrize(
    "column", [{"uid": "mine"}, {"slug": "A" * 22}, {"expires": MINE}, {"created": MINE}, {"keeps_values": False}]
)
def test_an_assigned_column_would_be_noticed(api: Api, monkeypatch: pytest.MonkeyPatch, column: dict[str, Any]) -> None:
    api.create(template())
    monkeypatch.setattr(f"{__name__}.change", lambda _api, extra: Share.objects.update(**extra))
    assert taken(api, column) >= set(column)
