"""Watches: a stream of events about objects, one line of JSON each.

Kubernetes API concepts, "Efficient detection of changes". A watch occupies a thread of a worker, so watches are short
and few; a client resumes after the last version that it received.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import BoundedSemaphore
from typing import Any

from django.http import StreamingHttpResponse

from playground.api.conversion import value_of
from playground.api.lists import every
from playground.api.protocol.request_parts import number_of, switched_on
from playground.api.protocol.selectors import Selector, selector_of
from playground.api.protocol.status_errors import StatusError, refused
from playground.api.scope import RequestScope
from playground.storage import clock
from playground.storage.counter import last_version
from playground.storage.models import Share
from playground.storage.shares.finding import changed_objects, expired_objects, revision_at
from playground.web.api_limits import LONGEST_WATCH, MOST_WATCHES
from playground.web.status import HEADERS, status_body

WATCHED = "application/json;stream=watch"  # clients read JSON; the parameter says that each line is a document
POLL = 0.5  # seconds between two queries of the database
_slots = BoundedSemaphore(MOST_WATCHES)
Event = tuple[str, dict[str, Any]]
Shape = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(slots=True)
class WatchBody:
    """The body of a watch: an iterator that frees its slot when it is closed, even before the first line was read."""

    lines: Iterator[bytes]
    slots: BoundedSemaphore
    _open: bool = field(default=True)

    def __iter__(self) -> WatchBody:
        return self

    def __next__(self) -> bytes:
        return next(self.lines)

    def close(self) -> None:
        """End the watch; the server also calls this when the client has disconnected."""
        if self._open:
            self._open = False
            self.slots.release()


def watch(scope: RequestScope, shape: Shape) -> StreamingHttpResponse:
    """The events that the query asks for; ``shape`` makes of each object what this client asked for.

    Raises StatusError.

    Without ``resourceVersion``, or with `0`, the existing objects come first, as ADDED. For a version that is too old
    or does not exist, the only event is an ERROR with a Status 410: the client must list again. If reading the existing
    objects takes too long, the stream ends early, with an ERROR that has a Status 504.
    """
    selector, since = selector_of(scope.request), number_of(scope.request, "resourceVersion") or 0
    seconds = min(number_of(scope.request, "timeoutSeconds") or LONGEST_WATCH, LONGEST_WATCH)
    counter = last_version()
    if not _slots.acquire(blocking=False):
        message = f"this worker of the server already runs {MOST_WATCHES} watches, its limit; try again in a second"
        raise refused(429, message, headers={"Retry-After": "1"})
    if since and not counter.forgotten <= since <= counter.value:
        too_old = status_body(410, f"too old resource version: {since} ({counter.value})")
        events: Iterator[Event] = iter([("ERROR", too_old)])
    else:
        events = _events(scope, selector, since, counter.value, time.monotonic() + seconds)
    body = WatchBody(_lines(events, shape), _slots)
    return StreamingHttpResponse(body, content_type=WATCHED, headers={**HEADERS, "Cache-Control": "no-store"})


def _lines(events: Iterator[Event], shape: Shape) -> Iterator[bytes]:
    """``events`` as lines of JSON. The empty first chunk makes the server send the headers, for which clients wait."""
    yield b""
    for kind, item in events:
        shaped = item if kind in ("BOOKMARK", "ERROR") else shape(item)
        yield json.dumps({"type": kind, "object": shaped}).encode() + b"\n"


def _events(scope: RequestScope, selector: Selector, since: int, current: int, end: float) -> Iterator[Event]:
    """First the existing objects, if the query asks for them; then each change after version ``since``, or after
    ``current`` if existing objects came first. ``end`` is a ``time.monotonic()``.
    """
    if not since or switched_on(scope.request, "sendInitialEvents"):
        try:
            yield from _existing(scope, selector, current)
        except StatusError as error:
            yield "ERROR", dict(error.body)
            return
        since = current
    last_look = scope.now
    while (seconds_left := end - time.monotonic()) > 0:
        # Read the version before the changes: a change that comes between the two is found again, not missed.
        scope, until = replace(scope, now=clock.now()), last_version().value
        for share in changed_objects(scope.workspace, since):
            yield from _change(scope, share, selector, since)
            until = max(until, share.version)
        yield from _expired(scope, selector, last_look, until)
        since, last_look = until, scope.now
        time.sleep(max(0.0, min(POLL, seconds_left)))
    if switched_on(scope.request, "allowWatchBookmarks"):
        yield _bookmark(scope, since, {})


def _existing(scope: RequestScope, selector: Selector, version: int) -> Iterator[Event]:
    """ADDED events for existing objects. Raises StatusError 504 when they take too long to read."""
    for _, item in every(scope, selector, "list them in pages, then watch from the resourceVersion of the list"):
        yield "ADDED", item
    if switched_on(scope.request, "sendInitialEvents"):
        yield _bookmark(scope, version, {"k8s.io/initial-events-end": "true"})


def _change(scope: RequestScope, share: Share, selector: Selector, since: int) -> Iterator[Event]:
    """The event of an object that changed after version ``since``; no event if it is selected neither then nor now."""
    before = revision_at(share, since) if share.object_since <= since else None
    was_selected = before is not None and selector.fits(scope.object_of(share, value_of(before)))
    item = scope.object_of(share, value_of(share.revisions.get(number=share.head)))
    exists = share.withdrawn is None and not share.is_gone(scope.now)
    if exists and selector.fits(item):
        yield ("MODIFIED" if was_selected else "ADDED"), item
    elif was_selected:
        yield "DELETED", item


def _expired(scope: RequestScope, selector: Selector, last_look: datetime, version: int) -> Iterator[Event]:
    """DELETED events, at ``version``, for objects that expired since ``last_look``; expiry gives them no version."""
    for share in expired_objects(scope.workspace, last_look, scope.now):
        item = scope.object_of(share, value_of(share.latest))
        item["metadata"]["resourceVersion"] = str(version)
        if selector.fits(item):
            yield "DELETED", item


def _bookmark(scope: RequestScope, version: int, annotations: dict[str, str]) -> Event:
    metadata = {"resourceVersion": str(version), **({"annotations": annotations} if annotations else {})}
    return "BOOKMARK", {"kind": "Template", "apiVersion": scope.group.api_version, "metadata": metadata}
