"""A crash during a change leaves the state before or after it, whichever statement it interrupts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from random import SystemRandom
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from playground.storage.models import Counter, Revision, Share, Workspace
from playground.storage.shares.changing import delete, revise
from playground.storage.shares.contents import Contents, contents_of
from playground.storage.shares.identity import Identity
from playground.storage.shares.purging import END_TOLD_FOR, purge
from playground.storage.shares.saving import Saved, create_object, save
from playground.storage.workspaces import create_workspace

RANDOM = SystemRandom()
TEMPLATE = "kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: web}\nobjects: []\n"
MOST = 60  # statements of one change
BRACKETS = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")  # which change nothing themselves

Change = Callable[[], object]
pytestmark = pytest.mark.django_db(transaction=True)


class CrashError(Exception):
    """The process ends here."""


def everything() -> list[list[tuple[Any, ...]]]:
    """All rows; but the counter of versions only as far as somebody has one of them."""
    used = max([0, *Share.objects.values_list("version", flat=True)])
    counters = [(counter.name, min(counter.value, used), counter.forgotten) for counter in Counter.objects.all()]
    tables = (Workspace, Share, Revision)
    return [*(list(table.objects.order_by("pk").values_list()) for table in tables), counters]


def crashing_at(number: int) -> Callable[..., Any]:
    """A wrapper of statements that lets so many happen; the next one has happened, too, when the process ends."""
    executed = 0

    def wrapper(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
        nonlocal executed
        result = execute(sql, parameters, many, context)
        executed += not sql.startswith(BRACKETS)
        if executed > number:
            raise CrashError
        return result

    return wrapper


def outline() -> list[object]:
    """What there is, less what is drawn by lot and the time."""
    return [
        Workspace.objects.count(),
        *(
            (share.head, share.object_name, share.kind, *map(bool, (share.deleted, share.withdrawn, share.saved_as)))
            for share in Share.objects.order_by("pk")
        ),
        *Revision.objects.order_by("pk").values_list("number", "digest"),
    ]


def left_by_crashes(prepared: Callable[[], Change]) -> list[bool]:
    """For a crash at each statement of a change, which is prepared anew each time: whether it left nothing or all."""
    afresh(prepared)()
    complete, outcomes = outline(), []
    for number in range(MOST):
        change = afresh(prepared)
        before = everything()
        try:
            with connection.execute_wrapper(crashing_at(number)):
                change()
        except CrashError:
            outcomes.append(everything() == before or outline() == complete)
            continue
        return outcomes
    raise AssertionError("the change has no end")


def afresh(prepared: Callable[[], Change]) -> Change:
    for table in (Revision, Share, Workspace):
        table.objects.all().delete()
    return prepared()


def workspace() -> Workspace:
    return create_workspace(timezone.now(), RANDOM)[0]


def stored(text: str = TEMPLATE) -> Share:
    return save(workspace(), Contents(text), Identity("Template", "web"), timezone.now(), RANDOM).share


def saving() -> Change:
    owner = workspace()
    return lambda: save(owner, Contents(TEMPLATE), Identity("Template", "web"), timezone.now(), RANDOM)


def sharing() -> Change:
    """From the page, by a browser that has no Workspace yet."""
    browser = Client()
    return lambda: browser.post("/share", {"source": TEMPLATE})


def creating() -> Change:
    owner = workspace()

    def create() -> None:
        result = create_object(owner, Contents(TEMPLATE), "web", timezone.now(), RANDOM, expires=None)
        assert isinstance(result, Saved)

    return create


def revising() -> Change:
    share = stored()
    contents, identity = Contents(TEMPLATE + "message: new\n"), Identity("Template", "web")
    return lambda: revise(share, 1, contents, identity, timezone.now(), RANDOM)


def copying() -> Change:
    original, other_workspace = stored(), workspace()
    contents, identity = contents_of(original.latest), Identity("Template", "web")
    return lambda: save(other_workspace, contents, identity, timezone.now(), RANDOM, parent=original)


def deleting() -> Change:
    share = stored()
    return lambda: delete(share, timezone.now())


def purging() -> Change:
    share = stored()
    Share.objects.filter(pk=share.pk).update(expires=timezone.now() - END_TOLD_FOR - timedelta(days=1))
    return lambda: purge(timezone.now())


@pytest.mark.smoke
@pytest.mark.parametrize("prepared", [saving, sharing, creating, revising, copying, deleting, purging])
def test_a_crash_at_any_statement_leaves_nothing_or_all(prepared: Callable[[], Change]) -> None:
    outcomes = left_by_crashes(prepared)
    assert len(outcomes) >= 3
    assert all(outcomes)


@pytest.mark.parametrize("prepared", [saving, revising])
def test_without_a_transaction_some_would_leave_half_a_change(
    prepared: Callable[[], Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "atomic", lambda **_: nullcontext())
    assert not all(left_by_crashes(prepared))
