"""Purging works a few rows at a time while others read, copy and purge, and no request fails."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import SystemRandom
from statistics import median
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from playground.storage.models import Revision, Share
from playground.storage.shares import purging
from playground.storage.shares.contents import contents_of
from playground.storage.shares.identity import Identity
from playground.storage.shares.saving import save
from playground.storage.workspaces import create_workspace

ENDED = int(os.environ.get("ENDED", "600"))
MOST = 500  # rows at once
LONGER = 4  # times as long as one batch, in processor time, ours and the database's, is what all at once must take
MANY = 12_000
FILL = (
    """
INSERT INTO playground_share (slug, title, created, expires)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)
  SELECT 'many-' || i, '', %s, %s FROM n
""",
    """
INSERT INTO playground_revision (share_id, number, text, "values", expressions, assumed, dialect, kubernetes, created)
  SELECT id, 1, 'kind: Pod', '{}', '{}', '{}', 'auto', '1.36', %s FROM playground_share WHERE slug LIKE 'many-%%'
""",
)
RANDOM = SystemRandom()

pytestmark = pytest.mark.django_db(transaction=True)


def shares(count: int, ended: timedelta) -> list[Share]:
    """Shares that ended so long ago, each with its text."""
    now = timezone.now()
    created = Share.objects.bulk_create(
        [
            Share(slug=f"{RANDOM.getrandbits(64):016x}{number:06d}", created=now, expires=now - ended)
            for number in range(count)
        ]
    )
    Revision.objects.bulk_create(
        [Revision(share=share, number=1, text="kind: Pod", dialect="auto", created=now) for share in created]
    )
    return created


def ran(work: Callable[[], Any]) -> Any:
    """What ``work`` gives, in a thread of its own, with a connection of its own."""
    try:
        return work()
    finally:
        connection.close()


def taken_out() -> list[int]:
    """How many were touched, batch after batch."""
    counts = []
    while count := purging.purge(timezone.now()):
        counts.append(count)
    return counts


def looked_at(addresses: list[str]) -> list[int]:
    browser = Client()
    return [browser.get(f"{address}/raw").status_code for address in addresses]


def copied(share: Share) -> str:
    """The text of a copy of ``share`` that is made just now."""
    owner, _ = create_workspace(timezone.now(), RANDOM)
    contents = contents_of(Revision.objects.get(share=share))
    return save(owner, contents, Identity(), timezone.now(), RANDOM, parent=share).share.latest.text


@pytest.mark.smoke
def test_two_concurrent_purges_block_nobody() -> None:
    over = shares(ENDED, purging.TEXT_KEPT_FOR + timedelta(minutes=1))
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


def spent() -> float:
    """Seconds of processor time that this thread has taken, and PostgreSQL for it; waiting and the disk not counted."""
    if connection.vendor == "sqlite":
        return time.thread_time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    on_processor = Path(f"/proc/{backend}/schedstat").read_text().split()[0]
    return time.thread_time() + int(on_processor) / 1e9


def many(count: int, ended: timedelta) -> None:
    """As many Shares as `shares` makes, without a word of them to Python."""
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(FILL[0], [count, now, now - ended])
        cursor.execute(FILL[1], [now])


def locked_for() -> list[float]:
    """How long each batch locks, batch after batch until there is none."""
    durations: list[float] = []
    while True:
        before, count = spent(), purging.purge(timezone.now())
        if not count:
            return durations
        durations.append(spent() - before)


def test_purging_in_batches_locks_others_out_only_briefly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many(ENDED, purging.TEXT_KEPT_FOR + timedelta(minutes=1))
    batch = median(locked_for())
    Share.objects.all().delete()
    many(MANY, purging.TEXT_KEPT_FOR + timedelta(minutes=1))
    monkeypatch.setattr(purging, "_BATCH", MANY)
    (everything,) = locked_for()
    assert everything > LONGER * batch


def test_a_page_opened_just_before_would_fail_if_texts_were_deleted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (share,) = shares(1, timedelta(0))
    taken_out()
    assert share.latest.text == "kind: Pod"
    monkeypatch.setattr(purging, "TEXT_KEPT_FOR", timedelta(0))
    taken_out()
    with pytest.raises(Revision.DoesNotExist):
        share.latest.refresh_from_db()
