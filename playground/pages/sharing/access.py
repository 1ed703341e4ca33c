"""Which Share and which Revision a request names, and whether its browser may change the Share."""

from __future__ import annotations

import re
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from playground.pages.sharing.workspace_cookie import workspace_of
from playground.storage import clock
from playground.storage.models import Share
from playground.storage.shares.finding import find_share

_SLUG = re.compile(r"[A-Za-z0-9_-]{22}")
_MOST_DIGITS = 6  # of a Revision's number


class GoneError(Exception):
    """A Share was deleted or has expired; the message says which, and when. Answered with 410."""


def share_to_read(slug: str) -> Share:
    """The Share with the slug in a URL. Raises Http404 if there never was one, GoneError if it is gone."""
    share = find_share(slug)
    if share is None:
        raise Http404
    if share.is_gone(clock.now()):
        raise GoneError(why_gone(share))
    return share


def share_to_change(request: HttpRequest, slug: str) -> Share:
    """As ``share_to_read``; raises PermissionDenied if this browser may not change the Share."""
    share = share_to_read(slug)
    if not owns(request, share):
        raise PermissionDenied
    return share


def share_named(slug: str) -> Share | None:
    """The Share with the slug in a form, gone or not; None if the text is not a slug."""
    return find_share(slug) if _SLUG.fullmatch(slug) else None


def owns(request: HttpRequest, share: Share) -> bool:
    """Whether this browser may change ``share``."""
    workspace = workspace_of(request)
    return workspace is not None and share.workspace_id == workspace.pk


def why_gone(share: Share) -> str:
    """Why a Share is gone: deleted or expired, and when."""
    if share.deleted is not None:
        return f"The text at this link was deleted by its author on {day(share.deleted)}."
    return f"The text at this link expired on {day(share.expires)}." if share.expires else ""


def day(moment: datetime) -> str:
    """A date in words: ``21 November 2026``, in UTC."""
    return f"{moment.day} {moment:%B %Y}"


def revision_number(text: str) -> int:
    """The number of a Revision in a form or URL; 0, which no Revision has, for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
