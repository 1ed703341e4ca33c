"""What is over is taken out while others read, copy and take out the same: a few rows at a time, and nobody fails."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import SystemRandom
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from playground.models import Revision, Share
from playground.shares import ending
from playground.shares.making import Described, save
from playground.shares.workspaces import create_workspace

ENDED = int(os.environ.get("ENDED", "1200"))
MOST = 500  # rows at once
RANDOM = SystemRandom()

pytestmark = pytest.mark.django_db(transaction=True)


def shares(count: int, ended: timedelta) -> list[Share]:
    """Shares that ended so long ago, each with its text."""
    now = timezone.now()
    made = Share.objects.bulk_create(
        [
            Share(slug=f"{RANDOM.getrandbits(64):016x}{number:06d}", created=now, expires=now - ended)
            for number in range(count)
        ]
    )
    Revision.objects.bulk_create(
        [Revision(share=share, number=1, text="kind: Pod", dialect="auto", created=now) for share in made]
    )
    return made


def ran(work: Callable[[], Any]) -> Any:
    """What ``work`` gives, in a thread of its own, with a connection of its own."""
    try:
        return work()
    finally:
        connection.close()


def taken_out() -> list[int]:
    """How many were touched, batch after batch."""
    found = []
    while count := ending.purge(timezone.now()):
        found.append(count)
    return found


def looked_at(addresses: list[str]) -> list[int]:
    browser = Client()
    return [browser.get(f"{address}/raw").status_code for address in addresses]


def copied(share: Share) -> str:
    """The text of a copy of ``share`` that is made just now."""
    owner, _ = create_workspace(timezone.now(), RANDOM)
    contents = Revision.objects.get(share=share).contents
    return save(owner, contents, Described(), timezone.now(), RANDOM, parent=share).share.latest.text


def test_two_that_take_out_get_in_nobodys_way() -> None:
    over = shares(ENDED, ending.KEPT + timedelta(minutes=1))
    (ending_now,) = shares(1, timedelta(0))
    addresses = [f"/s/{share.slug}" for share in over[:: ENDED // 40]]
    with ThreadPoolExecutor(5) as pool:
        purgers = [pool.submit(ran, taken_out) for _ in range(2)]
        reader = pool.submit(ran, lambda: looked_at(addresses))
        copies = [pool.submit(ran, lambda: copied(ending_now)) for _ in range(2)]
        batches = [count for purger in purgers for count in purger.result()]
    assert max(batches) <= MOST
    assert sum(batches) >= ENDED
    assert set(reader.result()) == {410}
    assert [copy.result() for copy in copies] == ["kind: Pod"] * 2  # whole, though its original has just ended
    assert not Revision.objects.filter(share__in=over).exists()


def test_a_page_that_was_opened_just_before_would_fail_if_texts_went_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (share,) = shares(1, timedelta(0))
    taken_out()
    assert share.latest.text == "kind: Pod"
    monkeypatch.setattr(ending, "KEPT", timedelta(0))
    taken_out()
    with pytest.raises(Revision.DoesNotExist):
        share.latest.refresh_from_db()
