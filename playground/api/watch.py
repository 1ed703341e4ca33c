"""Watching: what becomes of objects, as lines of JSON while it happens.

Kubernetes API concepts, "Efficient detection of changes". A watch holds one of a worker's threads, so it is short and
there are few at a time; clients watch again from the version they have seen.
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

from playground import clock
from playground.api.lists import every
from playground.api.requests import number_of, switched_on
from playground.api.selectors import Selector, selector_of
from playground.api.status import refused
from playground.api.verbs import Door
from playground.models import Share
from playground.shares.finding import changed_objects, expired_objects, revision_at
from playground.shares.versions import last_version
from playground.statuses import HEADERS

WATCHED = "application/json;stream=watch"  # JSON clients take it as they do plain JSON; it tells lines from a list
LONGEST = 30  # seconds
MOST = 8  # at a time in one worker
POLL = 0.5  # seconds between two looks at the database
_slots = BoundedSemaphore(MOST)
_TOO_OLD = "too old resource version: {} ({})"
Event = tuple[str, dict[str, Any]]
Form = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(slots=True)
class Lines:
    """The body of a watch: an iterator that gives its place back when it is closed, even if nobody ever read it."""

    lines: Iterator[bytes]
    place: BoundedSemaphore
    _open: bool = field(default=True)

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> bytes:
        return next(self.lines)

    def close(self) -> None:
        """End the watch; the server calls it when the client has left, too."""
        if self._open:
            self._open = False
            self.place.release()


def watch(door: Door, form: Form) -> StreamingHttpResponse:
    """The events that the query asks for, each object in the shape that ``form`` gives it. Raises StatusError.

    Without ``resourceVersion``, or from `0`, the objects that there are come first, as ADDED. A version before which
    nobody remembers, or that never was, is 410: the client lists again.
    """
    selector, since = selector_of(door.request), number_of(door.request, "resourceVersion") or 0
    seconds = min(number_of(door.request, "timeoutSeconds") or LONGEST, LONGEST)
    counter = last_version()
    if since and not counter.forgotten <= since <= counter.value:
        raise refused(410, _TOO_OLD.format(since, counter.value))
    if not _slots.acquire(blocking=False):
        words = f"there are {MOST} watches already; try again in a moment"
        raise refused(429, words, headers={"Retry-After": "1"})
    events = _events(door, selector, since, counter.value, time.monotonic() + seconds)
    return StreamingHttpResponse(
        Lines(_lines(events, form), _slots), content_type=WATCHED, headers={**HEADERS, "Cache-Control": "no-store"}
    )


def _lines(events: Iterator[Event], form: Form) -> Iterator[bytes]:
    """``events`` as JSON. Nothing comes first: with it the server sends the headers, for which clients wait."""
    yield b""
    for kind, item in events:
        made = item if kind == "BOOKMARK" else form(item)
        yield json.dumps({"type": kind, "object": made}).encode() + b"\n"


def _events(door: Door, selector: Selector, since: int, now_at: int, end: float) -> Iterator[Event]:
    looked = door.now
    if not since or switched_on(door.request, "sendInitialEvents"):
        yield from (("ADDED", item) for _, item in every(door, selector))
        since = now_at
        if switched_on(door.request, "sendInitialEvents"):
            yield _bookmark(door, since, {"k8s.io/initial-events-end": "true"})
    while (left := end - time.monotonic()) > 0:
        door, until = replace(door, now=clock.now()), last_version().value
        for share in changed_objects(door.workspace, since):
            yield from _change(door, share, selector, since)
            until = max(until, share.version)
        yield from _expired(door, selector, looked, until)
        since, looked = until, door.now
        time.sleep(max(0.0, min(POLL, left)))
    if switched_on(door.request, "allowWatchBookmarks"):
        yield _bookmark(door, since, {})


def _change(door: Door, share: Share, selector: Selector, since: int) -> Iterator[Event]:
    """The event of an object that changed after version ``since``: what it means depends on what was selected then."""
    before = revision_at(share, since) if share.object_since <= since else None
    was = before is not None and selector.fits(door.shown(share, before))
    item = door.shown(share, share.revisions.get(number=share.head))
    is_there = share.withdrawn is None and not share.is_gone(door.now) and selector.fits(item)
    if is_there:
        yield ("MODIFIED" if was else "ADDED"), item
    elif was:
        yield "DELETED", item


def _expired(door: Door, selector: Selector, looked: datetime, version: int) -> Iterator[Event]:
    """Objects whose time ran out since the last look. No change tells of them, so they get the version of now."""
    for share in expired_objects(door.workspace, looked, door.now):
        item = door.shown(share)
        item["metadata"]["resourceVersion"] = str(version)
        if selector.fits(item):
            yield "DELETED", item


def _bookmark(door: Door, version: int, annotations: dict[str, str]) -> Event:
    metadata = {"resourceVersion": str(version), **({"annotations": annotations} if annotations else {})}
    return "BOOKMARK", {"kind": "Template", "apiVersion": door.group.api_version, "metadata": metadata}
