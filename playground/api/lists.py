"""Lists of objects in pages, by `limit`, `continue` and selectors.

Kubernetes API concepts, "Retrieving large results sets in chunks".
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import F, QuerySet, Subquery
from django.http import HttpRequest

from playground.api.conversion import value_of
from playground.api.protocol.request_parts import number_of, plain
from playground.api.protocol.selectors import Selector, selector_of
from playground.api.protocol.status_errors import StatusError, refused, too_large_version
from playground.api.scope import RequestScope
from playground.storage.counter import last_version
from playground.storage.models import Revision, Share, storable
from playground.storage.shares.finding import latest_numbers, objects, objects_at, reborn_objects
from playground.web.api_limits import MOST_LISTED

_BATCH = 50  # rows that one query fetches
_TOO_OLD = "The resourceVersion for the provided list is too old."
_EXPIRED = "The provided continue parameter is too old to display a consistent list result; begin again without it."


def page(scope: RequestScope) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The objects that the query asks for, and the metadata of the list. Raises StatusError 400, 410 and 504.

    All pages show the objects as they were when the first page began.
    Reading an object may take a third of a second. So a page also ends after MOST_LISTED characters of texts, or when
    the time of the request is over.
    """
    request = scope.request
    _check_version(request)
    limit, selector = number_of(request, "limit"), selector_of(request)
    version, moment, after = _continued(scope, request.GET.get("continue", ""))
    items: list[dict[str, Any]] = []
    characters = 0
    metadata = {"resourceVersion": str(version)}
    for revision in _revisions_at(scope, version, moment, after):
        is_late = characters > 0 and scope.deadline.has_passed  # a page reads at least one object
        if (limit and len(items) >= limit) or characters > MOST_LISTED or is_late:
            metadata["continue"] = _token(version, moment, after)
            break
        after = revision.share.object_name
        item = scope.object_of(revision.share, value_of(revision))
        characters += len(revision.text)
        if selector.fits(item):
            items.append(item)
    return items, metadata


def selected_objects(scope: RequestScope, selector: Selector, advice: str) -> Iterator[tuple[Revision, dict[str, Any]]]:
    """All objects that ``selector`` selects, as pairs of the latest Revision and the object.

    Raises StatusError 504 when the time of the request is over; ``advice`` tells the client how to go on.
    """
    for number, revision in enumerate(latest_revisions(objects(scope.workspace, scope.now))):
        if number and scope.deadline.has_passed:  # the first object is read in any case
            raise refused(504, f"reading the objects takes too long; {advice}")
        item = scope.object_of(revision.share, value_of(revision))
        if selector.fits(item):
            yield revision, item


def latest_revisions(shares: QuerySet[Share]) -> Iterator[Revision]:
    """The latest Revision of each of ``shares``, ordered by name."""
    return _revisions(shares, F("share__head"))


def _revisions_at(scope: RequestScope, version: int, moment: datetime, after: str) -> Iterator[Revision]:
    """The latest Revision of each object at ``version``, for the objects whose names come after ``after``."""
    number = Subquery(latest_numbers(version))
    for revision in _revisions(objects_at(scope.workspace, version, moment).filter(object_name__gt=after), number):
        share = revision.share
        if share.version > version:  # the object has changed since the first page
            share.version, share.head = revision.version, revision.number
        yield revision


def _revisions(shares: QuerySet[Share], number: F | Subquery) -> Iterator[Revision]:
    """The Revisions of ``shares`` with this ``number``, ordered by name, fetched in batches of _BATCH rows."""
    keys = list(shares.values_list("pk", flat=True))
    for start in range(0, len(keys), _BATCH):
        revisions = Revision.objects.filter(share__in=keys[start : start + _BATCH], number=number)
        yield from revisions.select_related("share__workspace").order_by("share__object_name")


def _check_version(request: HttpRequest) -> None:
    """Raise StatusError for a ``resourceVersion`` that is in the future or, with `Exact`, in the past."""
    version, current = number_of(request, "resourceVersion") or 0, last_version().value
    if version and request.GET.get("continue"):
        raise refused(400, "specifying resource version is not allowed when using continue")
    if version > current:
        raise too_large_version(version, current)
    if version < current and request.GET.get("resourceVersionMatch") == "Exact":
        raise refused(410, _TOO_OLD)


def _token(version: int, moment: datetime, after: str) -> str:
    """A ``continue`` token, which `_continued` decodes."""
    content = {"v": version, "at": moment.isoformat(), "after": after}
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode()


def _continued(scope: RequestScope, token: str) -> tuple[int, datetime, str]:
    """Version and time of the list's first page, and the name after which this page begins, from a ``continue`` token.

    Raises StatusError 400 for another text, 410 if the objects of that version are no longer known.
    """
    counter = last_version()
    if not token:
        return counter.value, scope.now, ""
    try:
        decoded = plain(base64.b64decode(token, altchars=b"-_", validate=True).decode())
        version, after, moment = decoded["v"], decoded["after"], datetime.fromisoformat(decoded["at"])
        in_utc = moment.astimezone(UTC)  # OverflowError for the first and the last day of the calendar
    except (binascii.Error, KeyError, OverflowError, TypeError, ValueError, StatusError):
        raise refused(400, "continue key is not valid") from None
    if not isinstance(version, int) or not isinstance(after, str) or moment.tzinfo is None:
        raise refused(400, "continue key is not valid")
    storable(after)  # raises ValidationError, a 400: the database cannot compare other texts
    # Of a Share that became an object again since the first page, nobody knows whether it was an object then.
    if not counter.forgotten <= version <= counter.value or reborn_objects(scope.workspace, version).exists():
        raise refused(410, _EXPIRED)
    return version, in_utc, after
