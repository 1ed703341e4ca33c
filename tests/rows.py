"""Database rows for tests to start with."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from playground.storage.counter import UNLIMITED, Quota
from playground.storage.models import Share, Workspace
from playground.storage.shares.contents import Contents, revision_of
from playground.storage.shares.saving import add_share, new_share


def store(
    slug: str,
    title: str,
    contents: Contents,
    now: datetime,
    workspace: Workspace | None = None,
    quota: Quota = UNLIMITED,
    **columns: Any,
) -> Share:
    """Store a Share with one Revision, in one transaction. ``columns`` are further columns of the Share."""
    share, revision = new_share(slug, title, now, workspace, **columns), revision_of(contents, now)
    with transaction.atomic():
        return add_share(share, revision, quota)
