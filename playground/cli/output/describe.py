"""`-o describe`, in the layout of `oc describe`.

oc ``pkg/helpers/describe``: ``describer.go`` (TemplateDescriber) and ``helpers.go``; docker/go-units ``duration.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from playground.cli.output.tabwriter import DESCRIPTION, aligned_cells
from playground.engine import Origin, ParameterValue, ProcessedTemplate

_INDENT: Final = "    "
_LONGEST_DURATION: Final = timedelta(seconds=(2**63 - 1) // 10**9)  # Go counts nanoseconds in 64 bits


def description(processed: ProcessedTemplate, namespace: str, now: datetime) -> str:
    """The Template's metadata, Parameters with their values, labels and message; `<unknown>` for each Object.

    An empty field is `<none>`. Generated values are shown. ``namespace``: the value of `-n`, which `oc` prints instead
    of the Template's own namespace. ``now``: the time up to which the age is counted.
    """
    labels = ",".join(sorted(f"{key}={text}" for key, text in (processed.labels or {}).items()))
    text = "".join(
        (
            *_metadata(processed, namespace, now),
            "\n",
            *_field("Parameters", " "),
            *(line for value in processed.values for line in _parameter(value)),
            "\n",
            *_field("Object Labels", labels),
            "\n",
            *_field("Message", processed.message or ""),
            "\n",
            *_field("Objects", " "),
        )
    )
    return aligned_cells(text, DESCRIPTION) + "<unknown>\n" * len(processed.objects)


def _metadata(processed: ProcessedTemplate, namespace: str, now: datetime) -> Iterator[str]:
    value: Any = processed.template.document.value
    for step in (*processed.template.path, "metadata"):
        value = value.get(step) if isinstance(value, dict) else value[step]
    metadata = value if isinstance(value, dict) else {}
    annotations = dict(metadata.get("annotations") or {})
    yield from _field("Name", processed.template.name)
    if namespace:
        yield from _field("Namespace", namespace)
    if age := _age(metadata.get("creationTimestamp"), now):
        yield f"Created:\t{age} ago\n"
    yield from _map("Labels", metadata.get("labels") or {})
    if text := annotations.pop("description", ""):
        yield from _field("Description", text)
    yield from _map("Annotations", annotations)


def _parameter(value: ParameterValue) -> Iterator[str]:
    parameter = value.parameter
    yield from _field(f"{_INDENT}Name", parameter.name)
    if parameter.display_name:
        yield from _field(f"{_INDENT}Display Name", parameter.display_name)
    if parameter.description:
        yield from _field(f"{_INDENT}Description", parameter.description)
    yield from _field(f"{_INDENT}Required", "true" if parameter.required else "false")
    # `oc` deletes `generate` when a value is given.
    generate = "" if value.origin is Origin.GIVEN else parameter.generate
    if value.text or not generate:
        yield from _field(f"{_INDENT}Value", value.text)
    if generate:
        yield from _field(f"{_INDENT}Generated (ignored)" if value.text else f"{_INDENT}Generated", generate)
        yield from _field(f"{_INDENT}From", parameter.from_)
    yield "\n"


def _map(label: str, entries: Mapping[str, str]) -> Iterator[str]:
    """One line for each entry, sorted by key; only the first line has the label.

    An entry's text may have several lines. `oc` indents them only for the first entry.
    """
    texts = [f"{key}={entries[key]}" for key in sorted(entries)]
    yield from _field(label, texts[0] if texts else "")
    yield from (f"\t{text}\n" for text in texts[1:])


def _field(label: str, text: str) -> Iterator[str]:
    """A field: its label and the first line of its text, then the further lines without a label."""
    yield f"{label}:"
    yield from (f"\t{line}\n" for line in (text or "<none>").split("\n"))


def _age(timestamp: Any, now: datetime) -> str:
    """The time since ``timestamp``, in the words of go-units; "" without a timestamp, or for Go's zero time."""
    try:
        created = datetime.fromisoformat(timestamp)
    except (TypeError, ValueError):
        return ""
    created = created if created.tzinfo else created.replace(tzinfo=UTC)
    return "" if created == datetime.min.replace(tzinfo=UTC) else human_duration(min(now - created, _LONGEST_DURATION))


def human_duration(duration: timedelta) -> str:
    """``duration`` as go-units' ``HumanDuration`` says it.

    >>> [human_duration(timedelta(seconds=seconds)) for seconds in (0.5, 45, 3000, 90_000, 10**8)]
    ['Less than a second', '45 seconds', 'About an hour', '25 hours', '3 years']
    """
    seconds = int(duration.total_seconds())
    minutes, hours = seconds // 60, (seconds + 1800) // 3600
    days = hours // 24
    if seconds < 60:
        return "Less than a second" if seconds < 1 else "1 second" if seconds == 1 else f"{seconds} seconds"
    if minutes < 46:
        return "About a minute" if minutes == 1 else f"{minutes} minutes"
    if hours < 48:
        return "About an hour" if hours == 1 else f"{hours} hours"
    if hours < 24 * 14:
        return f"{days} days"
    if hours < 24 * 60:
        return f"{days // 7} weeks"
    return f"{days // 30} months" if hours < 24 * 730 else f"{seconds // 3600 // 24 // 365} years"
