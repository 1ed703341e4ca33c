"""Watches: a stream of events about objects, one line of JSON each.

Kubernetes API concepts, "Efficient detection of changes". A watch occupies a thread of a worker, so watches are few. A
client resumes after the last version that it received.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from logging import getLogger
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, StreamingHttpResponse

from playground.api.conversion import value_of
from playground.api.lists import selected_objects
from playground.api.protocol.request_parts import number_of, switched_on, workspace_of
from playground.api.protocol.selectors import Selector, selector_of
from playground.api.protocol.status_errors import StatusError, refused
from playground.api.scope import RequestScope
from playground.storage import clock
from playground.storage.counter import last_version
from playground.storage.models import Share
from playground.storage.shares.finding import changed_objects, expired_objects, revision_at
from playground.storage.shares.purging import TEXT_KEPT_FOR
from playground.web import worker
from playground.web.api_limits import LONGEST_WATCH, MOST_WATCHES, SHORTEST_WATCH, WATCHES_OF_A_CLIENT
from playground.web.clients import client_of
from playground.web.status import HEADERS, status_body

WATCHED = "application/json;stream=watch"  # clients read JSON; the parameter says that each line is a document
POLL = 0.5  # seconds between two queries of the database
BOOKMARK = 60.0  # seconds between two bookmarks (apiserver, ``storage/cacher/cacher.go``)
# Seconds after which a watch sends a space, which clients skip: nginx gives up a silent answer. Then the watch also
# looks whether an object has expired, and whether the token was replaced.
SIGN_OF_LIFE = 15.0
_SPACE = b" "
# With this header, nginx passes each line on at once.
_UNBUFFERED = {"X-Accel-Buffering": "no"}


class WatchSlots:
    """The watches that run in this worker, by client."""

    def __init__(self) -> None:
        self._lock, self._running = Lock(), Counter[str]()

    def take(self, client: str, most: int) -> str:
        """Take one of ``most`` slots for a watch of ``client`` and return ""; or return why no slot is free."""
        with self._lock:
            if self._running.total() >= most:
                return f"this worker of the server already runs {most} watches, its limit; try again in a second"
            if self._running[client] >= WATCHES_OF_A_CLIENT:
                return f"you already run {WATCHES_OF_A_CLIENT} watches here, the limit of a client; end one of them"
            self._running[client] += 1
            return ""

    def free(self, client: str) -> None:
        """Free a slot that was taken for ``client``."""
        with self._lock:
            self._running[client] -= 1
            self._running += Counter()  # removes clients without a slot


_slots = WatchSlots()
_log = getLogger(__name__)
Event = tuple[str, dict[str, Any]]  # its type, such as ADDED, and its object
Shape = Callable[[dict[str, Any]], dict[str, Any]]  # an object in the form that the client accepts, such as a Table
_NO_EVENT: Event = ("", {})  # in its place, the watch sends a sign of life


@dataclass(slots=True)
class WatchBody:
    """The body of a watch: an iterator that frees its slot when it is closed, even before the first line was read."""

    lines: Iterator[bytes]
    slots: WatchSlots
    client: str
    _open: bool = field(default=True)

    def __iter__(self) -> WatchBody:
        return self

    def __next__(self) -> bytes:
        return next(self.lines)

    def close(self) -> None:
        """End the watch; the server also calls this when the client has disconnected."""
        if self._open:
            self._open = False
            self.slots.free(self.client)


def watch(scope: RequestScope, shape: Shape) -> StreamingHttpResponse:
    """The events that the query asks for, with each object as ``shape`` forms it.

    Raises StatusError.

    Without ``resourceVersion``, or with `0`, the existing objects come first, as ADDED. For a version in the future,
    the events begin once it is reached (apiserver ``storage/cacher/cache_watcher.go``). For a version that is too old,
    the only event is an ERROR with a Status 410: the client must list again. If reading the existing objects takes too
    long, the stream ends early, with an ERROR that has a Status 504.
    """
    selector, since = selector_of(scope.request), number_of(scope.request, "resourceVersion") or 0
    # As a real server: a random time, so that not all clients come back at once (apiserver, ``handlers/get.go``).
    duration = number_of(scope.request, "timeoutSeconds") or scope.random.uniform(SHORTEST_WATCH, LONGEST_WATCH)
    seconds, counter = min(duration, LONGEST_WATCH), last_version()
    client = client_of(scope.request.META, settings.TRUSTED_PROXIES)
    if why_not := _slots.take(client, min(MOST_WATCHES, worker.spare_threads())):
        raise refused(429, why_not, headers={"Retry-After": "1"})
    if since and since < counter.forgotten:
        too_old = status_body(410, f"too old resource version: {since} ({counter.value})")
        events: Iterator[Event] = iter([("ERROR", too_old)])
    else:
        events = _events(scope, selector, since, counter.value, time.monotonic() + seconds)
    body = WatchBody(_lines(events, shape, scope.request), _slots, client)
    headers = {**HEADERS, **_UNBUFFERED, "Cache-Control": "no-store"}
    return StreamingHttpResponse(body, content_type=WATCHED, headers=headers)


def _lines(events: Iterator[Event], shape: Shape, request: HttpRequest) -> Iterator[bytes]:
    """``events`` as lines of JSON, until the database does not answer: the client then watches again.

    The empty first chunk makes the server send the headers, for which clients wait.
    """
    yield b""
    try:
        for kind, item in events:
            if not kind:
                yield _SPACE
                continue
            shaped = item if kind in ("BOOKMARK", "ERROR") else shape(item)
            yield json.dumps({"type": kind, "object": shaped}).encode() + b"\n"
    except (OperationalError, InterfaceError) as error:
        _log.warning("the database does not answer", exc_info=error, extra={"request": request})


def _events(scope: RequestScope, selector: Selector, since: int, current: int, end: float) -> Iterator[Event]:
    """The existing objects, if the query asks for them, then each change until ``end``, a ``time.monotonic()``.

    The changes are those after version ``since``; if existing objects came first, those after the ``current`` version.
    """
    if not since or switched_on(scope.request, "sendInitialEvents"):
        try:
            yield from _existing(scope, selector, current)
        except StatusError as error:
            yield "ERROR", dict(error.body)
            return
        since = current
    elif since <= current:
        yield from _expired_between(scope, selector, since)
    last_look, newest, signs = scope.now, current, _signs()
    with_bookmarks = switched_on(scope.request, "allowWatchBookmarks")
    while (seconds_left := end - time.monotonic()) > 0 and not worker.is_ending():
        # Read the version before the changes: a change that comes between the two is found again, not missed.
        scope, newest = replace(scope, now=clock.now()), last_version().value
        if newest > since:  # else nothing has changed, or the version after which the watch begins is in the future
            for share in changed_objects(scope.workspace, since):
                yield from _change(scope, share, selector, since)
                newest = max(newest, share.version)
            since = newest
        if worker.client_is_gone(scope.request.META):
            return
        if sign := next(signs):
            if not _token_is_valid(scope):
                yield "ERROR", status_body(401, "Unauthorized")
                return
            if newest >= since:  # else the version after which the watch begins is in the future
                yield from _expired(scope, selector, last_look, since)
            yield _bookmark(scope, since, {}) if sign == "BOOKMARK" and with_bookmarks else _NO_EVENT
            last_look = scope.now
        time.sleep(max(0.0, min(POLL, seconds_left)))
    if newest >= since:  # the client's next watch tells only what expires after its own start
        yield from _expired(replace(scope, now=clock.now()), selector, last_look, since)
    if with_bookmarks:
        yield _bookmark(scope, since, {})


def _signs() -> Iterator[str]:
    """Each time the watch looks for changes, the sign of life that is due: BOOKMARK, SPACE or ""."""
    last_sign = last_bookmark = time.monotonic()
    while True:
        now = time.monotonic()
        if now - last_bookmark >= BOOKMARK:
            last_sign = last_bookmark = now
            yield "BOOKMARK"
        elif now - last_sign >= SIGN_OF_LIFE:
            last_sign = now
            yield "SPACE"
        else:
            yield ""


def _token_is_valid(scope: RequestScope) -> bool:
    """Whether the token still opens the Workspace: its owner may have replaced it."""
    try:
        return workspace_of(scope.request) == scope.workspace
    except StatusError:
        return False


def _existing(scope: RequestScope, selector: Selector, version: int) -> Iterator[Event]:
    """ADDED events for existing objects. Raises StatusError 504 when they take too long to read."""
    advice = "list them in pages, then watch from the resourceVersion of the list"
    for _, item in selected_objects(scope, selector, advice):
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


def _expired_between(scope: RequestScope, selector: Selector, since: int) -> Iterator[Event]:
    """DELETED events for objects that may have expired between two watches of a client.

    Some may have expired before: clients ignore the end of an object that they do not know. After TEXT_KEPT_FOR, the
    purge makes the client list again.
    """
    yield from _expired(scope, selector, scope.now - TEXT_KEPT_FOR, since)


def _expired(scope: RequestScope, selector: Selector, last_look: datetime, version: int) -> Iterator[Event]:
    """DELETED events, at ``version``, for objects of that time that expired since ``last_look``.

    Expiry gives them no version.
    """
    for share in expired_objects(scope.workspace, last_look, scope.now).filter(version__lte=version):
        item = scope.object_of(share, value_of(share.latest))
        item["metadata"]["resourceVersion"] = str(version)
        if selector.fits(item):
            yield "DELETED", item


def _bookmark(scope: RequestScope, version: int, annotations: dict[str, str]) -> Event:
    metadata = {"resourceVersion": str(version), **({"annotations": annotations} if annotations else {})}
    return "BOOKMARK", {"kind": "Template", "apiVersion": scope.group.api_version, "metadata": metadata}
