"""The Events of unresolved references, one line each; today's kubelet records none of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from playground.cli.output.report import printable
from playground.engine import UNRESOLVED_VARIABLE, Evaluation, Event

MOST_EVENTS = 50
_NOBODY = "Today's kubelet records none of these events, so no cluster shows them:"


def event_lines(evaluation: Evaluation) -> Iterator[str]:
    """The Events that the expansion's design document asks for, each once with its count; no lines without Events."""
    counted = Counter(map(_line, (item for item in evaluation.events if item.reason == UNRESOLVED_VARIABLE)))
    if counted:
        yield _NOBODY
    for line, count in list(counted.items())[:MOST_EVENTS]:
        yield f"  {line} (x{count})" if count > 1 else f"  {line}"
    if len(counted) > MOST_EVENTS:
        yield f"  and {len(counted) - MOST_EVENTS} more"


def _line(event: Event) -> str:
    about = event.involved_object
    return printable(f"{event.type} {event.reason} {about.namespace}/{about.name} {about.field_path}: {event.message}")
